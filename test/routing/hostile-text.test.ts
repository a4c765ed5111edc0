/** Text that nobody means well: it is cut into words and heard without a throw, and what is found has its place. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileVocabulary } from "../../src/policy/compile/vocabulary.ts";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import { classify } from "../../src/routing/classify.ts";
import { findTimes } from "../../src/routing/find-times.ts";
import { hear } from "../../src/routing/hear.ts";
import { readTerm } from "../../src/text/lexicon/term-syntax.ts";
import { splitWords } from "../../src/text/words/words.ts";
import { FACTORS } from "../support/words.ts";

const { languages } = await loadLanguages();

const TERMS = {
  en: ["pain", "knee ache", "tear .. muscle", "run*", "=ice", "work out"],
  de: ["Training", "tut .. weh"],
  ar: ["تدريب"],
  zh: ["药", "膝盖"],
  th: ["เข่า"],
  tr: ["diz"],
  any: ["🤕"],
};
const everything = compileVocabulary(
  Object.entries(TERMS).flatMap(([language, texts]) =>
    texts.map((text) => ({ text, language, intent: "it", weightMilli: 1_000, spellings: readTerm(text) })),
  ),
  languages.rules,
  "en",
);

function checkAll(question: string): void {
  const words = splitWords(question);
  let end = 0;
  for (const word of words) {
    expect(word.start).toBeGreaterThanOrEqual(end);
    expect(word.end).toBeGreaterThan(word.start);
    expect(question.slice(word.start, word.end)).not.toBe("");
    expect(word.folded).not.toBe("");
    end = word.end;
  }
  expect(end).toBeLessThanOrEqual(question.length);
  const heard = hear(question, everything, languages);
  // But for the clauses: a wrapped line ends none.
  expect(heard.words.map((word, at) => ({ ...word, clause: words[at]?.clause }))).toEqual(words);
  for (const { first, last, cue, polarity } of heard.hits) {
    expect(first).toBeGreaterThanOrEqual(0);
    expect(last).toBeGreaterThanOrEqual(first);
    expect(last).toBeLessThan(words.length);
    expect(heard.words[last]?.clause).toBe(heard.words[first]?.clause);
    expect(cue === null).toBe(polarity === "positive");
  }
  for (const { start, end: stop } of findTimes(heard.words, heard.cues)) expect(question.slice(start, stop)).not.toBe("");
  const { scores } = classify(heard, FACTORS, ["it"]);
  for (const { milli } of scores) expect(Number.isSafeInteger(milli)).toBe(true);
}

describe("hostile text: words ascend and never overlap, and nothing throws", () => {
  const bits = [
    "pain",
    "not",
    "no",
    "instead of",
    "tomorrow",
    "in 3 weeks",
    "in",
    "3",
    "tear",
    "muscle",
    "tut",
    "weh",
    "药",
    "火",
    "不",
    "今天",
    "膝盖",
    "เข่า",
    "ไม่",
    "dizlerim",
    "والتدريب",
    "무릎",
    "🤕",
    "🏽",
    "👩‍👩‍👧",
    "\u200D",
    "\uFE0F",
    "\u0301",
    "\uD83E",
    "\uDD15",
    "'",
    "’",
    "+",
    "#",
    "..",
    ".",
    ",",
    "\n",
    "\u0000",
    "\u202E",
    " ",
    " ",
  ];

  test("of any UTF-16 units, lone surrogates among them", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), checkAll));
    const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
    fc.assert(fc.property(fc.array(units, { maxLength: 80 }), (parts) => checkAll(parts.join(""))));
  });

  test("of graphemes with marks and emoji", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), checkAll));
    fc.assert(fc.property(fc.string({ unit: "grapheme-composite", maxLength: 80 }), checkAll));
  });

  test("of terms, cues, signs and halves of characters in any order", () => {
    fc.assert(fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 30 }), (parts) => checkAll(parts.join(""))));
    fc.assert(fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 30 }), (parts) => checkAll(parts.join(" "))));
  });

  test.each([
    ["one word", "a"],
    ["a term again and again without a space", "pain"],
    ["a term again and again", "pain "],
    ["a denied term again and again", "not my pain "],
    ["times", "in 3 weeks "],
    ["gaps that never close", "tear "],
    ["Han", "火药膝盖不"],
    ["Thai", "เข่าไม่"],
    ["emoji", "🤕"],
    ["emoji joined to one", "🤕\u200D"],
    ["marks", "\u0301"],
    ["a letter with its marks", "a\u0301\u0302"],
    ["high halves", "\uD83E"],
    ["low halves", "\uDD15"],
    ["apostrophes", "a'"],
    ["signs", "c+"],
    ["clauses", "a."],
    ["mixed scripts", "aж火ก🤕ا한α"],
    ["line ends", "\n"],
    ["nulls", "\u0000"],
  ])("of 8,000 characters: %s", (_name, unit) => {
    checkAll(unit.repeat(Math.ceil(8_000 / unit.length)).slice(0, 8_000));
  });
});
