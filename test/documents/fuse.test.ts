import fc from "fast-check";
import { expect, test } from "vitest";
import { fuse } from "../../src/documents/fuse.ts";

const SIXTY = { constant: 60 };
const order = (...rankings: number[][]) => fuse(rankings, SIXTY).map(({ at }) => at);

test("a place both rankings have stands above places that one of them has, and the scores are the paper's", () => {
  expect(
    fuse(
      [
        [7, 3],
        [3, 9],
      ],
      SIXTY,
    ),
  ).toEqual([
    { at: 3, score: 1 / 61 + 1 / 62, ranks: [2, 1] },
    { at: 7, score: 1 / 61, ranks: [1, null] },
    { at: 9, score: 1 / 62, ranks: [null, 2] },
  ]);
});

test("one ranking keeps its order, and none, or empty ones, give nothing", () => {
  expect(order([5, 2, 8])).toEqual([5, 2, 8]);
  expect(order([5, 2, 8], [])).toEqual([5, 2, 8]);
  expect(order()).toEqual([]);
  expect(order([], [])).toEqual([]);
});

test("equal scores stand in the order of their places, whichever ranking gave which rank", () => {
  expect(order([9, 4], [4, 9])).toEqual([4, 9]);
  // Summed as they come, 1/61 + 1/62 + 1/67 and 1/67 + 1/61 + 1/62 differ in their last bit.
  const others = [90, 91, 92, 93];
  const turned = fuse(
    [
      [1, 2, ...others, 3],
      [3, 1, ...others, 2],
      [2, 3, ...others, 1],
    ],
    SIXTY,
  );
  const same = turned.filter(({ at }) => at < 90);
  expect(same.map(({ at }) => at)).toEqual([1, 2, 3]);
  expect(new Set(same.map(({ score }) => score)).size).toBe(1);
});

test("a place that a ranking repeats counts where it stands first", () => {
  expect(fuse([[4, 4, 6]], SIXTY)).toEqual([
    { at: 4, score: 1 / 61, ranks: [1] },
    { at: 6, score: 1 / 63, ranks: [3] },
  ]);
});

test("a small constant lets a first place win against two middling ones, a large one does not", () => {
  const rankings = [
    [1, 8, 9, 2],
    [7, 6, 5, 2],
  ];
  expect(fuse(rankings, { constant: 1 })[0]?.at).toBe(1);
  expect(fuse(rankings, SIXTY)[0]?.at).toBe(2);
});

test("every place that was ranked comes out once, scores never rise, and a better rank never lowers a score", () => {
  const ranking = fc.uniqueArray(fc.nat(12), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(ranking, { maxLength: 4 }), (rankings) => {
      const fused = fuse(rankings, SIXTY);
      expect(fused.map(({ at }) => at).sort((a, b) => a - b)).toEqual([...new Set(rankings.flat())].sort((a, b) => a - b));
      for (const [index, { score }] of fused.entries()) expect(score).toBeLessThanOrEqual(fused[index - 1]?.score ?? 1);
      for (const { at, ranks } of fused) {
        expect(ranks).toEqual(rankings.map((places) => (places.includes(at) ? places.indexOf(at) + 1 : null)));
      }
    }),
  );
});
