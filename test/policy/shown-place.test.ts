/** Where problems are, as the command line and the start of the service show it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkPolicies } from "../../src/cli/check.ts";
import { loadPolicies } from "../../src/policy/load.ts";
import { NO_LINE, problemLine } from "../../src/policy/problem.ts";
import { folderName, shownMessage, shownPath } from "../../src/policy/shown-place.ts";
import { QUARTERS } from "../support/load-base.ts";

const here = process.cwd();

test.each([
  ["the folder of policies here", "policies", "policies/coaching/intents.yaml", "policies/coaching/intents.yaml"],
  ["the same by its whole path", join(here, "policies"), "policies/coaching/intents.yaml", "policies/coaching/intents.yaml"],
  ["one deeper", "./deploy/policies/", "policies/a/intents.yaml", "deploy/policies/a/intents.yaml"],
  ["one elsewhere", "/srv/policies", "policies/a/intents.yaml", "/srv/policies/a/intents.yaml"],
  ["one beside", "../policies", "policies/a/intents.yaml", join(dirname(here), "policies/a/intents.yaml")],
  ["a name that only begins like a way up", "..policies", "..policies/a", "..policies/a"],
  ["documents that stand elsewhere", "policies", "/srv/wiki/fees.md", "/srv/wiki/fees.md"],
  ["documents that stand here, by their whole path", "policies", join(here, "wiki/fees.md"), "wiki/fees.md"],
])("%s: relative inside the working folder, else absolute", (_title, directory, file, shown) => {
  expect(shownPath(directory, file)).toBe(shown);
});

test("the working folder itself can hold the policies", () => {
  expect(folderName(".")).toBe(basename(here));
  expect(shownPath(".", `${basename(here)}/coaching/intents.yaml`)).toBe("coaching/intents.yaml");
});

test("a folder has no position", () => {
  const problem = { file: "policies", code: "no-policy", message: "m" } as const;
  expect(problemLine({ ...problem, ...NO_LINE })).toBe("policies no-policy: m");
  expect(problemLine({ ...problem, line: 1, column: 1 })).toBe("policies:1:1 no-policy: m");
});

test("a folder without a policy is told by a path that can be opened, wherever it is named from", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-shown-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const directory of [folder, relative(here, folder)]) {
    const said: string[] = [];
    await checkPolicies(directory, {}, { print: (line) => said.push(line), nowMs: 0 });
    expect(said[0]).toMatch(new RegExp(`^${folder} no-policy: `));
  }
  const loaded = await loadPolicies({ directory: folder, environment: {}, production: false, counter: QUARTERS });
  expect("problems" in loaded && loaded.problems.map(({ file }) => file)).toEqual([basename(folder)]);
});

test.each([
  ["policies", "policies/a/vocabulary.yaml"],
  ["./deploy/policies/", "deploy/policies/a/vocabulary.yaml"],
  ["/srv/policies", "/srv/policies/a/vocabulary.yaml"],
])("the places in a finding of %s can be opened, and its other words stay", (directory, shown) => {
  const said = (file: string): string => `The term "policies/x" counts twice (${file}:1:2) and (${file}:3:4).`;
  expect(shownMessage(directory, said("policies/a/vocabulary.yaml"))).toBe(said(shown));
});

test("winnow check tells both places of a term of two intents by a path that can be opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-shown-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "small/prompt"), { recursive: true });
  const files = {
    "policy.yaml":
      'title: Two intents\ntenants: ["*"]\nmodels: [{ name: m, window: 16000, reserve_output: 2000 }]\nrouting: { fallback: a }\n',
    "intents.yaml": "intents:\n  a: { max_words: 250 }\n  b: { max_words: 250 }\n",
    "vocabulary.yaml": "intents:\n  a: { terms: { en: { 1: [pace] } } }\n  b: { terms: { en: { 1: [pace] } } }\n",
    "prompt/system.md": "Answer.\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "small", name), text);
  const said: string[] = [];
  expect(await checkPolicies(folder, {}, { print: (line) => said.push(line), nowMs: 0 })).toBe(0);
  const place = `${folder}/small/vocabulary.yaml`;
  expect(said).toContain(`  term_in_two_intents: The term "pace" counts for "a" (${place}:2:27) and for "b" (${place}:3:27).`);
});
