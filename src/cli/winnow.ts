#!/usr/bin/env node
/** The command line: `winnow <verb>`. One file a verb; here only the choice of it and the exit code. */
import { readFileSync } from "node:fs";
import { runService } from "../run.ts";
import { withSecretFiles } from "../secret-files.ts";
import type { AblateBy } from "../service/replay/ablate.ts";
import { ablateRecordings } from "./ablate.ts";
import { checkPolicies } from "./check.ts";
import { evalRetrieval } from "./eval-retrieval.ts";
import { evalRouting } from "./eval-routing.ts";
import { healthcheck } from "./healthcheck.ts";
import { migrateStore } from "./migrate.ts";
import { readArguments, type Values } from "./options/arguments.ts";
import { numbersOf } from "./options/number-list.ts";
import { DEFAULT_TENANT } from "./options/open-command-store.ts";
import type { RetrievalOptions } from "./options/retrieval-inputs.ts";
import { DEFAULT_LIMIT, helpLines, type VerbName } from "./options/usage.ts";
import type { Write } from "./print/progress-bar.ts";
import { recordSet } from "./record.ts";
import { replayRecordings } from "./replay.ts";
import { suggestTerms } from "./suggest.ts";
import { sweepRetrieval } from "./sweep.ts";
import { testPolicies } from "./test.ts";

const print = (line: string): void => console.log(line);
const complain = (line: string): void => console.error(line);
const output = { print, complain };

/** 0 for help, 2 for words that are no call; else what the verb says. */
async function run(args: readonly string[]): Promise<number> {
  const read = readArguments(args);
  if ("help" in read) {
    for (const line of helpLines(read.help)) print(line);
    return 0;
  }
  if ("faults" in read) {
    const called = read.verb === null ? "winnow" : `winnow ${read.verb}`;
    for (const fault of read.faults) complain(`${called}: ${fault}`);
    complain(`${called} --help says what there is.`);
    return 2;
  }
  return runVerb(read.verb, read.values);
}

async function runVerb(verb: VerbName, values: Values): Promise<number> {
  // A reader such as head leaves before the end; then there is nobody to tell. A service goes on without one.
  if (verb !== "serve") process.stdout.on("error", () => process.exit());
  const directory = values.policies ?? process.env["POLICIES_DIR"] ?? "./policies";
  const environment = withSecretFiles(process.env, (path) => readFileSync(path, "utf8"));
  if (verb === "migrate") return migrateStore(process.env, (path) => readFileSync(path, "utf8"), print);
  if (verb === "check") return checkPolicies(directory, environment, { print, nowMs: Date.now() });
  if (verb === "test") return testPolicies(directory, environment, print);
  if (verb === "healthcheck") return healthcheck(Number(process.env["PORT"] ?? 8080), print);
  if (verb === "serve") {
    await runService({ POLICIES_DIR: directory });
    return Number(process.exitCode ?? 0);
  }
  const { questions = "", policy = null, json, grid, all, limit } = values;
  if (verb === "eval retrieval") return evalRetrieval(retrievalOptions(values, { directory, environment }), output);
  if (verb === "sweep") {
    const { k = null, floor = null, svg = null, html = null } = values;
    const lists = { ks: k === null ? null : numbersOf(k), floors: floor === null ? null : numbersOf(floor) };
    return sweepRetrieval({ ...retrievalOptions(values, { directory, environment }), ...lists, svg, html }, output);
  }
  if (isAboutRecordings(verb)) return runRecordings(verb, values, { directory, environment });
  const options = { directory, environment, questions, policy };
  if (verb === "eval routing")
    return evalRouting({ ...options, json: json !== undefined, grid: grid !== undefined, all: all !== undefined }, output);
  return suggestTerms({ ...options, limit: Number(limit ?? DEFAULT_LIMIT) }, output);
}

type Place = Pick<RetrievalOptions, "directory" | "environment">;
type RecordingVerb = "record" | "replay" | "diff" | "ablate";

const isAboutRecordings = (verb: VerbName): verb is RecordingVerb =>
  verb === "record" || verb === "replay" || verb === "diff" || verb === "ablate";

function runRecordings(verb: RecordingVerb, values: Values, place: Place): Promise<number> {
  const {
    against = "",
    tenant = DEFAULT_TENANT,
    variant = null,
    out = "",
    by = "kind",
    policy = null,
    as = null,
    markdown = null,
    html = null,
  } = values;
  const options = { ...place, against, tenant, variant, json: values.json !== undefined, progress: progressOf() };
  if (verb === "record") return recordSet({ ...options, out }, output);
  if (verb === "ablate") return ablateRecordings({ ...options, by: by as AblateBy }, output);
  return replayRecordings({ ...options, changed: verb === "diff" ? policy : null, as, markdown, html }, output);
}

const progressOf = (): Write => (process.stderr.isTTY ? (text: string): void => void process.stderr.write(text) : null);

function retrievalOptions(values: Values, place: Place): RetrievalOptions {
  const { set = "", answers = null, json } = values;
  return { ...place, set, answers, json: json !== undefined, nowMs: Date.now(), progress: progressOf() };
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
