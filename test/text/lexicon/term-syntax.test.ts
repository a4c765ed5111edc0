import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partsOf, readTerm, type Spelling } from "../../../src/text/lexicon/term-syntax.ts";
import { splitWords } from "../../../src/text/words/words.ts";

const SIGNS = { inflects: "", exact: "=", stem: "~" } as const;
/** The parts of a spelling on one line: the mode's sign before a word, `..` for a gap. */
const written = (spelling: Spelling) =>
  partsOf(spelling)
    .map(({ word, mode, gap }) => `${gap ? ".. " : ""}${SIGNS[mode]}${word}`)
    .join(" ");
function read(text: string): string | readonly string[] {
  const spellings = readTerm(text);
  return typeof spellings === "string" ? spellings : spellings.map(written);
}

const FAULTS: readonly unknown[] = ["empty", "two_clauses", "dangling_gap", "short_stem"];

/** Every alternative has the words that stand in it, in order and at least one; or the whole term has a named fault. */
function checkAny(text: string): void {
  const spellings = readTerm(text);
  const words = text.split("|").map((alternative) => splitWords(alternative).map((word) => word.folded));
  if (typeof spellings === "string") expect(FAULTS).toContain(spellings);
  else expect(spellings.map((spelling) => partsOf(spelling).map((part) => part.word))).toEqual(words);
  if (words.some((alternative) => alternative.length === 0)) expect(FAULTS).toContain(spellings);
}

describe("readTerm", () => {
  test.each([
    ["Knee", ["knee"]],
    ["long run", ["long run"]],
    ["long   run", ["long run"]],
    ["  long run ", ["long run"]],
    ["high-five", ["high five"]],
    ["don’t", ["don't"]],
    ["Müdigkeit", ["mudigkeit"]],
    ["C++", ["c++"]],
    ["🤕", ["🤕"]],
    ["70.3", ["70 3"]],
    ["vo2max", ["vo2max"]],
  ])("reads %j as adjacent words in their comparing form", (text, spellings) => {
    expect(read(text)).toEqual(spellings);
  });

  test.each([
    ["pain|ache", ["pain", "ache"]],
    ["pain | knee ache", ["pain", "knee ache"]],
    ["=pain|ach*|sore", ["=pain", "~ach", "sore"]],
    ["pain|pain", ["pain", "pain"]],
  ])("reads the alternatives of %j each for itself", (text, spellings) => {
    expect(read(text)).toEqual(spellings);
  });

  test.each([
    ["tear .. muscle", ["tear .. muscle"]],
    ["tear ... muscle", ["tear .. muscle"]],
    ["big tear .. my muscle", ["big tear .. my muscle"]],
    ["a .. b .. c", ["a .. b .. c"]],
    ["tut .. weh|schmerzt", ["tut .. weh", "schmerzt"]],
  ])("reads the gaps of %j", (text, spellings) => {
    expect(read(text)).toEqual(spellings);
  });

  test.each([
    ["=sore", ["=sore"]],
    ["sore*", ["~sore"]],
    ["=long run", ["=long run"]],
    ["long =run", ["long =run"]],
    ["long run*", ["long ~run"]],
    ["to run*", ["to ~run"]],
    ["=sore*", ["~sore"]],
    ["sore *", ["sore"]],
    ["= sore", ["sore"]],
    ["痛*", ["~痛"]],
    ["=痛み", ["=痛 み"]],
    ["=don't", ["=don't"]],
    ["=c++", ["=c++"]],
  ])("applies a sign of %j to the word it is written at", (text, spellings) => {
    expect(read(text)).toEqual(spellings);
  });

  test.each([
    ["", "empty"],
    ["   ", "empty"],
    ["*", "empty"],
    ["=", "empty"],
    ["?!", "empty"],
    ["pain|", "empty"],
    ["|pain", "empty"],
    ["pain||ache", "empty"],
    ["..", "empty"],
    ["pain ..", "dangling_gap"],
    ["pain .. .. ache", "dangling_gap"],
    ["pain .. ?", "dangling_gap"],
    ["pain, ache", "two_clauses"],
    ["pain. ache", "two_clauses"],
    ["pain..ache", "two_clauses"],
    ["ab*", "short_stem"],
    ["é*", "short_stem"],
    ["pain|ab*", "short_stem"],
  ])("finds fault with %j: %s", (text, fault) => {
    expect(read(text)).toBe(fault);
  });

  test("gives each alternative its own spelling, which begins without a gap, and whose words read as themselves", () => {
    const pieces = ["Knee", "ÉTÉ", "Straße", "don’t", "痛み", "무릎", "🤕🏽", "c++", "ग्रीष्म", " ", "-", "|", " .. ", "*", "="];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const spellings = readTerm(text);
        if (typeof spellings === "string") return;
        expect(spellings).toHaveLength(text.split("|").length);
        for (const spelling of spellings) {
          const spelt = partsOf(spelling);
          expect(spelt[0]?.gap).toBe(false);
          for (const { word } of spelt) expect(readTerm(word)).toEqual([word]);
        }
      }),
    );
  });

  test("never throws, whatever units a text is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        checkAny(text);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "|", "..", " ", "*", "=", "🤕", "痛", "'", ".", "\uD83E"), { maxLength: 12 }),
        (parts) => {
          const text = parts.join("");
          checkAny(text);
        },
      ),
    );
  });
});
