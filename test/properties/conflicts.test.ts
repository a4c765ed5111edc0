/** Promises about contradictions: the order of the items does not matter, nor do their names but for ties. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Claimant } from "../../src/pipeline/conflict/claimant.ts";
import { findConflicts } from "../../src/pipeline/conflict/find-conflicts.ts";
import { readClaims } from "../../src/text/values/claims.ts";
import type { Topics } from "../../src/text/values/topics.ts";
import { differ } from "../../src/text/values/value.ts";
import { SUPPORT, topicsFrom } from "../support/topics.ts";

const RESOLVES = ["newest", "trust", "tool_over_text", "request_over_profile", "surface"] as const;
const BY_RULE: readonly Topics[] = RESOLVES.flatMap((resolve) =>
  [{}, { qualifier: ["basic", "plus"] }].map((rest) =>
    topicsFrom({
      window: { words: { en: ["window"] }, value: "duration", resolve },
      price: { words: { en: ["price"] }, value: "money", resolve, ...rest },
    }),
  ),
);

const statement = fc.constantFrom(
  "window: 14 days",
  "window: two weeks",
  "window: 30 days",
  "window: one month",
  "window: 29 days",
  "price: $9.99",
  "price: $12.99 a month",
  "price: 8.99 € window: 30 days",
  "basic price: $9.99. window: 14 days",
  "price: basic $12.99, plus $19.99",
  "plus price: $9.99",
  "nothing",
);
const FOR_ALL: Claimant["meantFor"] = new Map();
const claimant = fc.record({
  text: statement,
  label: fc.constantFrom(null, "Basic"),
  claims: fc.constant(null),
  about: fc.constant(null),
  side: fc.constantFrom("request", "profile", "tool", "text"),
  trust: fc.constantFrom(0.2, 0.5, 0.9),
  recency: fc.constantFrom(null, 1, 2, 3),
  fixed: fc.boolean(),
  meantFor: fc.constantFrom(FOR_ALL, FOR_ALL, new Map([["plan", ["free"]]]), new Map([["plan", ["paid"]]])),
});
const claimants = fc
  .array(claimant, { maxLength: 12 })
  .map((all) => all.map((one, at): Claimant => ({ ...one, id: `i${String(at).padStart(2, "0")}` }) as Claimant));
const topics = fc.constantFrom(...BY_RULE);

test("shuffling the items changes nothing", () => {
  fc.assert(
    fc.property(
      claimants.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
      topics,
      ([all, shuffled], given) => {
        expect(findConflicts(shuffled, given)).toEqual(findConflicts(all, given));
      },
    ),
  );
});

test("renaming the items renames the outcome, but for which of the winning side is called the winner", () => {
  fc.assert(
    fc.property(claimants, topics, (all, given) => {
      const renamed = (id: string): string => `z${99 - Number(id.slice(1))}`;
      const losers = (found: ReturnType<typeof findConflicts>): readonly string[] =>
        found.flatMap((one) => one.losers.map((id) => `${one.topic} ${one.outcome} ${id}`)).sort();
      const before = findConflicts(all, given).map((one) => ({ ...one, losers: one.losers.map(renamed) }));
      const after = findConflicts(
        all.map((one) => ({ ...one, id: renamed(one.id) })),
        given,
      );
      expect(losers(after)).toEqual(losers(before));
    }),
  );
});

test("nobody that is fixed loses, no winner does, and whoever loses differs from the winner", () => {
  fc.assert(
    fc.property(claimants, topics, (all, given) => {
      for (const { winner, losers, outcome, items } of findConflicts(all, given)) {
        const fixed = new Set(all.filter((one) => one.fixed).map(({ id }) => id));
        expect(losers.filter((id) => fixed.has(id) || id === winner)).toEqual([]);
        expect(items.length).toBeGreaterThan(1);
        expect(losers.every((id) => items.some((item) => item.id === id))).toBe(true);
        if (winner === null) expect(losers).toEqual([]);
        // What a person said before is replaced and stays.
        const replaced = all.filter(({ id, side, fixed: stays }) => side === "request" && !stays && id !== winner);
        const beaten = items.filter(({ id }) => losers.includes(id) || replaced.some((one) => one.id === id));
        if (outcome === "resolved") expect(beaten.length).toBeGreaterThan(0);
        expect(losers.filter((id) => replaced.some((one) => one.id === id))).toEqual([]);
      }
    }),
  );
});

test("whoever beat something stays", () => {
  fc.assert(
    fc.property(claimants, topics, (all, given) => {
      const found = findConflicts(all, given);
      const lost = new Set(found.flatMap(({ losers }) => losers));
      const beating = found.flatMap(({ winner, losers }) => (winner === null || losers.length === 0 ? [] : [winner]));
      expect(beating.filter((id) => lost.has(id))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("losing items out, nothing is left that loses", () => {
  fc.assert(
    fc.property(claimants, topics, (all, given) => {
      const lost = new Set(findConflicts(all, given).flatMap(({ losers }) => losers));
      const again = findConflicts(
        all.filter(({ id }) => !lost.has(id)),
        given,
      );
      expect(again.flatMap(({ losers }) => losers)).toEqual([]);
    }),
  );
});

test("no text is too strange to be read, and what it claims stands in it", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom("refund window ", "status ", "basic plan "),
      (text, word) => {
        for (const given of [text, word + text]) {
          for (const claim of readClaims(given, SUPPORT)) {
            expect(given).toContain(claim.text);
            expect(differ(claim.value, claim.value)).toBe(false);
          }
        }
      },
    ),
  );
});
