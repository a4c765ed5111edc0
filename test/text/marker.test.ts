import { describe, expect, test } from "vitest";
import { digitsOf, openMarker } from "../../src/text/marker.ts";

describe("digitsOf", () => {
  test("45 digits, zeros in front, from the first 40 digits of the hash alone", () => {
    expect(digitsOf("0".repeat(64))).toBe("0".repeat(45));
    expect(digitsOf(`${"0".repeat(38)}ff${"0".repeat(24)}`)).toBe(`${"0".repeat(42)}255`);
    expect(digitsOf(`${"0".repeat(38)}ff${"9".repeat(24)}`)).toBe(digitsOf(`${"0".repeat(38)}ff`));
    expect(digitsOf("f".repeat(40))).toBe(((2n ** 160n - 1n) % 10n ** 45n).toString());
  });
});

test("openMarker gives one text the same digits again, and another other ones", () => {
  expect(openMarker("a")).toMatch(/^\d{45}$/);
  expect(openMarker("a")).toBe(openMarker("a"));
  expect(openMarker("a").slice(0, 9)).not.toBe(openMarker("b").slice(0, 9));
});
