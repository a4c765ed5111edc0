import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldWord } from "../../src/text/fold.ts";
import { LONGEST_WORD, splitWords } from "../../src/text/words.ts";

const folded = (text: string) => splitWords(text).map((word) => word.folded);

describe("splitWords", () => {
  test.each([
    ["Should I train through this pain?", ["should", "i", "train", "through", "this", "pain"]],
    ["Я не могу бегать", ["я", "не", "могу", "бегать"]],
    ["kann ich 12.5 km laufen", ["kann", "ich", "12", "5", "km", "laufen"]],
    ["don't stop", ["don't", "stop"]],
    ["🤕 knee 👩‍👩‍👧", ["🤕", "knee", "👩‍👩‍👧"]],
    ["הברך שלי כואבת", ["הברכ", "שלי", "כואבת"]],
    ["", []],
    ["?!…", []],
  ])("cuts %j", (text, words) => {
    expect(folded(text)).toEqual(words);
  });

  test("gives offsets that slice back to the word", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        for (const word of splitWords(text)) expect(foldWord(text.slice(word.start, word.end))).toBe(word.folded);
      }),
    );
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
