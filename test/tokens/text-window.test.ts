import { describe, expect, it } from "vitest";
import { WINDOW_UNITS, windowEnd } from "../../src/tokens/text-window.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";

describe("a window of a long text", () => {
  it.each([
    ["nothing", 0, 0],
    ["one under the limit", WINDOW_UNITS - 1, WINDOW_UNITS - 1],
    ["exactly the limit", WINDOW_UNITS, WINDOW_UNITS],
    ["one over the limit", WINDOW_UNITS + 1, WINDOW_UNITS],
  ])("ends at the text's end up to the limit: %s", (_, length, end) => {
    expect(windowEnd("a".repeat(length), 0)).toBe(end);
  });

  it("ends behind a line feed that no white space and no slash follows", () => {
    const before = "a".repeat(WINDOW_UNITS - 30);
    expect(windowEnd(`${before}one\ntwo\n three\n/four\n${"b".repeat(100)}`, 0)).toBe(before.length + 21);
    expect(windowEnd(`${before}one\ntwo\n three\n/four\n\n${"b".repeat(6)}\n c`, 0)).toBe(before.length + 22);
    expect(windowEnd(`${before}one\ntwo\n three\n/${"b".repeat(100)}`, 0)).toBe(before.length + 4);
  });

  it("never ends inside a surrogate pair", () => {
    expect(windowEnd(`a${"😀".repeat(WINDOW_UNITS)}`, 0)).toBe(WINDOW_UNITS - 1);
    expect(windowEnd("😀".repeat(WINDOW_UNITS), 0)).toBe(WINDOW_UNITS);
  });
});

it("the count of a text of many windows is the sum over its lines", async () => {
  const counter = await createTokenCounter("o200k_base");
  const line = "Left knee pain reported on 2024-08-06; deload week, 3 sessions.\n";
  const lines = Math.ceil((2.5 * WINDOW_UNITS) / line.length);
  expect(counter.count(line.repeat(lines))).toBe(lines * counter.count(line));
});
