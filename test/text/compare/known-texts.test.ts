import { expect, test } from "vitest";
import { createKnownTexts } from "../../../src/text/compare/known-texts.ts";
import { forgetTexts } from "../../../src/text/generations.ts";

const weight = () => 100;

test("each reader reads a text once, and a reader is no other's memory", () => {
  const texts = createKnownTexts(100_000);
  const lengths = texts.remember(({ text: { length } }) => ({ length }), weight);
  const uppers = texts.remember(({ text }) => ({ upper: text.toUpperCase() }), weight);
  const found = texts.find("some text");
  const known = lengths(found);
  expect(uppers(found)).toEqual({ upper: "SOME TEXT" });
  expect(known).toEqual({ length: 9 });
  const again = texts.find(["some", "text"].join(" "));
  expect(lengths(again)).toBe(known);
  expect(uppers(again)).toBe(uppers(found));
});

test("keeps at most its limit, whatever is read about the texts and in which order", () => {
  const texts = createKnownTexts(20_000);
  const one = texts.remember(({ text }) => ({ text }), weight);
  const other = texts.remember(
    ({ text }) => ({ text }),
    (_, text) => text.length * 5,
  );
  for (let at = 0; at < 2_000; at += 1) {
    one(texts.find("x".repeat(at % 300) + (at % 70)));
    other(texts.find("x".repeat((at * 7) % 300) + (at % 70)));
    expect(texts.units).toBeLessThanOrEqual(20_000);
  }
  expect(texts.units).toBeGreaterThan(10_000);
});

test("a text that was dropped while somebody holds it is kept again with all that is known of it once more is read", () => {
  const texts = createKnownTexts(2_000);
  const one = texts.remember(({ text }) => ({ text }), weight);
  const other = texts.remember(({ text }) => ({ text }), weight);
  const held = texts.find("held");
  const known = one(held);
  for (let at = 0; at < 20; at += 1) one(texts.find(`another ${at}`));
  expect(texts.find("held")).not.toBe(held);
  other(held);
  expect(texts.find("held")).toBe(held);
  expect(one(texts.find("held"))).toBe(known);
  expect(texts.units).toBeLessThanOrEqual(2_000);
});

test.each([
  ["one under half of the limit", -1, true],
  ["exactly half of the limit", 0, true],
  ["one over half of the limit", 1, false],
])("keeps a value or not that takes %s", (_, over, kept) => {
  const texts = createKnownTexts(10_000);
  const small = texts.remember(({ text }) => ({ text }), weight);
  const found = texts.find("text");
  small(found);
  const large = texts.remember(
    ({ text }) => ({ text }),
    () => 5_000 - texts.units + over,
  );
  const first = large(found);
  expect(large(found) === first).toBe(kept);
  expect(large(texts.find("text")) === first).toBe(kept);
  expect(small(texts.find("text"))).toBe(small(found));
});

test("at limit 0 nothing is kept", () => {
  const texts = createKnownTexts(0);
  const read = texts.remember(({ text }) => ({ text }), weight);
  const found = texts.find("text");
  expect(read(found)).not.toBe(read(found));
  expect(texts.find("text")).not.toBe(found);
  expect(texts.units).toBe(0);
});

test("forgetting takes every table of the process, and what is read afterwards is kept again", () => {
  const tables = [createKnownTexts(20_000), createKnownTexts(20_000)];
  const readers = tables.map((texts) => {
    const read = texts.remember(({ text }) => ({ text }), weight);
    return () => read(texts.find("a text of somebody"));
  });
  for (const read of readers) read();
  forgetTexts();
  expect(tables.map(({ units }) => units)).toEqual([0, 0]);
  const again = readers.map((read) => read());
  expect(tables.map(({ units }) => units > 0)).toEqual([true, true]);
  expect(readers.map((read) => read())).toEqual(again);
});
