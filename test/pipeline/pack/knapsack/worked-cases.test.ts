import { expect, test } from "vitest";
import { packUnits } from "../../../../src/pipeline/pack/knapsack/pack-units.ts";
import type { Packing, Strategy } from "../../../../src/pipeline/pack/knapsack/packing.ts";
import { pool, unit } from "./pools.ts";

const ids = (packing: Packing): string[] => packing.taken.map((one) => one.unit.id);

const [A, B, C, D] = [unit("A", 80, 0.9), unit("B", 50, 0.6), unit("C", 40, 0.55), unit("D", 30, 0.2)];
/** Budget 100, of which 10 are pinned. */
const fiveBlocks = pool(90, [A, B, C, D], { topK: 2 });

test.each([
  ["score", ["A"], 80, 0.9],
  ["top_k", ["A"], 80, 0.9],
  ["density", ["C", "B"], 90, 1.15],
  ["in_order", ["A"], 80, 0.9],
  ["best", ["C", "B"], 90, 1.15],
  ["exact", ["C", "B"], 90, 1.15],
] as const)("five blocks: %s takes %j", (strategy, taken, used, value) => {
  const packing = packUnits(fiveBlocks, strategy);
  expect(ids(packing)).toEqual(taken);
  expect(packing).toMatchObject({ used, value, best: { value: 1.15, exact: true } });
});

test("five blocks: what was passed says what it cost and what was left", () => {
  expect(packUnits(fiveBlocks, "density").passed).toEqual([
    { unit: A, cost: 80, left: 0, reason: "no_room" },
    { unit: D, cost: 30, left: 0, reason: "no_room" },
  ]);
  expect(packUnits(fiveBlocks, "top_k").passed).toEqual([
    { unit: B, cost: 50, left: 10, reason: "no_room" },
    { unit: C, cost: 40, left: 10, reason: "after_top_k" },
    { unit: D, cost: 30, left: 10, reason: "after_top_k" },
  ]);
});

test("an evidence block of 600: score keeps the new prices, density the refund rules", () => {
  const chunks = pool(600, [unit("pricing_policy_2026", 430, 0.83), unit("refund_rules", 310, 0.78)]);
  expect(ids(packUnits(chunks, "score"))).toEqual(["pricing_policy_2026"]);
  expect(ids(packUnits(chunks, "density"))).toEqual(["refund_rules"]);
});

/** 14,000 tokens, of which 4,100 are pinned. */
const PINNED = 4_100;
const units = [
  unit("email note", 120, 0.6),
  unit("refund policy v3", 1_500, 0.95),
  unit("order history", 1_400, 0.7),
  unit("order lookup", 3_200, 0.95),
  unit("shipping FAQ", 2_300, 0.5),
];
const run = [unit("turn 7", 800, 0.55), unit("turn 5", 900, 0.48)];
const refund = (strategy: Strategy, versionsKnown: boolean): Packing =>
  packUnits(pool(14_000 - PINNED, versionsKnown ? units : [...units, unit("refund policy v2", 2_100, 0.9)], { run }), strategy);

test("the refund question, versions unknown: 13,220 used, the lookup 120 short", () => {
  const packing = refund("density", false);
  expect(packing.used + PINNED).toBe(13_220);
  expect(packing.passed).toEqual([{ unit: units[3], cost: 3_200, left: 3_080, reason: "no_room" }]);
});

test("the refund question, versions known: 12,020 used, the FAQ out, a gap of 0.5 %", () => {
  const { used, value, best, passed } = refund("density", true);
  expect(used + PINNED).toBe(12_020);
  expect(passed).toEqual([{ unit: units[4], cost: 2_300, left: 1_980, reason: "no_room" }]);
  expect({ value, best }).toEqual({ value: 4.23, best: { value: 4.25, exact: true } });
  expect(((best.value - value) / best.value) * 100).toBeCloseTo(0.5, 1);
});

test("the refund question by best: the FAQ in, turn 5 out, 13,420 used, no gap", () => {
  const { used, value, best, passed } = refund("best", true);
  expect(used + PINNED).toBe(13_420);
  expect(passed).toEqual([{ unit: run[1], cost: 900, left: 580, reason: "no_room" }]);
  expect({ value, best }).toEqual({ value: 4.25, best: { value: 4.25, exact: true } });
});
