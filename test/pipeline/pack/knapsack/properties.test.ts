import fc from "fast-check";
import { expect, test } from "vitest";
import { itemsOf } from "../../../../src/pipeline/pack/knapsack/items.ts";
import { optimumOf } from "../../../../src/pipeline/pack/knapsack/optimum.ts";
import { packUnits } from "../../../../src/pipeline/pack/knapsack/pack-units.ts";
import type { Packing, Pool, Strategy, Unit } from "../../../../src/pipeline/pack/knapsack/packing.ts";
import { offerOf } from "../../../../src/pipeline/pack/knapsack/subproblem.ts";
import { randomFrom, shuffled, tryEverything, unit } from "./pools.ts";

const STRATEGIES: readonly Strategy[] = ["density", "best", "score", "in_order", "top_k", "exact"];
const SECTIONS = ["facts", "documents", "message"];

const anyUnit = fc.record({
  tokens: fc.nat(30),
  value: fc.nat(16).map((sixteenths) => sixteenths / 16),
  shortTokens: fc.option(fc.nat(20)),
  opens: fc.subarray(SECTIONS),
});

/** Up to 12 units, the run included; sizes, values and sections often collide. */
const anyPool: fc.Arbitrary<Pool> = fc
  .record({
    units: fc.array(anyUnit, { maxLength: 8 }),
    run: fc.array(anyUnit, { maxLength: 4 }),
    capacity: fc.nat(150),
    openings: fc.array(fc.nat(15), { minLength: 3, maxLength: 3 }),
    topK: fc.option(fc.nat(6)),
  })
  .map(({ units, run, openings, ...rest }) => {
    const named = (prefix: string) => (one: Omit<Unit, "id">, at: number) => unit(`${prefix}${at}`, one.tokens, one.value, one);
    return {
      ...rest,
      units: units.map(named("u")),
      run: run.map(named("r")),
      openings: new Map(openings.map((cost, at) => [SECTIONS[at] ?? "", cost])),
    };
  });

const worthOf = (units: readonly Unit[]): number => units.reduce((sum, one) => sum + one.value, 0);
const takenOf = (packing: Packing): Unit[] => packing.taken.map((one) => one.unit);

test("exact and best are as good as trying everything: sections, short forms and the run included", () => {
  fc.assert(
    fc.property(anyPool, (pool) => {
      const { value } = tryEverything(pool);
      for (const strategy of STRATEGIES) expect(packUnits(pool, strategy).best).toEqual({ value, exact: true });
      expect(packUnits(pool, "exact").value).toBe(value);
      expect(packUnits(pool, "best").value).toBe(value);
    }),
    { numRuns: 300 },
  );
});

test("exact needs the fewest tokens of all choices of its value", () => {
  fc.assert(
    fc.property(anyPool, (pool) => {
      const worth = {
        ...pool,
        units: pool.units.map((one) => ({ ...one, value: one.value + 1 / 16, shortTokens: null })),
        run: [],
      };
      expect(packUnits(worth, "exact").used).toBe(tryEverything(worth).tokens);
    }),
    { numRuns: 200 },
  );
});

const startOf = { steps: 0, opened: new Set<number>() };

const PLENTY = 1_000_000;

test.each([
  ["cores alone", { cells: -1, states: PLENTY, visits: PLENTY, byRule: false }],
  ["tables alone", { cells: PLENTY, states: 0, visits: PLENTY, byRule: true }],
  ["tables after cores without work", { cells: PLENTY, states: 0, visits: PLENTY, byRule: false }],
])("%s reach the optimum and prove it", (_, effort) => {
  fc.assert(
    fc.property(anyPool, (pool) => {
      const items = itemsOf(pool);
      const { choice, bound, exact } = optimumOf(offerOf(items, pool.capacity), startOf, { ...effort });
      const { value } = tryEverything(pool);
      expect(exact).toBe(true);
      expect(items.toValue(bound)).toBe(value);
      expect(items.toValue(choice?.steps ?? 0)).toBe(value);
    }),
    { numRuns: 300 },
  );
});

test("without work the bound is still above every choice", () => {
  fc.assert(
    fc.property(anyPool, fc.nat(12), (pool, states) => {
      const items = itemsOf(pool);
      const effort = { cells: -1, states, visits: 0, byRule: false };
      const { choice, bound, exact } = optimumOf(offerOf(items, pool.capacity), startOf, effort);
      const { value } = tryEverything(pool);
      expect(items.toValue(bound)).toBeGreaterThanOrEqual(value);
      expect(items.toValue(choice?.steps ?? 0)).toBeLessThanOrEqual(value);
      if (exact) expect(items.toValue(choice?.steps ?? 0)).toBe(value);
    }),
    { numRuns: 300 },
  );
});

test("the costs are the tokens of the forms and of the sections opened, and never exceed the capacity", () => {
  fc.assert(
    fc.property(anyPool, fc.constantFrom(...STRATEGIES), (pool, strategy) => {
      const packing = packUnits(pool, strategy);
      const sections = new Set(takenOf(packing).flatMap((one) => one.opens));
      const opening = [...sections].reduce((sum, name) => sum + (pool.openings.get(name) ?? 0), 0);
      const forms = packing.taken.map((one) => (one.form === "whole" ? one.unit.tokens : (one.unit.shortTokens ?? -1)));
      expect(packing.used).toBe(forms.reduce((sum, tokens) => sum + tokens, opening));
      expect(packing.used).toBe(packing.taken.reduce((sum, one) => sum + one.cost, 0));
      expect(packing.used).toBeLessThanOrEqual(pool.capacity);
      expect(packing.value).toBe(worthOf(takenOf(packing)));
      expect(packing.value).toBeLessThanOrEqual(packing.best.value);
    }),
  );
});

test("each unit is taken or passed once; the run is unbroken; nothing passed for want of room would fit at the end", () => {
  fc.assert(
    fc.property(anyPool, fc.constantFrom(...STRATEGIES), (pool, strategy) => {
      const { taken, passed, used } = packUnits(pool, strategy);
      const all = [...taken, ...passed].map((one) => one.unit.id);
      expect(all.toSorted()).toEqual([...pool.units, ...pool.run].map((one) => one.id).toSorted());
      const inRun = taken.map((one) => one.unit.id).filter((id) => id.startsWith("r"));
      expect(inRun).toEqual(pool.run.slice(0, inRun.length).map((one) => one.id));
      const opened = new Set(taken.flatMap((one) => one.unit.opens));
      for (const { unit: one, cost, left, reason } of passed.filter(({ reason }) => reason === "no_room")) {
        expect(cost, reason).toBeGreaterThan(left);
        const opening = [...new Set(one.opens)].filter((name) => !opened.has(name)).map((name) => pool.openings.get(name) ?? 0);
        const needs = opening.reduce((sum, tokens) => sum + tokens, Math.min(one.tokens, one.shortTokens ?? one.tokens));
        expect(needs).toBeGreaterThan(pool.capacity - used);
      }
      const behind = passed.filter((one) => one.reason === "behind_run").map((one) => one.unit.id);
      expect(behind).toEqual(behind.length === 0 ? [] : pool.run.slice(-behind.length).map((one) => one.id));
    }),
  );
});

test("the order of the units changes nothing, except in_order", () => {
  fc.assert(
    fc.property(anyPool, fc.nat(), fc.constantFrom(...STRATEGIES.filter((one) => one !== "in_order")), (pool, seed, strategy) => {
      const other = { ...pool, units: shuffled(pool.units, randomFrom(seed)) };
      expect(packUnits(other, strategy)).toEqual(packUnits(pool, strategy));
    }),
  );
});
