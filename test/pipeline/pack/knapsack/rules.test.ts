import { describe, expect, test } from "vitest";
import { packUnits } from "../../../../src/pipeline/pack/knapsack/pack-units.ts";
import type { Packing, Pool, Strategy } from "../../../../src/pipeline/pack/knapsack/packing.ts";
import { pool, randomFrom, randomPool, shuffled, unit, VALUES } from "./pools.ts";

const STRATEGIES: readonly Strategy[] = ["density", "best", "score", "in_order", "top_k", "exact"];
const ids = ({ taken }: Packing): string[] => taken.map((one) => one.unit.id);
const passed = (packing: Packing): string[] =>
  packing.passed.map((one) => `${one.unit.id} ${one.reason} ${one.cost}/${one.left}`);

describe.each(STRATEGIES)("%s", (strategy) => {
  const two = [unit("a", 30, 0.5), unit("b", 20, 0.4)];

  test("takes everything that fits exactly or with one to spare, and not with one too few", () => {
    for (const capacity of [51, 50]) {
      const packing = packUnits(pool(capacity, two), strategy);
      expect(packing).toMatchObject({ used: 50, value: 0.9, passed: [], best: { value: 0.9, exact: true } });
    }
    const short = packUnits(pool(49, two), strategy);
    expect(short.taken).toHaveLength(1);
    expect(short.best).toEqual({ value: 0.5, exact: true });
  });

  test("takes only what costs nothing into no room, and nothing at all below 0", () => {
    const free = unit("free", 0, 0.1);
    expect(ids(packUnits(pool(0, [...two, free]), strategy))).toEqual(["free"]);
    const below = packUnits(pool(-1, [...two, free], { run: [unit("r", 0, 0)] }), strategy);
    expect(below).toMatchObject({ taken: [], used: 0, value: 0, best: { value: 0, exact: true } });
  });

  test("packs an empty pool", () => {
    expect(packUnits(pool(10, []), strategy)).toEqual({
      taken: [],
      passed: [],
      used: 0,
      value: 0,
      best: { value: 0, exact: true },
    });
  });

  test("gives the same for any order of the units, whatever the values", () => {
    if (strategy === "in_order") return;
    for (const [at, values] of VALUES.entries()) {
      const given = randomPool(values, 60, at);
      const other: Pool = { ...given, units: shuffled(given.units, randomFrom(at)) };
      expect(packUnits(other, strategy)).toEqual(packUnits(given, strategy));
    }
  });

  test("bears values of any magnitude", () => {
    for (const scale of [1e-320, 1e-12, 1e12, 1e300]) {
      const units = [unit("a", 30, 3 * scale), unit("b", 20, 2 * scale), unit("c", 10, 2 * scale)];
      const packing = packUnits(pool(40, units), strategy);
      expect(packing.used).toBeLessThanOrEqual(40);
      expect(packing.value).toBeLessThanOrEqual(packing.best.value);
      expect(Number.isFinite(packing.best.value)).toBe(true);
    }
  });
});

test("of equal density the higher value goes first, then the smaller id in code-unit order", () => {
  const units = [unit("b", 10, 0.1), unit("a", 10, 0.1), unit("Z", 10, 0.1), unit("large", 20, 0.2), unit("free", 0, 0)];
  expect(ids(packUnits(pool(100, units), "density"))).toEqual(["free", "large", "Z", "a", "b"]);
});

test("score goes by value, in_order as given and the run last", () => {
  const given = pool(100, [unit("small", 10, 0.4), unit("large", 50, 0.9)], { run: [unit("turn", 10, 0.5)] });
  expect(ids(packUnits(given, "score"))).toEqual(["large", "turn", "small"]);
  expect(ids(packUnits(given, "in_order"))).toEqual(["small", "large", "turn"]);
});

test("sums of decimals that look equal are equal: the tie goes to fewer tokens", () => {
  const units = [unit("a", 10, 0.1), unit("b", 10, 0.2), unit("c", 19, 0.3)];
  expect(packUnits(pool(20, units), "exact")).toMatchObject({ used: 19, value: 0.3 });
});

test("exact takes the smaller ids of choices equal in value and tokens", () => {
  const units = ["d", "c", "b", "a"].map((id) => unit(id, 10, 0.5));
  expect(ids(packUnits(pool(25, units), "exact"))).toEqual(["a", "b"]);
});

test("best lets density stand where it is as good, and leaves it where there is more to have", () => {
  const units = [unit("dense", 10, 0.5), unit("large", 100, 0.9)];
  expect(ids(packUnits(pool(100, units), "density"))).toEqual(["dense"]);
  expect(ids(packUnits(pool(100, units), "best"))).toEqual(["large"]);
  expect(packUnits(pool(110, units), "best")).toEqual(packUnits(pool(110, units), "density"));
});

describe("top_k", () => {
  const units = [unit("a", 10, 0.3), unit("b", 10, 0.9), unit("c", 10, 0.5)];

  test.each([
    [0, []],
    [1, ["b"]],
    [2, ["b", "turn"]],
    [4, ["b", "turn", "c", "a"]],
    [5, ["b", "turn", "c", "a"]],
    [null, ["b", "turn", "c", "a"]],
  ])("of %j takes %j, the run included", (topK, taken) => {
    expect(ids(packUnits(pool(100, units, { run: [unit("turn", 10, 0.8)], topK }), "top_k"))).toEqual(taken);
  });

  test("does not count what stands behind the end of the run", () => {
    const run = [unit("new", 200, 0.8), unit("old", 10, 0.7)];
    const packing = packUnits(pool(100, units, { run, topK: 3 }), "top_k");
    expect(ids(packing)).toEqual(["b", "c"]);
    expect(passed(packing)).toEqual(["new no_room 200/90", "old behind_run 10/90", "a after_top_k 10/80"]);
  });
});

