/** Figures are rounded in the direction that keeps what is said of them true. */
import { expect, test } from "vitest";
import { roundedDown, roundedUnder } from "../../src/pipeline/rounded.ts";

test.each([
  [5.79488, 5.7948],
  [5.79491, 5.7949],
  [0.57, 0.57],
  [5.7949, 5.7949],
  [0.00004, 0],
])("%f is shown as at most itself", (value, shown) => {
  expect(roundedDown(value)).toBe(shown);
});

test("a figure under its floor is never shown as the floor", () => {
  expect(roundedUnder(5.79488, 5.7949)).toBe(5.79488);
  expect(roundedUnder(0.12345678, 0.3)).toBe(0.1235);
});
