import { expect, test } from "vitest";
import { firstPlace } from "../../src/text/first-place.ts";

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [5, 2],
  [6, 4],
  [9, 4],
])("of 1, 2, 5, 5 the first that is not below %d has the place %d", (value, place) => {
  const sorted = [1, 2, 5, 5];
  expect(firstPlace(sorted.length, (at) => (sorted[at] as number) < value)).toBe(place);
});
