import fc from "fast-check";
import { expect, test } from "vitest";
import { mostSimilar, similaritiesOf } from "../../src/documents/similarity.ts";

function unit(...members: number[]): Float32Array {
  const length = Math.hypot(...members);
  return Float32Array.from(members, (member) => member / length);
}

const EAST = unit(1, 0);
const NORTH_EAST = unit(3, 4);
const NORTH = unit(0, 1);
const WEST = unit(-1, 0);

type Vectors = Parameters<typeof similaritiesOf>[0];

const nearest = (vectors: Vectors, question: Float32Array, most: number, counted: Uint8Array | null) =>
  mostSimilar(similaritiesOf(vectors, question), most, counted);
const places = (...given: Parameters<typeof nearest>) => nearest(...given).map(({ at }) => at);

test("the nearest come first, with their cosine", () => {
  const found = nearest([NORTH, WEST, EAST, NORTH_EAST], EAST, 4, null);
  expect(found.map(({ at }) => at)).toEqual([2, 3, 0, 1]);
  expect(found.map(({ similarity }) => Number(similarity.toFixed(6)))).toEqual([1, 0.6, 0, -1]);
});

test("equal ones stand in the order of their places, also where not all of them have room", () => {
  const same = [NORTH, EAST, NORTH, EAST, NORTH, EAST];
  expect(places(same, EAST, 6, null)).toEqual([1, 3, 5, 0, 2, 4]);
  expect(places(same, EAST, 2, null)).toEqual([1, 3]);
  expect(places(same, NORTH, 4, null)).toEqual([0, 2, 4, 1]);
});

test.each([
  [0, []],
  [1, [2]],
  [2, [2, 1]],
  [3, [2, 1, 0]],
  [4, [2, 1, 0]],
])("at most %i come out", (most, expected) => {
  expect(places([NORTH, NORTH_EAST, EAST], EAST, most, null)).toEqual(expected);
});

test("places without a vector, with one of another length, or that do not count are left out", () => {
  expect(places([null, EAST, unit(1, 0, 0), unit(1), NORTH], EAST, 9, null)).toEqual([1, 4]);
  expect(places([EAST, EAST, NORTH], EAST, 9, Uint8Array.of(0, 1, 1))).toEqual([1, 2]);
  expect(places([EAST, NORTH], EAST, 9, new Uint8Array(2))).toEqual([]);
  expect(places([], EAST, 9, null)).toEqual([]);
});

test("a hidden section changes nothing about the others", () => {
  const all = nearest([EAST, NORTH_EAST, NORTH], EAST, 3, null);
  expect(nearest([EAST, NORTH_EAST, NORTH], EAST, 2, Uint8Array.of(0, 1, 1))).toEqual(all.slice(1));
});

test("the same as sorting every cosine, for any number of members", () => {
  const size = fc.integer({ min: 1, max: 9 });
  const member = fc.integer({ min: -9, max: 9 }).map((value) => value || 1);
  const given = size.chain((length) =>
    fc.tuple(
      fc.array(member, { minLength: length, maxLength: length }),
      fc.array(fc.array(member, { minLength: length, maxLength: length }), { maxLength: 12 }),
    ),
  );
  fc.assert(
    fc.property(given, fc.nat(14), ([question, rows], most) => {
      const vectors = rows.map((row) => unit(...row));
      const cosines = rows.map(
        (row) =>
          row.reduce((sum, x, at) => sum + x * (question[at] as number), 0) / (Math.hypot(...row) * Math.hypot(...question)),
      );
      const found = nearest(vectors, unit(...question), most, null);
      expect(found).toHaveLength(Math.min(most, rows.length));
      const sorted = [...cosines].sort((a, b) => b - a);
      for (const [rank, { at, similarity }] of found.entries()) {
        expect(similarity).toBeCloseTo(cosines[at] as number, 5);
        expect(similarity).toBeCloseTo(sorted[rank] as number, 5);
        expect(Math.abs(similarity)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
