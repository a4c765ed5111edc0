import ranks from "js-tiktoken/ranks/cl100k_base";
import { describe, expect, it } from "vitest";
import { countShort, SHORT_BYTES } from "../../src/tokens/bpe-merge.ts";
import { createLongMerge } from "../../src/tokens/bpe-merge-long.ts";
import { createMinHeap } from "../../src/tokens/min-heap.ts";
import { buildRankTable } from "../../src/tokens/rank-table.ts";
import { createRandom } from "./random-texts.ts";

/** Single letters first, then the joined tokens in rank order. */
const tableOf = (...tokens: readonly string[]) =>
  buildRankTable(`! 0 ${tokens.map((token) => Buffer.from(token).toString("base64")).join(" ")}`);

describe("both merges", () => {
  const bothCount = (table: ReturnType<typeof tableOf>, text: string): readonly number[] => {
    const bytes = Buffer.from(text);
    return [countShort(table, bytes, bytes.length), createLongMerge(table).count(bytes, bytes.length)];
  };

  it("join the pair of lowest rank first", () => {
    const table = tableOf("a", "b", "c", "bc", "ab", "abc");
    expect(bothCount(table, "abc")).toEqual([1, 1]);
    expect(bothCount(tableOf("a", "b", "c", "d", "bc", "ab", "cd"), "abcd")).toEqual([3, 3]);
  });

  it("join the leftmost of equal pairs", () => {
    expect(bothCount(tableOf("a", "aa"), "aaa")).toEqual([2, 2]);
    expect(bothCount(tableOf("a", "b", "aa", "ab"), "aaab")).toEqual([2, 2]);
  });

  it("leave bytes apart that make no token", () => {
    expect(bothCount(tableOf("a", "b"), "abab")).toEqual([4, 4]);
    expect(bothCount(tableOf("a", "b"), "")).toEqual([0, 0]);
    expect(bothCount(tableOf("a", "b"), "a")).toEqual([1, 1]);
  });

  it("agree on random bytes up to the longest short piece", () => {
    const table = buildRankTable(ranks.bpe_ranks);
    const long = createLongMerge(table);
    const random = createRandom(6);
    for (let i = 0; i < 3000; i++) {
      const range = 2 + random(254);
      const bytes = Uint8Array.from({ length: random(SHORT_BYTES + 1) }, () => random(range));
      expect(countShort(table, bytes, bytes.length)).toBe(long.count(bytes, bytes.length));
    }
  });
});

describe("the heap", () => {
  it("gives its keys back in ascending order, replaced ones included", () => {
    const random = createRandom(7);
    const keys = Array.from({ length: 500 }, () => random(300));
    const heap = createMinHeap();
    for (const key of keys) heap.push(key);
    heap.replaceTop(150);
    const expected = [...keys].sort((a, b) => a - b);
    expected[0] = 150;
    expected.sort((a, b) => a - b);
    const drained: number[] = [];
    for (let top = heap.top; top !== undefined; top = heap.top) {
      drained.push(top);
      heap.pop();
    }
    expect(drained).toEqual(expected);
    expect(heap.size).toBe(0);
  });

  it("is empty before the first key, and a pop then changes nothing", () => {
    const heap = createMinHeap();
    heap.pop();
    expect(heap.top).toBeUndefined();
    heap.push(3);
    expect(heap.top).toBe(3);
  });
});
