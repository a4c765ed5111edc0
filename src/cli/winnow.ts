#!/usr/bin/env node
/** The command line: `winnow <verb>`. One file a verb; here only the choice of it and the exit code. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runService } from "../run.ts";
import { withSecretFiles } from "../secret-files.ts";
import { checkPolicies } from "./check.ts";
import { healthcheck } from "./healthcheck.ts";
import { testPolicies } from "./test.ts";

export const VERBS = {
  serve: "start the service, as npm start does",
  check: "read all policies; print every problem, or what the check has to say",
  test: "run the questions of the policies' *.test.yaml on their samples",
  healthcheck: "ask the service on this machine whether it lives; for the container",
} as const;

const USAGE = [
  "usage: winnow <verb> [--policies FOLDER]",
  "",
  ...Object.entries(VERBS).map(([verb, does]) => `  ${verb.padEnd(12)} ${does}`),
  "",
  "  --policies FOLDER  where the policies are; default: POLICIES_DIR, else ./policies",
];

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { policies: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  const [verb, ...rest] = positionals;
  if (values.help === true || verb === undefined || rest.length > 0 || !Object.hasOwn(VERBS, verb)) {
    for (const line of USAGE) console.log(line);
    return values.help === true ? 0 : 2;
  }
  const directory = values.policies ?? process.env["POLICIES_DIR"] ?? "./policies";
  const environment = withSecretFiles(process.env, (path) => readFileSync(path, "utf8"));
  const print = (line: string): void => console.log(line);
  if (verb === "check") return checkPolicies(directory, environment, print);
  if (verb === "test") return testPolicies(directory, environment, print);
  if (verb === "healthcheck") return healthcheck(Number(process.env["PORT"] ?? 8080), print);
  await runService({ POLICIES_DIR: directory });
  return Number(process.exitCode ?? 0);
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
