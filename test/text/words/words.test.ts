import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldWord } from "../../../src/text/words/fold.ts";
import { LONGEST_WORD, splitWords } from "../../../src/text/words/words.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

const folded = (text: string) => splitWords(text).map((word) => word.folded);

describe("splitWords", () => {
  test.each([
    ["Should I train through this pain?", ["should", "i", "train", "through", "this", "pain"]],
    ["Я не могу бегать", ["я", "не", "могу", "бегать"]],
    ["kann ich 12.5 km laufen", ["kann", "ich", "12", "5", "km", "laufen"]],
    ["don't stop", ["don't", "stop"]],
    ["🤕 knee 👩‍👩‍👧", ["🤕", "knee", "👩‍👩‍👧"]],
    ["הברך שלי כואבת", ["הברכ", "שלי", "כואבת"]],
    ["🌧\uFE0F🛒\uFE0E 🤕🏽", ["🌧", "🛒", "🤕"]],
    ["🏃🏽\u200D♂\uFE0F!", ["🏃"]],
    ["a \uFE0F ـ b", ["a", "b"]],
    ["C++, C# and C", ["c++", "c#", "and", "c"]],
    ["c++17 f#. Ｃ＋＋", ["c++", "17", "f#", "c++"]],
    ["a+b x#y", ["a", "b", "x", "y"]],
    ["pain++ swelling+ issue#123 .net 跑++", ["pain", "swelling", "issue", "123", "net", "跑"]],
    ["用train跑", ["用", "train", "跑"]],
    ["用docker部署", ["用", "docker", "部", "署"]],
    ["dockerコンテナー内でc++を", ["docker", "コ", "ン", "テ", "ナ", "ー", "内", "で", "c++", "を"]],
    ["서버server다 วิ่งgym 5公里", ["서버", "server", "다", "วิ่", "ง", "gym", "5", "公", "里"]],
    ["бег跑πόνος", ["бег", "跑", "πονοσ"]],
    ["ガムか\u3099む", ["ガ", "ム", "が", "む"]],
    ["", []],
    ["?!…", []],
  ])("cuts %j", (text, words) => {
    expect(folded(text)).toEqual(words);
  });

  test.each([
    ["half-width kana with their sound marks", "ﾋｻﾞ ﾊﾟﾝ", "ヒザ パン"],
    ["a joiner inside Devanagari", "क्\u200Dया", "क्या"],
    ["a soft hyphen", "work\u00ADout", "workout"],
    ["an accent for an apostrophe", "don´t", "don't"],
    ["a grave accent for an apostrophe", "l`allenamento", "l'allenamento"],
    ["an opening quotation mark for an apostrophe", "don‘t", "don't"],
  ])("cuts %s as it cuts the plain spelling", (_name, text, plain) => {
    expect(folded(text)).toEqual(folded(plain));
  });

  test("is total over any UTF-16 units: offsets ascend, never overlap and hold text", () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 });
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      units.map((list) => list.map((unit) => String.fromCharCode(unit)).join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let [end, clause] = [0, 0];
        for (const word of splitWords(text)) {
          expect(word.start).toBeGreaterThanOrEqual(end);
          expect(word.end).toBeGreaterThan(word.start);
          expect(word.end - word.start).toBeLessThanOrEqual(LONGEST_WORD);
          expect(word.clause).toBeGreaterThanOrEqual(clause);
          expect(word.folded).not.toBe("");
          ({ end, clause } = word);
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test("gives offsets that slice back to the word", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        for (const word of splitWords(text)) expect(foldWord(text.slice(word.start, word.end))).toBe(word.folded);
      }),
    );
  });

  test("gives offsets that slice back where signs, scripts and emoji touch", () => {
    const parts = fc.constantFrom(
      "c++",
      "#",
      "用",
      "ー",
      "train",
      "ท",
      "ี่",
      "한",
      "5",
      "🤕",
      "🏽",
      "\uFE0F",
      "\u200D",
      "'",
      " ",
      "é",
      "e\u0301",
      "＋",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (list) => {
        const text = list.join("");
        let end = 0;
        for (const word of splitWords(text)) {
          expect(word.start).toBeGreaterThanOrEqual(end);
          end = word.end;
          expect(foldWord(text.slice(word.start, word.end))).toBe(word.folded);
          expect(splitWords(text.slice(word.start, word.end)).map((inner) => inner.folded)).toEqual([word.folded]);
        }
      }),
    );
  });

  test("takes time in line with the length of the text", () => {
    const took = cpuWatch();
    for (const unit of ["c+", "+", "用a", "a'", "🤕\u200D", "\u0301", "ー", "5"]) splitWords(unit.repeat(100_000));
    expect(took()).toBeLessThan(5_000);
  });

  test("skips a run over the longest word and keeps what stands beside it", () => {
    expect(folded(`pain ${"a".repeat(LONGEST_WORD)} end`)).toEqual(["pain", "a".repeat(LONGEST_WORD), "end"]);
    expect(folded(`pain ${"a".repeat(LONGEST_WORD + 1)} end`)).toEqual(["pain", "end"]);
  });

  test("counts clauses, so that a phrase can be kept inside one", () => {
    expect(splitWords("knee, pain. today").map((word) => word.clause)).toEqual([0, 1, 2]);
    expect(splitWords("knee-pain today").map((word) => word.clause)).toEqual([0, 0, 0]);
  });
});