describe("the run", () => {
  test("competes with its next unit only, and an old one waits for the newer", () => {
    const run = [unit("new", 50, 0.1), unit("old", 10, 0.9)];
    expect(ids(packUnits(pool(60, [unit("a", 10, 0.5)], { run }), "density"))).toEqual(["a", "new"]);
    expect(ids(packUnits(pool(60, [unit("a", 10, 0.5)], { run }), "best"))).toEqual(["new", "old"]);
  });

  test("ends at the first unit that does not fit; the older are passed behind it", () => {
    const run = [unit("r1", 10, 0.9), unit("r2", 60, 0.9), unit("r3", 10, 0.1)];
    const packing = packUnits(pool(60, [unit("a", 30, 0.6)], { run }), "density");
    expect(ids(packing)).toEqual(["r1", "a"]);
    expect(passed(packing)).toEqual(["r2 no_room 60/20", "r3 behind_run 10/20"]);
  });
});

describe("the short form", () => {
  const table = unit("table", 100, 0.9, { shortTokens: 20 });

  test("stands in at once where the whole does not fit, with the full value", () => {
    const packing = packUnits(pool(50, [table, unit("a", 30, 0.1)]), "density");
    expect(packing.taken.map(({ unit: { id }, form, cost }) => [id, form, cost])).toEqual([
      ["table", "short", 20],
      ["a", "whole", 30],
    ]);
    expect(packing.value).toBe(1);
  });

  test("is passed with its own cost when it does not fit either", () => {
    expect(passed(packUnits(pool(19, [table]), "density"))).toEqual(["table no_room 20/19"]);
  });

  test("makes room for more under best, and gives way to the whole where there is room for that", () => {
    const forms = (capacity: number): string[] =>
      packUnits(pool(capacity, [table, unit("a", 30, 0.1), unit("b", 40, 0.1)]), "best").taken.map(
        (one) => `${one.unit.id} ${one.form}`,
      );
    expect(forms(110)).toEqual(["table short", "a whole", "b whole"]);
    expect(forms(170)).toEqual(["table whole", "a whole", "b whole"]);
  });

  test("longer than the whole is never used", () => {
    const packing = packUnits(pool(50, [unit("a", 30, 0.5, { shortTokens: 40 }), unit("b", 30, 0.4)]), "best");
    expect(packing.taken).toMatchObject([{ form: "whole", cost: 30 }]);
  });
});

describe("sections", () => {
  const openings = new Map([
    ["facts", 10],
    ["documents", 15],
  ]);

  test("are paid once, by the first that needs them; unknown ones and repeated names cost nothing more", () => {
    const units = [
      unit("a", 10, 0.9, { opens: ["facts", "facts", "unknown"] }),
      unit("b", 10, 0.5, { opens: ["facts", "documents"] }),
    ];
    const packing = packUnits(pool(45, units, { openings }), "density");
    expect(packing.taken.map((one) => one.cost)).toEqual([20, 25]);
    expect(packUnits(pool(44, units, { openings }), "density")).toMatchObject({ used: 20, passed: [{ cost: 25, left: 24 }] });
  });

  test("decide what is best: one section filled beats two opened", () => {
    const units = [
      unit("f1", 20, 0.5, { opens: ["facts"] }),
      unit("f2", 20, 0.4, { opens: ["facts"] }),
      unit("d1", 20, 0.6, { opens: ["documents"] }),
      unit("d2", 60, 0.1, { opens: ["documents"] }),
    ];
    const packing = packUnits(pool(50, units, { openings }), "best");
    expect(ids(packing)).toEqual(["f1", "f2"]);
    expect(packing).toMatchObject({ used: 50, value: 0.9, best: { value: 0.9, exact: true } });
    expect(ids(packUnits(pool(50, units, { openings }), "density"))).toEqual(["d1"]);
  });

  test("by the dozen leave best above density and below the bound", () => {
    const given = randomPool("independent", 120, 7);
    const names = Array.from({ length: 12 }, (_, at) => `s${at}`);
    const units = given.units.map((one, at) => ({ ...one, opens: [names[at % 12] ?? ""] }));
    const many = { ...given, units, openings: new Map(names.map((name, at) => [name, 20 + 10 * at])) };
    const [best, density] = [packUnits(many, "best"), packUnits(many, "density")];
    expect(best.value).toBeGreaterThan(density.value);
    expect(best.value / best.best.value).toBeGreaterThan(0.99);
    expect(best.used).toBeLessThanOrEqual(many.capacity);
  });
});

test("exact beyond its bound of work packs as best does", () => {
  const given = randomPool("proportional", 400, 1);
  const large = {
    ...given,
    units: given.units.map((one) => ({ ...one, tokens: one.tokens * 101 })),
    capacity: given.capacity * 101 + 50,
  };
  const [exact, best] = [packUnits(large, "exact"), packUnits(large, "best")];
  expect(exact).toEqual(best);
  expect(exact.value / exact.best.value).toBeGreaterThan(0.999);
});

test("what no bound of work lets be proven says so, and stays within 1 % of the bound", () => {
  const units = Array.from({ length: 400 }, (_, at) => unit(`u${at}`, 2_002 + 2 * ((at * 7919) % 9_973), 1)).map((one) => ({
    ...one,
    value: one.tokens / 20_000,
  }));
  const { value, best } = packUnits(pool(999_999, units), "best");
  expect(best.exact).toBe(false);
  expect(value).toBeLessThan(best.value);
  expect(value / best.value).toBeGreaterThan(0.99);
});
