/** Every problem of every file at once, sorted, each fault once. */
import { describe, expect, test } from "vitest";
import { loadPolicies } from "../../src/policy/load.ts";
import { problemLine, sortProblems } from "../../src/policy/problem.ts";
import { memorySource } from "../../src/policy/read/policy-source.ts";
import { BASE_ENVIRONMENT, basePolicyFiles } from "../support/base-policy.ts";
import { linesOf, loadBase, loadEdited, problemsOf, QUARTERS } from "../support/load-base.ts";

const edited = (path: string, ...changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((text, [before, after]) => text.replace(before, after), basePolicyFiles().get(path) ?? "");

/** One fault in each file. */
const FAULTS = {
  "policy.yaml": edited("policy.yaml", ["fallback: general", "fallback: genral"]),
  "sources.yaml": edited("sources.yaml", ["timeout: 400ms", "timeout: 400"], ["from: profile", "from: profil"]),
  "pieces.yaml": edited("pieces.yaml", ["label: Level", "label: 7"], ["{{ air }}", "{{ aire }}"]),
  "intents.yaml": edited("intents.yaml", ["owner:", "ownr:"], ["[conditions_today]", "[conditions]"]),
  "vocabulary.yaml": edited("vocabulary.yaml", ["        2:", "        0:"]),
  "scopes.yaml": edited("scopes.yaml", ["horizon: day", "horizon: week\n    horizon: day"]),
  "safety.yaml": "rules: [",
  "base.test.yaml": edited("base.test.yaml", ["scope: today", "scope: tomorrow"]),
  "prompt/system.md": "{{ now }}",
  "samples/conditions.json": "{",
  "intent.yaml": "",
};

test("one fault in each of eleven files: told together, in the order of files and lines", async () => {
  const problems = problemsOf(await loadBase({ files: FAULTS }));
  expect(problems.map(({ file, line, code }) => `${file.replace("policies/base/", "")}:${line} ${code}`)).toEqual([
    "base.test.yaml:8 unknown-scope",
    "intent.yaml:1 unknown-file",
    "intents.yaml:5 unknown-piece",
    "intents.yaml:8 unknown-key",
    "pieces.yaml:18 wrong-type",
    "policy.yaml:23 unknown-intent",
    "prompt/system.md:1 bad-template",
    "safety.yaml:1 yaml-syntax",
    "samples/conditions.json:1 bad-json",
    "scopes.yaml:5 duplicate-key",
    "sources.yaml:7 wrong-type",
    "sources.yaml:16 unknown-source",
    "vocabulary.yaml:6 bad-weight",
  ]);
});

test("the same files give the same problems, whatever the order they are read in", async () => {
  const texts = [...Object.entries(FAULTS), ...[...basePolicyFiles()].filter(([path]) => !(path in FAULTS))];
  const load = (entries: readonly (readonly [string, string])[]) =>
    loadPolicies({
      directory: memorySource(new Map([["base", new Map(entries)]])),
      environment: BASE_ENVIRONMENT,
      production: false,
      counter: QUARTERS,
    });
  expect(linesOf(await load(texts))).toEqual(linesOf(await load([...texts].reverse())));
});

test("two faulty policies are told together; a good one beside them changes nothing", async () => {
  const policies = new Map([
    ["b", new Map([...basePolicyFiles(), ["scopes.yaml", "scopes: []"] as const])],
    ["a", new Map([...basePolicyFiles(), ["safety.yaml", "rules: []"] as const])],
    ["good", basePolicyFiles()],
  ]);
  const options = { environment: BASE_ENVIRONMENT, production: false, counter: QUARTERS };
  const loaded = await loadPolicies({ directory: memorySource(policies), ...options });
  expect(linesOf(loaded)).toEqual([
    "policies/a/safety.yaml:1:8 empty: expected at least one rule",
    "policies/b/scopes.yaml:1:9 wrong-type: expected a mapping (key: value), got an empty list",
  ]);
});

describe("one fault, one problem", () => {
  test.each([
    ["pieces.yaml", "pieces: ["],
    ["sources.yaml", "\tsources:"],
    ["intents.yaml", "intents: &a {}"],
    ["scopes.yaml", "scopes: {today: *x}"],
    ["policy.yaml", "%YAML 1.1\n---\ntitle: no"],
    ["samples/profile.json", "no"],
  ])("%s cannot be read: nothing is said about names that it would have defined", async (path, text) => {
    const problems = problemsOf(await loadBase({ files: { [path]: text } }));
    expect([...new Set(problems.map(({ file }) => file))]).toEqual([`policies/base/${path}`]);
  });

  test.each([
    ["a fault inside a piece leaves its name known", "pieces.yaml", "    label: Level", "    label: 7"],
    ["a missing key of a source leaves its name known", "sources.yaml", "    sample: samples/profile.json\n", ""],
    ["a fault inside a plan leaves its name known", "policy.yaml", "{ secondary_tokens: 10 }", "{ secondary_tokens: ten }"],
    ["a fault inside a parameter leaves its name known", "sources.yaml", 'pattern: "[a-z-]{2,40}"', "pattern: 7"],
    ["a faulty pointer says nothing about the line", "pieces.yaml", "pointer: /level", "pointer: 7"],
    ["a faulty time of measurement is not a missing one", "pieces.yaml", "measured_at: /readiness/measured_at", "measured_at: 7"],
    ["a misspelt key is not a missing one too", "policy.yaml", "title:", "titel:"],
    ["a misspelt section is not a section without names", "pieces.yaml", "pieces:", "peices:"],
    ["a faulty share says nothing about the sum", "policy.yaml", "system: 10,", "system: ten,"],
    ["a missing variable says nothing about the address", "sources.yaml", "url: $", `url: ${"$"}{NOWHERE}$`],
    ["a scope of another form is still known to tests", "scopes.yaml", "  today:", "  Today:"],
  ])("%s", async (_title, path, before, after) => {
    expect(linesOf(await loadEdited(path, before, after))).toHaveLength(1);
  });
});

describe("sortProblems", () => {
  const at = (file: string, line: number, column: number, message = "m") => ({
    file,
    line,
    column,
    code: "tab" as const,
    message,
  });

  test("by file, line as a number, column, message; the same problem once", () => {
    const given = [at("b", 1, 1), at("a", 10, 1), at("a", 9, 2), at("a", 9, 1, "n"), at("a", 9, 1), at("a", 9, 1)];
    const sorted = [at("a", 9, 1), at("a", 9, 1, "n"), at("a", 9, 2), at("a", 10, 1), at("b", 1, 1)];
    expect(sortProblems(given)).toEqual(sorted);
  });

  test("a problem is one line", () => {
    expect(problemLine(at("policies/a/b.yaml", 3, 7, "no"))).toBe("policies/a/b.yaml:3:7 tab: no");
  });
});
