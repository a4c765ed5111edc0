/** The words after `winnow`: every fault with what was expected and what was got, and the help of each verb. */
import { describe, expect, test } from "vitest";
import { readArguments } from "../../../src/cli/options/arguments.ts";
import { helpLines, optionsOf, optionText, VERBS, type VerbName } from "../../../src/cli/options/usage.ts";

const read = (line: string) => readArguments(line.split(" ").filter((word) => word !== ""));
const VERB_NAMES = Object.keys(VERBS) as VerbName[];

describe("a call", () => {
  test.each([
    ["check", { verb: "check", values: {} }],
    ["check --policies p", { verb: "check", values: { policies: "p" } }],
    ["eval routing --questions q --grid", { verb: "eval routing", values: { questions: "q", grid: "" } }],
    ["eval --questions=q routing --json", { verb: "eval routing", values: { questions: "q", json: "" } }],
    ["eval retrieval --set s --answers a --json", { verb: "eval retrieval", values: { set: "s", answers: "a", json: "" } }],
    [
      "sweep --set s --k 1,999999 --floor 0,6.5,1000",
      { verb: "sweep", values: { set: "s", k: "1,999999", floor: "0,6.5,1000" } },
    ],
    ["suggest --limit 9999 --questions=-q", { verb: "suggest", values: { limit: "9999", questions: "-q" } }],
  ])("%s is read", (line, call) => {
    expect(read(line)).toEqual(call);
  });
});

const NO_QUESTIONS = /^expected --questions FILE, got none; FILE: labelled questions/;
const EVAL = "eval routing --questions q";
const SUGGEST = "suggest --questions q";

test.each<[string, readonly (string | RegExp)[]]>([
  [
    "",
    [
      "expected a verb, got nothing; the verbs: serve, check, test, eval, sweep, record, replay, diff, ablate, suggest, migrate, healthcheck",
    ],
  ],
  ["chekc", ['expected a verb, got "chekc"; did you mean "check"?']],
  ["frobnicate --help", [/^expected a verb, got "frobnicate"; the verbs: serve, /]],
  ["eval", ["expected the word routing or retrieval after eval, got nothing"]],
  ["eval answers --questions q", ['expected the word routing or retrieval after eval, got "answers"']],
  ["eval routing", [NO_QUESTIONS]],
  ["eval retrieval", [/^expected --set FILE, got none; FILE: sections and labelled questions/]],
  ["eval retrieval s.jsonl --set s", ['expected options only, got "s.jsonl"; a file goes after --set']],
  ["suggest", [NO_QUESTIONS]],
  ["suggest q.jsonl", ['expected options only, got "q.jsonl"; a file goes after --questions', NO_QUESTIONS]],
  ["check policies", ['expected options only, got "policies"']],
  ["suggest --questions", ["--questions: expected FILE after it, got nothing"]],
  ["suggest --questions=", ["--questions: expected FILE after it, got nothing"]],
  ["suggest --questions --policy", [/^--questions: expected FILE after it, got --policy; for a name .* --questions=--policy$/]],
  [`${SUGGEST} --questions r`, ["--questions: expected once, got it twice; leave one out"]],
  [
    "diff --policy p --against a --markdown c.md --html ./c.md",
    ["--html: expected another file than --markdown, got ./c.md for both"],
  ],
  ["replay --against a.jsonl --markdown a.jsonl", ["--markdown: expected another file than --against, got a.jsonl for both"]],
  ["sweep --set s --svg s --html x", ["--svg: expected another file than --set, got s for both"]],
  [`${EVAL} --polic p`, [/^expected an option of winnow eval routing, got --polic; did you mean "--policy"\?$/]],
  [
    `${EVAL} --threshold abc`,
    [/^expected an option of winnow eval routing, got --threshold; the options: --questions, --policies, /],
  ],
  [`${EVAL} --limit 3`, [/^expected an option of winnow eval routing, got --limit; the options: /]],
  [`${EVAL} --json=yes`, ['--json: expected nothing after it, got "yes"']],
  ["check -x", ["expected an option of winnow check, got -x; the options: --policies, --help"]],
  ...["-1", "0", "10000", "1.5", "abc", "1e3"].map((limit): [string, readonly string[]] => [
    `${SUGGEST} --limit ${limit}`,
    [`--limit: expected a whole number from 1 to 9999, got "${limit}"`],
  ]),
  ...["0", "1,0", "-1", "1,", ",", "1.5", "1000000", "all"].map((k): [string, readonly string[]] => [
    `sweep --set s --k=${k}`,
    [`--k: expected whole numbers from 1 to 999999 with commas between them, as 1,2,4, got "${k}"`],
  ]),
  ...["-1", "1001", "1000.5", ".5", "6.", "1e2", "0,,1", "NaN"].map((floor): [string, readonly string[]] => [
    `sweep --set s --floor ${floor}`,
    [`--floor: expected numbers from 0 to 1000 with commas between them, as 0,4,6.5, got "${floor}"`],
  ]),
  ["sweep --set s --k --json", ['--k: expected whole numbers from 1 to 999999 with commas between them, as 1,2,4, got "--json"']],
])("winnow %s is refused, every fault told", (line, expected) => {
  const got = read(line) as { readonly faults?: readonly string[] };
  expect(got.faults).toHaveLength(expected.length);
  for (const [at, one] of expected.entries()) expect(got.faults?.[at]).toMatch(one);
});

test.each(VERB_NAMES)("winnow %s --help is help with every option of it, whatever else is wrong", (verb) => {
  expect(read(`${verb} --help --nonsense`)).toEqual({ help: verb });
  expect(read(`-h ${verb}`)).toEqual({ help: verb });
  const help = helpLines(verb).join("\n");
  expect(help).toMatch(new RegExp(`^usage: winnow ${verb}`));
  for (const name of optionsOf(verb)) expect(help).toContain(`  ${optionText(verb, name)} `);
});

test("--policy is a folder to diff, and a name to the verbs that measure", () => {
  expect(helpLines("diff").join("\n")).toMatch(/--policy FOLDER +the folder of the changed policy/);
  expect(helpLines("suggest").join("\n")).toContain("--policy NAME ");
});

test("winnow eval --help names the verbs that begin so", () => {
  expect(read("eval --help")).toEqual({ help: null });
});

test("winnow --help names every verb", () => {
  expect(read("--help")).toEqual({ help: null });
  for (const verb of VERB_NAMES) expect(helpLines(null).join("\n")).toContain(`  ${verb} `);
});
