/** What a clause denies. */
import { expect, test } from "vitest";
import { loadLanguages } from "../../../src/policy/languages/load-languages.ts";
import { denialWords, saidOf } from "../../../src/text/restated/denial-words.ts";
import { denies, deniesBefore } from "../../../src/text/restated/denied-clause.ts";

const denials = denialWords((await loadLanguages()).languages.rules);

test.each([
  ["i don't live in kyiv", true],
  ["i no longer live in kyiv", true],
  ["i live in kyiv", false],
  ["not now , i live in kyiv", false],
  ["i have no car and live in kyiv", false],
  ["not only do i live in kyiv", false],
  ["no one who has ever in fact asked said i live in kyiv", false],
  ["moro no kyiv", true],
  ["ich wohne in kyiv nicht", true],
  ["i live in kyiv not far from you", false],
  ["nebydlím v kyiv", false],
  ["im mai wohne ich in kyiv", false],
  ["non ho mai vissuto a kyiv", true],
  ["l'appartement dont je parle est à kyiv", false],
  ["je ne vis plus à kyiv", true],
  ["il n'habite plus à kyiv", true],
  ["ein ei am tag in kyiv", false],
  ["hän ei asu enää kyiv", true],
  ["ne zaman taşındın sen kyiv", false],
  ["eu moro no kyiv", false],
  ["jag har en hund i kyiv", false],
  ["jag bor i kyiv inte", true],
  ["nao moro em kyiv", true],
  ["isn't it in kyiv", false],
  ["it isn't in kyiv", true],
  ["why not live in kyiv", false],
  ["i live in kyiv without a car", false],
])("%j denies kyiv: %j", (text, expected) => {
  expect(denies(saidOf(text.split(" "), denials), (word) => word === "kyiv")).toBe(expected);
});

test.each([
  ["do not send it to", true],
  ["i no longer get post at", true],
  ["no", false],
  ["not now , send it to", false],
  ["don't forget", false],
  ["", false],
])("%j denies the value behind it: %j", (text, expected) => {
  expect(deniesBefore(saidOf(text.split(" "), denials))).toBe(expected);
});
