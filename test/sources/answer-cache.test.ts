import { expect, test } from "vitest";
import type { Source } from "../../src/policy/rules/sources.ts";
import { answerKey, createAnswerCache } from "../../src/sources/answer-cache.ts";
import { resultOfText } from "../../src/sources/payload.ts";
import { failed, NOT_COMPUTED } from "../../src/sources/source-result.ts";
import { aCaller, aSource } from "../upstream/build.ts";

const FACTS = resultOfText('{"score":72}', null);
const source = (changes: Partial<Source> = {}) => aSource("http://a.example", "/x", changes);

function cacheAt(maxBytes = 100_000) {
  const clock = { ms: 1_000 };
  return { cache: createAnswerCache({ maxBytes, nowMs: () => clock.ms }), clock };
}

test("facts are fresh until one millisecond before their time to live and stand in until the window after it closes", () => {
  const { cache, clock } = cacheAt();
  cache.note("k", FACTS, source({ ttlMs: 5_000, staleIfErrorMs: 2_000 }));
  clock.ms = 5_999;
  expect(cache.fresh("k")).toBe(FACTS);
  clock.ms = 6_000;
  expect(cache.fresh("k")).toBeUndefined();
  expect(cache.standIn("k")).toEqual({ ...FACTS, stale: true });
  clock.ms = 7_999;
  expect(cache.standIn("k")?.stale).toBe(true);
  clock.ms = 8_000;
  expect(cache.standIn("k")).toBeUndefined();
});

test("without a time to live nothing is kept, but a window alone keeps facts to stand in", () => {
  const { cache } = cacheAt();
  cache.note("none", FACTS, source());
  cache.note("window", FACTS, source({ staleIfErrorMs: 1_000 }));
  expect([cache.fresh("none"), cache.standIn("none"), cache.fresh("window")]).toEqual([undefined, undefined, undefined]);
  expect(cache.standIn("window")?.stale).toBe(true);
});

test("not computed is kept for at most 30 seconds, never stands in, and ends older facts", () => {
  const { cache, clock } = cacheAt();
  cache.note("k", FACTS, source({ ttlMs: 60_000, staleIfErrorMs: 60_000 }));
  cache.note("k", NOT_COMPUTED, source({ ttlMs: 60_000, staleIfErrorMs: 60_000 }));
  expect(cache.fresh("k")).toBe(NOT_COMPUTED);
  expect(cache.standIn("k")).toBeUndefined();
  clock.ms += 29_999;
  expect(cache.fresh("k")).toBe(NOT_COMPUTED);
  clock.ms += 1;
  expect(cache.fresh("k")).toBeUndefined();
  cache.note("short", NOT_COMPUTED, source({ ttlMs: 10 }));
  clock.ms += 10;
  expect(cache.fresh("short")).toBeUndefined();
});

test("not computed ends older facts also where the source keeps nothing fresh", () => {
  const { cache } = cacheAt();
  cache.note("k", FACTS, source({ staleIfErrorMs: 60_000 }));
  cache.note("k", NOT_COMPUTED, source({ staleIfErrorMs: 60_000 }));
  expect(cache.standIn("k")).toBeUndefined();
});

test("a failure is never kept; a refusal by the service ends the older answer, a fault of it does not", () => {
  const { cache } = cacheAt();
  const keeps = source({ ttlMs: 1_000, staleIfErrorMs: 1_000 });
  const standsInAfter = (failure: ReturnType<typeof failed>) => {
    cache.note("k", FACTS, keeps);
    cache.note("k", failure, keeps);
    return cache.standIn("k") !== undefined;
  };
  const faults = [failed("timeout"), failed("http_status", 503), failed("http_status", 429), failed("http_status", 408)];
  expect(faults.map(standsInAfter)).toEqual([true, true, true, true]);
  expect([400, 401, 403, 410].map((code) => standsInAfter(failed("http_status", code)))).toEqual([false, false, false, false]);
  cache.note("new", failed("timeout"), keeps);
  expect(cache.fresh("new")).toBeUndefined();
});

test("the cache stays within its bytes, oldest use out first, and refuses what is larger than itself", () => {
  const { cache } = cacheAt(10_000);
  const keeps = source({ ttlMs: 1_000 });
  for (let n = 0; n < 100; n += 1) cache.note(`k${n}`, FACTS, keeps);
  const kept = Array.from({ length: 100 }, (_, n) => cache.fresh(`k${n}`)).map((hit, n) => (hit ? n : -1));
  expect(kept.filter((n) => n >= 0).length).toBeLessThan(20);
  expect(kept[99]).toBe(99);
  cache.note("huge", resultOfText(JSON.stringify({ a: "x".repeat(10_000) }), null), keeps);
  expect(cache.fresh("huge")).toBeUndefined();
  expect(cache.fresh("k99")).toBe(FACTS);
});

test("a key tells tenant, person, source, policy and address apart; a shared source leaves out the person alone", () => {
  const own = source();
  const shared = source({ shared: true });
  const keys = [
    answerKey(aCaller("a", "t"), "d", own, "x"),
    answerKey(aCaller("b", "t"), "d", own, "x"),
    answerKey(aCaller("a", "u"), "d", own, "x"),
    answerKey(aCaller("a", "t"), "e", own, "x"),
    answerKey(aCaller("a", "t"), "d", source({ name: "other" }), "x"),
    answerKey(aCaller("a", "t"), "d", own, "y"),
    answerKey(aCaller('a","b', "t"), "d", own, "x"),
    answerKey(aCaller("a", "t"), "d", shared, "x"),
    answerKey(aCaller("a", "u"), "d", shared, "x"),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(answerKey(aCaller("b", "t"), "d", shared, "x")).toBe(answerKey(aCaller("a", "t"), "d", shared, "x"));
});

test("a person is forgotten in one tenant, with everything of theirs and nothing of anybody else", () => {
  const { cache } = cacheAt();
  const keyOf = (about: string, tenant: string, name: string, shared = false) =>
    answerKey(aCaller(about, tenant), "sha256:p", source({ name, shared }), "/x");
  const theirs = [keyOf("maya", "north", "a"), keyOf("maya", "north", "b")];
  const others = [keyOf("boris", "north", "a"), keyOf("maya", "south", "a"), keyOf("maya", "north", "c", true)];
  for (const key of [...theirs, ...others]) cache.note(key, FACTS, source({ ttlMs: 5_000 }));
  expect(cache.forget(aCaller("maya", "north"))).toBe(2);
  expect(theirs.map((key) => cache.fresh(key))).toEqual([undefined, undefined]);
  expect(others.map((key) => cache.fresh(key))).toEqual([FACTS, FACTS, FACTS]);
  expect(cache.forget(aCaller("maya", "north"))).toBe(0);
  expect(cache.erasures()).toBe(2);
});
