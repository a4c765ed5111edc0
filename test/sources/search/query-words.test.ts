import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_WORDS, queryWords } from "../../../src/sources/search/query-words.ts";

const BLANK = { join: null, quote: false };
const ANY_OF = { join: " OR ", quote: true };

describe("the words of a question, for a query language", () => {
  test.each([
    ["How many days do I have?", "How many days do I have"],
    ['refund" OR tenant:(other) -x ~2 *', "refund or tenant other x 2"],
    ["Was heißt „Rückgabe“ für C++?", "Was heißt Rückgabe für C++"],
    ["what's NOT covered AND what is TO be", "what's not covered and what is to be"],
    ["days days Days", "days Days"],
    ["返金はいつできますか？ docker部署", "返金はいつできますか docker 部署"],
    ["FTP를 어떻게", "FTP 를 어떻게"],
    ["", ""],
    ["?! ()", ""],
  ])("%j as it goes where all words are one text", (question, words) => {
    expect(queryWords(question, BLANK)).toBe(words);
  });

  test.each([
    ["refund OR days", '"refund" OR "or" OR "days"'],
    ["返金は？", '"返金" OR "金は"'],
    ["返金", '"返金"'],
    ["返", '"返"'],
  ])("%j as it goes where each word is an alternative: neighbours of a run without spaces", (question, words) => {
    expect(queryWords(question, ANY_OF)).toBe(words);
  });

  test("in Thai a neighbour keeps its vowel signs", () => {
    expect(queryWords("คืนเงิน", ANY_OF)).toBe('"คืน" OR "นเ" OR "เงิ" OR "งิน"');
  });

  test("at most 64 different words go", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
    expect(queryWords(many(MAX_WORDS - 1), BLANK)).toBe(many(MAX_WORDS - 1));
    expect(queryWords(many(MAX_WORDS), BLANK)).toBe(many(MAX_WORDS));
    expect(queryWords(many(MAX_WORDS + 1), BLANK)).toBe(many(MAX_WORDS));
    expect(queryWords("days ".repeat(200), BLANK)).toBe("days");
  });

  test("whatever the question, no sign of a query language is among its words, and they are well-formed", () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    const signs = fc.constantFrom(
      '"',
      "\\",
      "(",
      ")",
      "{",
      "}",
      "[",
      "]",
      ":",
      "*",
      "~",
      "^",
      "|",
      "&",
      "!",
      "/",
      "\u0000",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(text, signs, fc.constant(" OR ")), { maxLength: 8 }), (parts) => {
        const plain = queryWords(parts.join(""), BLANK);
        expect(plain).not.toMatch(/["\\(){}[\]:*~^|&!/\p{Cc}]|(?:^| )(?:[-+]|(?:OR|AND|NOT)(?: |$))/u);
        expect(plain.isWellFormed()).toBe(true);
        const quoted = queryWords(parts.join(""), { join: " ", quote: true });
        expect(quoted).toMatch(/^(?:"[^"\\]+"(?: (?=")|$))*$/);
      }),
      { numRuns: 500 },
    );
  });
});
