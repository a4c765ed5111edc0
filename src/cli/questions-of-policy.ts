/** What `winnow eval` and `winnow suggest` begin with: a loaded policy and labelled questions for it. IO. */
import { readFile } from "node:fs/promises";
import type { Environment } from "../policy/environment.ts";
import { loadPolicies } from "../policy/load.ts";
import { suggestion } from "../policy/nearest.ts";
import { problemLine } from "../policy/problem.ts";
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import { loadCounters } from "../tokens/counters.ts";
import { type PlacedQuestion, readQuestions } from "./labelled-questions.ts";

export interface QuestionsOptions {
  readonly directory: string;
  readonly environment: Environment;
  /** A JSON lines file. */
  readonly questions: string;
  /** Null for the only one that has all intents of the questions. */
  readonly policy: string | null;
}

export interface Output {
  readonly print: (line: string) => void;
  /** What is wrong: beside the output, so that nobody takes it for figures. */
  readonly complain: (line: string) => void;
}

export interface Measured {
  readonly policy: Policy;
  readonly languages: Snapshot["languages"];
  readonly questions: readonly PlacedQuestion[];
}

/** Null after everything that is wrong was told: the policies, the choice of one, or the file. */
export async function questionsOfPolicy(options: QuestionsOptions, { complain }: Output): Promise<Measured | null> {
  const { directory, environment } = options;
  // Before the policies, which take longer.
  const bytes = await bytesOf(options.questions);
  if (typeof bytes === "string") return refuse([bytes], complain);
  const { base } = await loadCounters();
  const loaded = await loadPolicies({ directory, environment, production: false, counter: base });
  if ("problems" in loaded) return refuse(loaded.problems.map(problemLine), complain);
  const { policies, languages } = loaded.snapshot;
  const policy = chosen(policies, options, bytes);
  if (typeof policy === "string") return refuse([policy], complain);
  const read = readQuestions(options.questions, bytes, [...policy.intents.keys()]);
  return "faults" in read ? refuse(read.faults, complain) : { policy, languages, questions: read.questions };
}

/** A file of another form has a fault in each of its lines. */
const MOST_LINES = 30;

function refuse(lines: readonly string[], complain: Output["complain"]): null {
  for (const line of lines.slice(0, MOST_LINES)) complain(line);
  if (lines.length > MOST_LINES) complain(`and ${lines.length - MOST_LINES} more`);
  return null;
}

/** The policy, or why there is no telling which. */
function chosen(
  policies: ReadonlyMap<string, Policy>,
  { policy: name, questions }: Pick<QuestionsOptions, "policy" | "questions">,
  bytes: Uint8Array,
): Policy | string {
  const names = [...policies.keys()];
  if (name !== null) {
    return policies.get(name) ?? `--policy: expected a policy, got "${name}"; ${suggestion(name, names, "policies")}`;
  }
  const [first, ...more] = policies.values();
  if (first !== undefined && more.length === 0) return first;
  const fitting = [...policies.values()].filter(
    ({ intents }) => "questions" in readQuestions(questions, bytes, [...intents.keys()]),
  );
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  return `--policy: expected the name of a policy, got none; the policies: ${names.join(", ")}`;
}

/** By the code of the system's refusal: what there was instead of a file, and what to do. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: "nothing of that name; correct the path, which begins in the folder you are in",
  ENOTDIR: "a path through something that is no folder; correct the path",
  EISDIR: "a folder; name the file in it",
  EACCES: "a file that you may not read; change its permissions",
};

async function bytesOf(file: string): Promise<Uint8Array | string> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown failure";
    return `--questions ${file}: expected a file of labelled questions, got ${REFUSALS[code] ?? `no answer but ${code}`}`;
  }
}
