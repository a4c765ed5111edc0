import ranks from "js-tiktoken/ranks/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { createLongMerge } from "../../src/tokens/bpe-merge-long.ts";
import { ENCODINGS } from "../../src/tokens/encodings.ts";
import { buildRankTable, type RankTable } from "../../src/tokens/rank-table.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";
import { createRandom } from "./random-texts.ts";

const random = createRandom(5);
const randomRun = (first: number, range: number) => (length: number) =>
  Array.from({ length }, () => String.fromCharCode(first + random(range))).join("");

const RUNS: Readonly<Record<string, (length: number) => string>> = {
  "the letter a": (length) => "a".repeat(length),
  "the letter A": (length) => "A".repeat(length),
  spaces: (length) => " ".repeat(length),
  carets: (length) => "^".repeat(length),
  "line feeds": (length) => "\n".repeat(length),
  "a Chinese character": (length) => "漢".repeat(length),
  "an emoji": (length) => "😀".repeat(length),
  "a combining mark": (length) => "\u0301".repeat(length),
  "lone surrogates": (length) => "\ud800".repeat(length),
  "random letters": randomRun(0x61, 26),
  "random Chinese": randomRun(0x4e00, 8000),
  "random Thai": randomRun(0xe01, 46),
};

describe.each(ENCODINGS)("%s: 200,000 characters without a break", (encoding) => {
  let counter: TokenCounter;
  beforeAll(async () => {
    counter = await createTokenCounter(encoding);
  });

  it.each(Object.entries(RUNS))("of %s are counted to the end", (_, run) => {
    const text = run(200_000);
    const tokens = counter.count(text);
    // A token takes 128 bytes at most and one at least.
    expect(tokens).toBeGreaterThanOrEqual(Buffer.byteLength(text) / 128);
    expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
  });
});

describe("the steps of a merge", () => {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  let table: RankTable;
  beforeAll(() => {
    table = buildRankTable(ranks.bpe_ranks);
  });

  it.each(Object.entries(RUNS))("stay within 3 n log n for %s", (_, run) => {
    for (const length of [1000, 10_000, 100_000]) {
      const bytes = bytesOf(run(length));
      const merge = createLongMerge(table);
      merge.count(bytes, bytes.length);
      expect(merge.steps).toBeLessThan(3 * bytes.length * Math.log2(bytes.length));
    }
  });

  it.each(Object.entries(RUNS))("no more than double, and a tenth, when a run of %s doubles", (_, run) => {
    const steps = (length: number): number => {
      const bytes = bytesOf(run(length));
      const merge = createLongMerge(table);
      merge.count(bytes, bytes.length);
      return merge.steps;
    };
    expect(steps(80_000) / steps(40_000)).toBeLessThan(2.2);
  });
});
