/** What of a text tells something by itself. */
import { expect, test } from "vitest";
import { tellingParts } from "../../../src/text/restated/telling-parts.ts";

test.each([
  ["Runs daily.", []],
  ["Runs daily.\nSwims", ["Runs daily.", "Swims"]],
  ["- [x] Runs\n  2) Swims\n> • Rows", ["Runs", "Swims", "Rows"]],
  ["[2026-01-01] Health: Runs", ["Health: Runs", "Runs"]],
  ["One two three four five: Runs", []],
  ["a | b", ["a", "b"]],
  ['{"a":"Runs \\"daily\\"","b":["Swims"]}', ['Runs "daily"', "Swims"]],
  ['She said "Runs".', []],
  ['{"a":"broken \\q"}', []],
])("%j: %j", (text, expected) => {
  expect(tellingParts(text)).toEqual(expected);
});

test("in time by the length of the text", () => {
  const time = (text: string): number => {
    const { user } = process.cpuUsage();
    tellingParts(text);
    return process.cpuUsage().user - user;
  };
  const texts = ["a ".repeat(50_000), "[".repeat(100_000), '{"'.repeat(50_000), "- ".repeat(50_000), "a: ".repeat(30_000)];
  for (const text of texts) expect(time(text)).toBeLessThan(1_500_000);
});
