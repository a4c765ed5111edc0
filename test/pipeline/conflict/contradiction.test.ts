/** Groups of what contradicts each other: the same as by comparing all pairs, with far fewer comparisons. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Claimant } from "../../../src/pipeline/conflict/claimant.ts";
import {
  contradict,
  groupsBy,
  type Relation,
  type Saying,
  sayingKey,
  usualEffort,
} from "../../../src/pipeline/conflict/contradiction.ts";
import { findConflicts } from "../../../src/pipeline/conflict/find-conflicts.ts";
import { topicsFrom } from "../../support/topics.ts";

const FOR_ALL: Saying["meantFor"] = new Map();

function days(count: number, meantFor = FOR_ALL): Saying {
  const value = { kind: "duration", months: 0, seconds: count } as const;
  return { key: sayingKey({ value, qualifier: null, meantFor }), value, qualifier: null, meantFor };
}

const counted = (relation: Relation) => {
  const calls = { made: 0 };
  const counting: Relation = (a, b) => {
    calls.made += 1;
    return relation(a, b);
  };
  return { calls, counting };
};

test("values for 5,000 different people are compared with few others", () => {
  const all = Array.from({ length: 5_000 }, (_, at) =>
    days(
      at,
      new Map([
        ["n", [at]],
        ["region", ["eu"]],
      ]),
    ),
  );
  const { calls, counting } = counted(contradict);
  expect(groupsBy(all, counting, usualEffort())).toEqual([]);
  expect(calls.made).toBeLessThan(10_000);
});

test("what nothing tells apart is compared until the effort is spent, and never longer", () => {
  const all = Array.from({ length: 5_000 }, (_, at) => days(5, new Map([["n", [at, "all"]]])));
  const { calls, counting } = counted(contradict);
  expect(groupsBy(all, counting, { left: 20_000 })).toEqual([]);
  expect(calls.made).toBe(20_000);
});

test("the groups are those of comparing all pairs", () => {
  const saying = fc
    .tuple(
      fc.nat({ max: 3 }),
      fc.option(fc.uniqueArray(fc.nat({ max: 30 }), { minLength: 1, maxLength: 3 }), { nil: null }),
      fc.boolean(),
    )
    .map(([count, values, regional]) =>
      days(
        count,
        new Map<string, readonly (string | number)[]>([
          ...(values === null ? [] : [["n", values] as const]),
          ...(regional ? [["region", [count % 2 === 0 ? "eu" : "us"]] as const] : []),
        ]),
      ),
    );
  const keysOf = (groups: readonly (readonly Saying[])[]): readonly string[] =>
    groups.map((group) => [...new Set(group.map(({ key }) => key))].sort().join(" | ")).sort();
  fc.assert(
    fc.property(fc.array(saying, { minLength: 60, maxLength: 120 }), (all) => {
      expect(keysOf(groupsBy(all, contradict, usualEffort()))).toEqual(keysOf(byAllPairs(all)));
    }),
    { numRuns: 200 },
  );
});

function byAllPairs(all: readonly Saying[]): readonly (readonly Saying[])[] {
  let groups: (readonly Saying[])[] = [];
  for (const one of all) {
    const joined = groups.filter((group) => group.some((other) => other.key === one.key || contradict(one, other)));
    groups = [...groups.filter((group) => !joined.includes(group)), [one, ...joined.flat()]];
  }
  return groups.filter((group) => new Set(group.map(({ key }) => key)).size > 1);
}

test("a long chain of contradictions is logged in proportion to its length", () => {
  const topics = topicsFrom({ window: { words: { en: ["window"] }, value: "number", resolve: "newest" } });
  const chain = Array.from(
    { length: 2_000 },
    (_, at): Claimant => ({
      ...{ id: `c${String(at).padStart(4, "0")}`, text: `window: ${at}`, label: null, claims: null, about: null },
      ...{ side: "text", trust: 1, recency: at, fixed: false, meantFor: new Map([["n", [at, at + 1]]]) },
    }),
  );
  const found = findConflicts(chain, topics);
  expect(found.reduce((sum, { items }) => sum + items.length, 0)).toBeLessThan(8_000);
  const lost = new Set(found.flatMap(({ losers }) => losers));
  expect(found.filter(({ winner }) => winner !== null && lost.has(winner))).toEqual([]);
  expect(lost.size).toBeGreaterThan(0);
});
