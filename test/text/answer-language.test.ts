import { expect, test } from "vitest";
import { answerLanguage, type LanguageInput } from "../../src/text/answer-language.ts";

const find = (question: string, more: Partial<LanguageInput> = {}) =>
  answerLanguage({
    asked: null,
    question,
    shown: new Set(),
    surely: false,
    spoken: new Set(),
    known: ["en", "de", "tr", "zh", "pl"],
    fallback: "en",
    ...more,
  });

test("the caller's language comes first, as it was given", async () => {
  expect(await find("Wie geht es mir?", { asked: "pt-BR" })).toEqual({ language: "pt-BR", source: "caller", confidence: null });
});

test("function words of one language alone need no detector", async () => {
  expect(await find("Was soll ich essen?", { shown: new Set(["de"]), surely: true })).toEqual({
    language: "de",
    source: "words",
    confidence: null,
  });
});

test("the detector finds what words leave open, among the languages they show", async () => {
  expect(await find("Dizlerim ağrıyor")).toMatchObject({ language: "tr", source: "detector" });
  expect(await find("我的膝盖疼")).toMatchObject({ language: "zh", source: "detector" });
  expect(await find("Boli mnie kolano", { shown: new Set(["pl", "de"]) })).toMatchObject({ language: "pl", source: "detector" });
  expect((await find("Boli mnie kolano")).confidence).toBeGreaterThanOrEqual(0.5);
});

test("terms of one language alone show it, where function words do not", async () => {
  expect(await find("ból w klatce", { spoken: new Set(["pl"]), shown: new Set(["de", "pl"]) })).toMatchObject({
    language: "pl",
    source: "words",
  });
  expect(await find("Boli mnie kolano", { spoken: new Set(["pl", "cs"]) })).toMatchObject({ source: "detector" });
});

test("without a likely language it is the policy's", async () => {
  for (const question of ["", "HRV?", "🦵", "42", "q?", "hm", "x y"]) {
    expect(await find(question, { fallback: "fr" })).toEqual({ language: "fr", source: "policy", confidence: null });
  }
});

test("the detector is not misled by one letter of another script", async () => {
  const known = ["en", "de", "ru", "uk", "zh"];
  expect(await find("What is going on with the thing over there ж", { known })).toMatchObject({
    language: "en",
    source: "detector",
  });
  expect(await find("Was ist denn los mit dem Ding da drüben я", { known })).toMatchObject({
    language: "de",
    source: "detector",
  });
});

test("the detector is not misled by marks of direction, which nobody sees", async () => {
  const known = ["en", "de", "ar", "he"];
  const plain = await find("pain knee", { known });
  expect(await find("\u202Epain\u202C knee", { known })).toEqual(plain);
  expect(await find("\u200Fpain knee\u2066", { known })).toEqual(plain);
  expect(plain.language).not.toBe("ar");
});

test.each(["Boli mnie kolano od środy", "Dizlerim çok ağrıyor", "Mein Schienbein zwickt beim Bergablaufen"])(
  "%j is of one language however it is encoded, and whatever its blanks are",
  async (question) => {
    const plain = await find(question);
    const wide = question.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    for (const other of [question.normalize("NFD"), question.replaceAll(" ", "\u00A0"), wide])
      expect(await find(other)).toEqual(plain);
    expect(plain.source).toBe("detector");
  },
);
