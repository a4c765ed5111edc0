/** The language files that ship with the service, and how such a file is read. */
import { describe, expect, test } from "vitest";
import { compileRules } from "../../../src/policy/languages/compile-language.ts";
import { loadLanguages, readLanguage } from "../../../src/policy/languages/load-languages.ts";

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

test.each([
  ["an ending without a letter", "endings: [s, ++]", "2:14 empty-term"],
  ["the second side of an ending", 'endings: ["ies > ـ"]', "2:11 empty-term"],
  ["an ending twice, once accents are set aside", "endings: [e, é]", "2:14 duplicate-term"],
  ["a suffix twice in its group", "suffixes: [[er, en], [er, ER]]", "2:27 duplicate-term"],
  ["a proclitic twice", "proclitics: [l, L]", "2:17 duplicate-term"],
  ["a phrase with a comma", 'negation: { before: [no, "not, at all"] }', "2:26 empty-term"],
  ["a phrase without a letter", 'background: { after: ["!"] }', "2:23 empty-term"],
  ["a function word twice", "common: [the, is, The]", "2:19 duplicate-term"],
  ["a word that is spelt right twice", "spelt_right: [tried, Tried]", "2:22 duplicate-term"],
  ["a phrase of time twice", "time: { days: { 0: [today, to day, today] } }", "2:36 duplicate-term"],
  ["a unit without a letter", 'time: { units: { week: ["..."] } }', "2:25 empty-term"],
])("an entry that says nothing is told with its place: %s", (_, line, expected) => {
  const { language, problems } = readLanguage("languages/en.yaml", `language: en\n${line}\n`);
  expect(language).toBeNull();
  expect(problems.map((problem) => `${problem.line}:${problem.column} ${problem.code}`)).toEqual([expected]);
});

test("a word may stand in two lists, and with and without its endings", () => {
  const text = "language: en\nnegation: { before: [no], after: [no] }\ntime: { weekdays: { 1: [monday, =monday] } }\n";
  expect(readLanguage("languages/en.yaml", text).problems).toEqual([]);
});

describe("as many combinations of suffixes as are built, and one more", () => {
  const group = (letter: string, size: number): string =>
    `[${Array.from({ length: size }, (_, at) => letter + "abcdefghijklmnopqrstuvwxyz"[at % 26] + "xyzuvwrst"[Math.floor(at / 26)]).join(", ")}]`;
  // (199 + 1) × (99 + 1) is the most.
  test("all of the most are built", () => {
    const { language, problems } = readLanguage(
      "languages/en.yaml",
      `language: en\nsuffixes: [${group("a", 199)}, ${group("b", 99)}]\n`,
    );
    expect(problems).toEqual([]);
    expect(language === null ? 0 : compileRules(language).chains.size).toBe(20_000);
  });
  test("more are refused", () => {
    const { problems } = readLanguage("languages/en.yaml", `language: en\nsuffixes: [${group("a", 199)}, ${group("b", 100)}]\n`);
    expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(["2:1 too-large"]);
    expect(problems[0]?.message).toContain("20200 combinations, at most 20000");
  });
});
