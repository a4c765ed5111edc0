import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldWord } from "../../../src/text/words/fold.ts";

describe("foldWord", () => {
  test.each([
    ["Müdigkeit", "mudigkeit"],
    ["STRASSE", "strasse"],
    ["Straße", "strasse"],
    ["ＰＡＩＮ", "pain"],
    ["Ağrı", "agri"],
    ["πόνος", "πονοσ"],
    ["Ёлка", "елка"],
    ["don’t", "don't"],
    ["łokieć", "lokiec"],
    ["🌧\uFE0F", "🌧"],
    ["🛒\uFE0E", "🛒"],
    ["🤕🏽", "🤕"],
    ["🏃🏽\u200D♂\uFE0F", "🏃"],
    ["🏊\u200D♀", "🏊"],
    ["👨\u200D👩\u200D👧", "👨\u200D👩\u200D👧"],
    ["1\uFE0F\u20E3", "1\u20E3"],
    ["Ｃ＋＋", "c++"],
  ])("writes %s as %s", (word, folded) => {
    expect(foldWord(word)).toBe(folded);
  });

  test.each(["йога", "हिन्दी", "ガム", "ก็ดี", "무릎"])("keeps the marks that make %s another word", (word) => {
    expect(foldWord(word)).toBe(word.normalize("NFKC"));
  });

  test("gives one form for the composed, the decomposed and the full-width spelling, and is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 12 }), (word) => {
        const folded = foldWord(word.normalize("NFC"));
        expect(foldWord(word.normalize("NFD"))).toBe(folded);
        expect(foldWord(foldWord(folded))).toBe(foldWord(folded));
      }),
    );
  });
});
