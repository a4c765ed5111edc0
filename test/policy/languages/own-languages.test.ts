/** Language files beside the policies: one replaces the shipped one of its tag, others are added. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadPolicies } from "../../../src/policy/load.ts";
import { problemLine } from "../../../src/policy/problem.ts";
import { hear } from "../../../src/routing/hear.ts";
import { BASE_ENVIRONMENT, basePolicyFiles } from "../../support/base-policy.ts";
import { QUARTERS } from "../../support/load-base.ts";

async function loadWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "winnow-languages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all = [...[...basePolicyFiles()].map(([path, text]) => [`base/${path}`, text] as const), ...Object.entries(files)];
  for (const [path, text] of all) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return loadPolicies({ directory: folder, environment: BASE_ENVIRONMENT, production: false, counter: QUARTERS });
}

const termsIn = async (question: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const loaded = await loadWith(files);
  if ("problems" in loaded) throw new Error(loaded.problems.map(problemLine).join("\n"));
  const { policies, languages } = loaded.snapshot;
  const policy = policies.get("base");
  return policy === undefined
    ? []
    : hear(question, policy.vocabulary, languages).hits.map(({ term, how }) => `${term.text} ${how}`);
};

test("a language file replaces the shipped one of its tag, and is in the snapshot's digest", async () => {
  const own = { "languages/en.yaml": "language: en\nendings: [zz]\ncommon: [the]\n" };
  expect(await termsIn("the trainzz", own)).toEqual(["train inflected"]);
  expect(await termsIn("the trainzz", {})).toEqual([]);
  const [shipped, replaced] = [await loadWith({}), await loadWith(own)];
  if ("problems" in shipped || "problems" in replaced) throw new Error("expected both to load");
  expect(replaced.snapshot.digest).not.toBe(shipped.snapshot.digest);
});

test("a language that does not ship is added, with the words of its policy file", async () => {
  const files = {
    "languages/nb.yaml": "language: nb\nendings: [er]\ncommon: [jeg, har]\n",
    "base/vocabulary/nb.yaml": "language: nb\nintents:\n  training: { 2: [trening] }\n",
  };
  expect(await termsIn("har jeg treninger", files)).toEqual(["trening inflected"]);
});

test("a file under another language's name is refused", async () => {
  const loaded = await loadWith({ "languages/fr.yaml": "language: de\n" });
  expect("problems" in loaded && loaded.problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
    "1:11 name-taken",
  ]);
});

test("a faulty one stops the load with its place; a stranger beside it is told", async () => {
  const loaded = await loadWith({ "languages/nb.yaml": "language: nb\nverbs: []\n", "languages/notes.txt": "x" });
  const lines =
    "problems" in loaded
      ? loaded.problems.map(({ file, line, code }) => `${file.split("/").slice(1).join("/")}:${line} ${code}`)
      : [];
  expect(lines).toEqual(["languages/nb.yaml:2 unknown-key", "languages/notes.txt:1 unknown-file"]);
});

test("an entry that says nothing stops the load with its place", async () => {
  const loaded = await loadWith({ "languages/nb.yaml": "language: nb\nnegation:\n  before: [ikke, 'ikke, sant']\n" });
  expect("problems" in loaded && loaded.problems.map(problemLine)).toEqual([
    expect.stringMatching(/^[^/]+\/languages\/nb\.yaml:3:18 empty-term: "ikke, sant" holds a mark that ends a clause/),
  ]);
});

test("days and months that no calendar has, and units with another name, are refused with those that there are", async () => {
  const time = "time:\n  weekdays: { 8: [z] }\n  months: { 13: [q] }\n  units: { fortnite: [x], moth: [y] }\n";
  const loaded = await loadWith({ "languages/nb.yaml": `language: nb\n${time}` });
  const lines = "problems" in loaded ? loaded.problems.map(problemLine).map((line) => line.replace(/^.*nb\.yaml:/, "")) : [];
  expect(lines).toEqual([
    expect.stringContaining("an ISO weekday, 1 to 7"),
    expect.stringContaining("a month, 1 to 12"),
    expect.stringMatching(/^5:12 unknown-key: "fortnite" is not a key here; .*day, weekend, week, month/),
    expect.stringMatching(/^5:27 unknown-key: "moth" is not a key here; did you mean "month"\?$/),
  ]);
});

test("words that differ in accents alone are two where accents tell words apart, and one elsewhere", async () => {
  const words = (language: string) => `language: ${language}\nintents:\n  training: { 2: [zzmá, zzmã] }\n`;
  const topics = (language: string) =>
    `topics:\n  drink: { words: { ${language}: [zzmá, zzmã] }, value: { one: { ${language}: [zzté] }, two: { ${language}: [zztê] } }, resolve: newest }\n`;
  const faultsOf = async (files: Readonly<Record<string, string>>) => {
    const loaded = await loadWith(files);
    if (!("problems" in loaded)) return [];
    return loaded.problems.map(({ file, line, code }) => `${file.replace(/^.*?base\//, "")}:${line} ${code}`);
  };
  expect(await faultsOf({ "base/vocabulary/vi.yaml": words("vi"), "base/topics.yaml": topics("vi") })).toEqual([]);
  expect(await faultsOf({ "base/vocabulary/fr.yaml": words("fr"), "base/topics.yaml": topics("fr") })).toEqual([
    "topics.yaml:2 duplicate-term",
    "topics.yaml:2 duplicate-term",
    "vocabulary/fr.yaml:3 duplicate-term",
  ]);
});

test.each([
  ["accents_tell: true\n", 0],
  ["", 1],
])("the same goes for the lists of a language file: %j", async (tells, faults) => {
  const loaded = await loadWith({ "languages/nb.yaml": `language: nb\n${tells}common: [tê, tế]\n` });
  const codes = "problems" in loaded ? loaded.problems.map(({ code }) => code) : [];
  expect(codes).toEqual(Array.from({ length: faults }, () => "duplicate-term"));
});
