#!/usr/bin/env node
/** The command line: `winnow <verb>`. One file a verb; here only the choice of it and the exit code. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runService } from "../run.ts";
import { withSecretFiles } from "../secret-files.ts";
import { checkPolicies } from "./check.ts";
import { evalRouting } from "./eval-routing.ts";
import { healthcheck } from "./healthcheck.ts";
import type { QuestionsOptions } from "./questions-of-policy.ts";
import { suggestTerms } from "./suggest.ts";
import { testPolicies } from "./test.ts";

const DEFAULT_LIMIT = 10;

export const VERBS = {
  serve: "start the service, as npm start does",
  check: "read all policies; print every problem, or what the check has to say",
  test: "run the questions of the policies' *.test.yaml on their samples",
  eval: "eval routing: how routing does on labelled questions, as figures",
  suggest: "propose words for the vocabulary from labelled questions; writes nothing",
  healthcheck: "ask the service on this machine whether it lives; for the container",
} as const;

const USAGE = [
  "usage: winnow <verb> [--policies FOLDER]",
  "       winnow eval routing --questions FILE [--policy NAME] [--json] [--grid]",
  "       winnow suggest --questions FILE [--policy NAME] [--limit N]",
  "",
  ...Object.entries(VERBS).map(([verb, does]) => `  ${verb.padEnd(12)} ${does}`),
  "",
  "  --policies FOLDER  where the policies are; default: POLICIES_DIR, else ./policies",
  "  --questions FILE   labelled questions, one JSON object a line",
  "  --policy NAME      the policy to measure; default: the only one",
  "  --json             counts on one line of JSON instead of tables",
  "  --grid             also over thresholds and margins",
  `  --limit N          the most words for one intent of one language; default: ${DEFAULT_LIMIT}`,
];

const OPTIONS = {
  policies: { type: "string" },
  questions: { type: "string" },
  policy: { type: "string" },
  json: { type: "boolean" },
  grid: { type: "boolean" },
  limit: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** What a verb takes beside the policies and help. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  eval: ["questions", "policy", "json", "grid"],
  suggest: ["questions", "policy", "limit"],
};

const read = (args: readonly string[]) => parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
type Values = ReturnType<typeof read>["values"];

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = read(args);
  const [verb, ...rest] = positionals;
  const known = verb !== undefined && Object.hasOwn(VERBS, verb);
  const complete = verb === "eval" ? rest.length === 1 && rest[0] === "routing" : rest.length === 0;
  if (values.help === true || !known || !complete || !fits(verb, values)) {
    for (const line of USAGE) console.log(line);
    return values.help === true ? 0 : 2;
  }
  const directory = values.policies ?? process.env["POLICIES_DIR"] ?? "./policies";
  const environment = withSecretFiles(process.env, (path) => readFileSync(path, "utf8"));
  const print = (line: string): void => console.log(line);
  if (verb === "check") return checkPolicies(directory, environment, print);
  if (verb === "test") return testPolicies(directory, environment, print);
  if (verb === "healthcheck") return healthcheck(Number(process.env["PORT"] ?? 8080), print);
  if (verb === "eval" || verb === "suggest") return measure(verb, values, { directory, environment });
  await runService({ POLICIES_DIR: directory });
  return Number(process.exitCode ?? 0);
}

/** Whether the verb takes every option given, and has those it needs. */
function fits(verb: string, values: Values): boolean {
  const taken = TAKEN[verb] ?? [];
  if (taken.includes("questions") && values.questions === undefined) return false;
  return Object.keys(values).every((option) => option === "policies" || taken.includes(option));
}

function measure(
  verb: "eval" | "suggest",
  { questions = "", policy, json, grid, limit = String(DEFAULT_LIMIT) }: Values,
  place: Pick<QuestionsOptions, "directory" | "environment">,
): Promise<number> {
  // A reader such as head leaves before the end; then there is nobody to tell.
  process.stdout.on("error", () => process.exit());
  const output = { print: (line: string) => console.log(line), complain: (line: string) => console.error(line) };
  const options = { ...place, questions, policy: policy ?? null };
  if (verb === "eval") return evalRouting({ ...options, json: json === true, grid: grid === true }, output);
  if (!/^[1-9]\d{0,3}$/.test(limit))
    throw new Error(`--limit: expected a whole number from 1 to 9999, got ${JSON.stringify(limit)}`);
  return suggestTerms({ ...options, limit: Number(limit) }, output);
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : "unknown failure");
    process.exitCode = 2;
  },
);
