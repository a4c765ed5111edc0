/** The counter against js-tiktoken itself, once for each encoding. */
import { Tiktoken, type TiktokenBPE } from "js-tiktoken/lite";
import { beforeAll, describe, expect, it } from "vitest";
import type { Encoding } from "../../src/tokens/encodings.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";
import { createRandom, randomText } from "./random-texts.ts";

const RANDOM_TEXTS = 50_000;
const TIMEOUT_MS = 120_000;

/** One unbroken piece each; the lengths in bytes are multiples of these. */
const RUNS: Readonly<Record<string, string>> = {
  "a letter": "a",
  "a capital": "A",
  "a space": " ",
  "a line feed": "\n",
  "a carriage return and a line feed": "\r\n",
  "a tab": "\t",
  "a caret": "^",
  "an exclamation mark": "!",
  "a Chinese character": "漢",
  "a Thai letter": "ก",
  "an emoji": "😀",
  "a family of emoji": "👩‍👩‍👧‍👦",
  "a combining mark": "\u0301",
  "a lone surrogate": "\ud800",
  "a byte order mark": "\ufeff",
  "a NUL": "\0",
  "a U+0085": "\u0085",
};

const LONG_TEXTS: Readonly<Record<string, string>> = {
  digits: "3141592653589793".repeat(60),
  base64: Buffer.from(Array.from({ length: 700 }, (_, i) => (i * i * 31 + i * 7) & 255)).toString("base64"),
  hexadecimal: "deadBEEF0123".repeat(80),
  "random letters": randomRun(11, 97, 26, 900),
  "random Chinese": randomRun(12, 0x4e00, 8000, 250),
  "random Thai": randomRun(13, 0xe01, 46, 250),
  "alternating case": "aB".repeat(900),
  "contractions in a row": "'s'll're".repeat(150),
  "slashes and line feeds": "./\n/\r\n//\n".repeat(150),
  "spaces before line feeds": "   \n \n\t\n".repeat(150),
};

function randomRun(seed: number, first: number, range: number, length: number): string {
  const random = createRandom(seed);
  return Array.from({ length }, () => String.fromCharCode(first + random(range))).join("");
}

export function describeEquality(encoding: Encoding, ranks: TiktokenBPE, seed: number): void {
  describe(`${encoding}: the count is the length of js-tiktoken's encoding`, () => {
    const oracle = new Tiktoken(ranks);
    const expected = (text: string): number => oracle.encode(text, [], []).length;
    let counter: TokenCounter;
    beforeAll(async () => {
      counter = await createTokenCounter(encoding);
    });

    it(`of ${RANDOM_TEXTS} random texts of all scripts, emoji, code and control characters`, { timeout: TIMEOUT_MS }, () => {
      const random = createRandom(seed);
      const wrong: string[] = [];
      for (let i = 0; i < RANDOM_TEXTS; i++) {
        const text = randomText(random, 12);
        if (counter.count(text) !== expected(text)) wrong.push(JSON.stringify(text));
      }
      expect(wrong).toEqual([]);
    });

    it.each(Object.entries(RUNS))("of runs of %s around the lengths where the merge changes", (_, unit) => {
      const bytes = Buffer.byteLength(unit);
      for (const length of [1, 2, 3, 32, 95, 96, 97, 98, 128, 129, 400]) {
        const run = unit.repeat(Math.ceil(length / bytes));
        expect({ length, tokens: counter.count(run) }).toEqual({ length, tokens: expected(run) });
      }
    });

    it.each(Object.entries(RUNS))("of 800 bytes of %s between words", { timeout: TIMEOUT_MS }, (_, unit) => {
      const text = `before ${unit.repeat(Math.floor(800 / Buffer.byteLength(unit)))} after`;
      expect(counter.count(text)).toBe(expected(text));
    });

    it.each(Object.entries(LONG_TEXTS))("of a long text of %s", { timeout: TIMEOUT_MS }, (_, text) => {
      expect(counter.count(text)).toBe(expected(text));
    });

    it("of 2,000 bytes without a break", { timeout: TIMEOUT_MS }, () => {
      const run = `${"a".repeat(700)}漢字かな`.repeat(3).slice(0, 1950);
      expect(counter.count(run)).toBe(expected(run));
    });

    it("of control strings, which are plain text", () => {
      for (const text of ["<|endoftext|>", "a<|endofprompt|>b", "<|im_start|>system", "<|endoftext|><|endoftext|>"]) {
        expect(counter.count(text)).toBe(expected(text));
      }
      expect(counter.count("<|endoftext|>")).toBeGreaterThan(1);
    });

    it("of the empty text, which has no tokens", () => {
      expect(counter.count("")).toBe(0);
    });
  });
}
