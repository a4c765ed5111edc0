/** The language files that ship with the service, and how such a file is read. */
import { describe, expect, test } from "vitest";
import { loadLanguages, readLanguage } from "../../src/policy/load-languages.ts";

test("all shipped languages load", async () => {
  const { languages, problems } = await loadLanguages();
  expect(problems).toEqual([]);
  expect(languages.rules.has("en")).toBe(true);
});

test("English: endings by what they stand in place of", async () => {
  const english = (await loadLanguages()).languages.rules.get("en");
  expect(english?.endings.get("y")).toEqual(new Set(["ies", "ied"]));
  expect(english?.endings.get("")).toContain("ing");
  expect([...(english?.chains ?? [])]).toEqual([""]);
});

describe("a faulty language file is refused with its place", () => {
  test.each([
    ["language: EN\nendings: []\ntime: {}\n", "1:11 bad-format"],
    ["language: en\nendings: [a b]\ntime: {}\n", "2:11 bad-format"],
    ["language: en\nendings: []\ntime:\n  days: { soon: [soon] }\n", "4:11 bad-format"],
    ["language: en\nendings: []\ntime:\n  units: { fortnight: [fortnight] }\n", "4:12 unknown-key"],
    ["language: en\nendings: []\ntime:\n  ago: [no, 7]\n", "4:13 wrong-type"],
    ["language: en\nendings: []\ntime: {}\nverbs: []\n", "4:1 unknown-key"],
  ])("%j", (text, expected) => {
    const { language, problems } = readLanguage("languages/en.yaml", text);
    expect(language).toBeNull();
    expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([expected]);
  });
});
