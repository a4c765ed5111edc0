/** The command line as a process: which words and options it takes. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { COACHING_QUESTIONS } from "./run-verb.ts";

/** A process loads every language and every policy, on a machine that runs other tests. */
const LOADING = { timeout: 60_000 };

const winnow = (...args: readonly string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", "src/cli/winnow.ts", ...args], { encoding: "utf8" });

test.each([
  ["evall", 'winnow: expected a verb, got "evall"; did you mean "eval"?\nwinnow --help says what there is.\n'],
  ["suggest --limit 0 --questions x", /^winnow suggest: --limit: .*, got "0"\nwinnow suggest --help says what there is\.\n$/],
])("winnow %s says what was expected to standard error and ends with 2", LOADING, (line, said) => {
  const { status, stdout, stderr } = winnow(...line.split(" "));
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(said);
});

test("winnow VERB --help prints what the verb takes and ends with 0", LOADING, () => {
  const { status, stdout, stderr } = winnow("suggest", "--help");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^usage: winnow suggest --questions FILE \[--policies FOLDER\]/);
});

test("winnow eval routing writes figures to standard output", LOADING, () => {
  const { status, stdout, stderr } = winnow(
    "eval",
    "routing",
    "--questions",
    COACHING_QUESTIONS,
    "--policy",
    "coaching",
    "--json",
  );
  expect([status, stderr, JSON.parse(stdout).total.n]).toEqual([0, "", 23]);
});

test("winnow eval routing writes faults to standard error, one sentence each", LOADING, () => {
  const { status, stdout, stderr } = winnow("eval", "routing", "--questions", "package.json", "--policy", "coaching", "--json");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^package\.json:1 expected a JSON object, got text that is no JSON/);
  expect(stderr).not.toContain("    at ");
});

test("winnow sweep measures the folder of a policy, named by the set, with the lists that it was given", LOADING, () => {
  const set = "policies/support/handbook.questions.jsonl";
  const { status, stdout, stderr } = winnow("sweep", "--set", set, "--k", "4,1", "--floor", "6.5", "--json");
  const cells = JSON.parse(stdout).grid.map(({ k, floor }: { k: number; floor: number }) => [k, floor]);
  expect([status, stderr, cells]).toEqual([
    0,
    "",
    [
      [1, 6.5],
      [4, 6.5],
    ],
  ]);
});

test.each(["check", "test"])("winnow %s ends quietly where its reader leaves before the end", LOADING, (verb) => {
  const piped = `"${process.execPath}" --import tsx src/cli/winnow.ts ${verb} | true`;
  const { stderr } = spawnSync("sh", ["-c", piped], { encoding: "utf8" });
  expect(stderr).toBe("");
});
