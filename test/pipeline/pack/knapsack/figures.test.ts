import { describe, expect, test } from "vitest";
import { packUnits } from "../../../../src/pipeline/pack/knapsack/pack-units.ts";
import type { Pool } from "../../../../src/pipeline/pack/knapsack/packing.ts";
import { randomPool, VALUES } from "./pools.ts";

/** Value of `best` over the reference, on average and at worst; throws when it is worse than density or the best single unit. */
function sharesOf(pools: Iterable<Pool>, reference: (pool: Pool, at: number) => number): { mean: number; worst: number } {
  let [sum, worst, count] = [0, 1, 0];
  for (const pool of pools) {
    const { value, used } = packUnits(pool, "best");
    const single = Math.max(...pool.units.filter((unit) => unit.tokens <= pool.capacity).map((unit) => unit.value));
    if (value < Math.max(single, packUnits(pool, "density").value) || used > pool.capacity) throw new Error("worse than simple");
    const share = value / reference(pool, count);
    [sum, worst, count] = [sum + share, Math.min(worst, share), count + 1];
  }
  return { mean: sum / count, worst };
}

function* poolsOf(values: (typeof VALUES)[number], count: number, instances: number): Generator<Pool> {
  for (let seed = 0; seed < instances; seed++) yield randomPool(values, count, seed);
}

/** Value per token from the densest on, and a fraction of the last. */
function fractionalBound({ units, capacity }: Pool): number {
  let [left, value] = [capacity, 0];
  for (const unit of units.toSorted((a, b) => b.value / b.tokens - a.value / a.tokens)) {
    value += unit.value * Math.min(1, left / unit.tokens);
    left -= Math.min(left, unit.tokens);
  }
  return value;
}

describe.each(VALUES)("best packs 99.9 %% on average and 99 %% at worst, values %s", (values) => {
  test("20 units, of the exact optimum", () => {
    const { mean, worst } = sharesOf(poolsOf(values, 20, 1000), (pool) => packUnits(pool, "exact").value);
    expect(mean).toBeGreaterThanOrEqual(0.9999);
    expect(worst).toBeGreaterThanOrEqual(0.999);
  });

  test("200 units, of the exact optimum by table in 40 instances, of the bound in 1,000", () => {
    const exact = (pool: Pool): number => packUnits(pool, "exact").value;
    expect(sharesOf(poolsOf(values, 200, 40), exact).worst).toBeGreaterThanOrEqual(0.9999);
    const { mean, worst } = sharesOf(poolsOf(values, 200, 1000), (pool) => packUnits(pool, "score").best.value);
    expect(mean).toBeGreaterThanOrEqual(0.9999);
    expect(worst).toBeGreaterThanOrEqual(0.999);
  });

  test("2,000 units, of the fractional bound, in 200 instances", () => {
    const { mean, worst } = sharesOf(poolsOf(values, 2000, 200), fractionalBound);
    expect(mean).toBeGreaterThanOrEqual(0.9999);
    expect(worst).toBeGreaterThanOrEqual(0.999);
  });
});
