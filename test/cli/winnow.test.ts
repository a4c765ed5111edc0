/** The command line as a process: which words and options it takes. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { COACHING_QUESTIONS } from "./run-verb.ts";

const winnow = (...args: readonly string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", "src/cli/winnow.ts", ...args], { encoding: "utf8" });

test.each([["eval"], ["eval nothing --questions x"], ["suggest --questions x --json"], ["check --grid"]])(
  "winnow %s prints the usage and ends with 2",
  (line) => {
    const { status, stdout } = winnow(...line.split(" "));
    expect(status).toBe(2);
    expect(stdout).toContain("winnow eval routing --questions FILE");
  },
);

test("a limit that is no whole number from 1 on is told", () => {
  const { status, stderr } = winnow("suggest", "--questions", "x", "--limit", "0");
  expect([status, stderr]).toEqual([2, '--limit: expected a whole number from 1 to 9999, got "0"\n']);
});

/** A process loads every language and every policy, on a machine that runs other tests. */
const LOADING = { timeout: 60_000 };

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
  const { status, stdout, stderr } = winnow("eval", "routing", "--questions", "package.json", "--json");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^package\.json:1 expected a JSON object, got text that is no JSON/);
  expect(stderr).not.toContain("    at ");
});
