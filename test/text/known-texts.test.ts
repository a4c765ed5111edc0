import { expect, test } from "vitest";
import { forgetTexts } from "../../src/text/generations.ts";
import { createKnownTexts } from "../../src/text/known-texts.ts";

const weight = () => 100;

test("each reader reads a text once, and a reader is no other's memory", () => {
  const texts = createKnownTexts(100_000);
  const lengths = texts.remember(({ length }) => ({ length }), weight);
  const uppers = texts.remember((text) => ({ upper: text.toUpperCase() }), weight);
  const known = lengths("some text");
  expect(uppers("some text")).toEqual({ upper: "SOME TEXT" });
  expect(known).toEqual({ length: 9 });
  expect(lengths(["some", "text"].join(" "))).toBe(known);
});

test("keeps at most its limit, whatever is read about the texts and in which order", () => {
  const texts = createKnownTexts(20_000);
  const one = texts.remember((text) => ({ text }), weight);
  const other = texts.remember(
    (text) => ({ text }),
    (_, text) => text.length * 5,
  );
  for (let at = 0; at < 2_000; at += 1) {
    one("x".repeat(at % 300) + (at % 70));
    other("x".repeat((at * 7) % 300) + (at % 70));
    expect(texts.units).toBeLessThanOrEqual(20_000);
  }
  expect(texts.units).toBeGreaterThan(10_000);
});

test.each([
  ["one under half of the limit", -1, true],
  ["exactly half of the limit", 0, true],
  ["one over half of the limit", 1, false],
])("keeps a value or not that takes %s", (_, over, kept) => {
  const texts = createKnownTexts(10_000);
  const small = texts.remember((text) => ({ text }), weight);
  small("text");
  const large = texts.remember(
    (text) => ({ text }),
    () => 5_000 - texts.units + over,
  );
  const first = large("text");
  expect(large("text") === first).toBe(kept);
  expect(small("text")).toBe(small("text"));
});

test("at limit 0 nothing is kept", () => {
  const texts = createKnownTexts(0);
  const read = texts.remember((text) => ({ text }), weight);
  expect(read("text")).not.toBe(read("text"));
  expect(texts.units).toBe(0);
});

test("forgetting takes every table of the process, and what is read afterwards is kept again", () => {
  const tables = [createKnownTexts(20_000), createKnownTexts(20_000)];
  const readers = tables.map((texts) => texts.remember((text) => ({ text }), weight));
  for (const read of readers) read("a text of somebody");
  forgetTexts();
  expect(tables.map(({ units }) => units)).toEqual([0, 0]);
  const again = readers.map((read) => read("a text of somebody"));
  expect(tables.map(({ units }) => units > 0)).toEqual([true, true]);
  expect(readers.map((read) => read("a text of somebody"))).toEqual(again);
});
