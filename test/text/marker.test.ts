import { describe, expect, test } from "vitest";
import { digitsOf, openMarker } from "../../src/text/marker.ts";

describe("digitsOf", () => {
  test("the first nine of 45 digits, zeros in front, from the first 40 digits of the hash alone", () => {
    const last = (16n ** 40n - 1n) % 10n ** 45n;
    expect(digitsOf("0".repeat(64))).toBe("000000000");
    expect(digitsOf(`${"0".repeat(38)}ff${"0".repeat(24)}`)).toBe("000000000");
    expect(digitsOf(`${"f".repeat(40)}${"0".repeat(24)}`)).toBe(digitsOf("f".repeat(40)));
    expect(digitsOf("f".repeat(40))).toBe(last.toString().padStart(45, "0").slice(0, 9));
  });
});

test("openMarker gives one text the same digits again, and another other ones", () => {
  expect(openMarker("a")).toMatch(/^\d{9}$/);
  expect(openMarker("a")).toBe(openMarker("a"));
  expect(openMarker("a")).not.toBe(openMarker("b"));
});
