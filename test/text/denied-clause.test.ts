/** What a clause denies. */
import { expect, test } from "vitest";
import { denies, deniesBefore } from "../../src/text/denied-clause.ts";

test.each([
  ["i don't live in kyiv", true],
  ["i no longer live in kyiv", true],
  ["i live in kyiv", false],
  ["not now , i live in kyiv", false],
  ["i have no car and live in kyiv", false],
  ["not only do i live in kyiv", false],
  ["no one who has ever in fact asked said i live in kyiv", false],
  ["moro no kyiv", true],
  ["ich wohne in kyiv nicht", true],
  ["i live in kyiv not far from you", false],
  ["nebydlím v kyiv", false],
])("%j denies kyiv: %j", (text, expected) => {
  expect(denies(text.split(" "), (word) => word === "kyiv")).toBe(expected);
});

test.each([
  ["do not send it to", true],
  ["i no longer get post at", true],
  ["no", false],
  ["not now , send it to", false],
  ["don't forget", false],
  ["", false],
])("%j denies the value behind it: %j", (text, expected) => {
  expect(deniesBefore(text.split(" "))).toBe(expected);
});
