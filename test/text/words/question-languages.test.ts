/** Which languages a question may be in, by the words that bind its sentence. */
import { expect, test } from "vitest";
import { questionLanguages } from "../../../src/text/words/question-languages.ts";

test.each([
  ["How long do I have to send it back?", "en", ["de", "fr", "fi"]],
  ["Wie lange habe ich Zeit, um es zurückzuschicken?", "de", ["en", "es", "tr"]],
  ["¿Cuánto tiempo tengo para devolver el pedido?", "es", ["de", "fi", "pl"]],
])("%s", (question, language, others) => {
  const isAsked = questionLanguages(question);
  expect(isAsked(language)).toBe(true);
  expect(others.filter(isAsked)).toEqual([]);
});

test("where nothing tells it may be any, and a language without a list always", () => {
  for (const question of ["Refund window?", "", "返金"]) expect(["en", "de", "ja"].every(questionLanguages(question))).toBe(true);
  expect(questionLanguages("How long do I have?")("ko")).toBe(true);
});

test("akin languages and Norwegian by both of its names stay", () => {
  const isAsked = questionLanguages("Hvor lenge har jeg på meg til å sende det tilbake?");
  expect(["nb", "nn", "no", "da"].filter(isAsked)).toEqual(["nb", "nn", "no", "da"]);
});
