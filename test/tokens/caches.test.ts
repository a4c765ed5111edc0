import { describe, expect, it } from "vitest";
import { createPieceCache, MAX_CACHED_PIECE_BYTES } from "../../src/tokens/piece-cache.ts";
import { createTextCache, ENTRY_UNITS } from "../../src/tokens/text-cache.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";
import { createRandom, randomText } from "./random-texts.ts";

describe("the cache of texts", () => {
  it("never holds more than its limit, whatever the lengths", () => {
    const random = createRandom(8);
    const cache = createTextCache(10_000);
    for (let i = 0; i < 20_000; i++) {
      const text = "x".repeat(random(200)) + random(500);
      if (cache.get(text) === undefined) cache.set(text, i);
      expect(cache.units).toBeLessThanOrEqual(10_000);
    }
    expect(cache.units).toBeGreaterThan(5000);
  });

  it("keeps a text that is read again and again, and forgets one that is not", () => {
    const cache = createTextCache(10_000);
    cache.set("kept", 1);
    cache.set("forgotten", 2);
    for (let i = 0; i < 1000; i++) {
      cache.set(`other ${i}`, i);
      expect(cache.get("kept")).toBe(1);
    }
    expect(cache.get("forgotten")).toBeUndefined();
  });

  it.each([
    ["one under half of the limit", -1, 7],
    ["exactly half of the limit", 0, 7],
    ["one over half of the limit", 1, undefined],
  ])("takes or leaves a text of %s", (_, over, kept) => {
    const cache = createTextCache(2000);
    const text = "x".repeat(1000 - ENTRY_UNITS + over);
    cache.set(text, 7);
    expect(cache.get(text)).toBe(kept);
  });

  it("keeps nothing at limit 0", () => {
    const cache = createTextCache(0);
    cache.set("", 1);
    expect(cache.get("")).toBeUndefined();
    expect(cache.units).toBe(0);
  });

  it("tells texts with different lone surrogates apart", () => {
    const cache = createTextCache(10_000);
    cache.set("\ud800", 1);
    expect(cache.get("\ud801")).toBeUndefined();
    expect(cache.get("\ud800")).toBe(1);
  });
});

describe("the cache of pieces", () => {
  const numbered = (i: number): Uint8Array => new TextEncoder().encode(`piece ${i}`);

  it("holds no more pieces than its limit rounded down to a power of two", () => {
    const cache = createPieceCache(100);
    for (let i = 0; i < 5000; i++) cache.set(numbered(i), numbered(i).length, 3);
    let known = 0;
    for (let i = 0; i < 5000; i++) if (cache.get(numbered(i), numbered(i).length) === 3) known++;
    expect(known).toBeGreaterThan(32);
    expect(known).toBeLessThanOrEqual(64);
  });

  it("gives a count only for the same bytes of the same length", () => {
    const cache = createPieceCache(1);
    const longest = new Uint8Array(MAX_CACHED_PIECE_BYTES).fill(65);
    cache.set(longest, longest.length, 12);
    expect(cache.get(longest, longest.length)).toBe(12);
    expect(cache.get(longest, longest.length - 1)).toBe(0);
    longest[95] = 66;
    expect(cache.get(longest, longest.length)).toBe(0);
  });

  it("keeps nothing at limit 0", () => {
    const cache = createPieceCache(0);
    cache.set(numbered(1), 7, 2);
    expect(cache.get(numbered(1), 7)).toBe(0);
  });
});

it("counts are the same with small caches, without caches, and on the second reading", async () => {
  const plain = await createTokenCounter("o200k_base", { maxCachedPieces: 0, maxCachedTextUnits: 0 });
  const small = await createTokenCounter("o200k_base", { maxCachedPieces: 7, maxCachedTextUnits: 500, maxTextUnits: 20 });
  const usual = await createTokenCounter("o200k_base");
  const random = createRandom(9);
  for (let i = 0; i < 5000; i++) {
    const text = randomText(random, 10);
    const tokens = plain.count(text);
    for (const counter of [small, usual, small, usual]) expect(counter.count(text)).toBe(tokens);
  }
});
