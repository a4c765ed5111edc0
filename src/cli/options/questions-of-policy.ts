/** What `winnow eval` and `winnow suggest` begin with: a loaded policy and labelled questions for it. IO. */

import { type PlacedQuestion, readQuestions } from "../../measure/labelled-questions.ts";
import { loadPolicies } from "../../policy/load.ts";
import { suggestion } from "../../policy/nearest.ts";
import type { Environment } from "../../policy/read/environment.ts";
import { shownProblem } from "../../policy/shown-place.ts";
import type { Policy, Snapshot } from "../../policy/snapshot.ts";
import { loadCounters } from "../../tokens/counters.ts";
import { bytesOf, refuse } from "./input-file.ts";

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
  const bytes = await bytesOf({ option: "--questions", path: options.questions, holds: "labelled questions" });
  if (typeof bytes === "string") return refuse([bytes], complain);
  const { base } = await loadCounters();
  const loaded = await loadPolicies({ directory, environment, production: false, counter: base });
  if ("problems" in loaded)
    return refuse(
      loaded.problems.map((problem) => shownProblem(directory, problem)),
      complain,
    );
  const { policies, languages } = loaded.snapshot;
  const policy = chosen(policies, options, bytes);
  if ("refusal" in policy) return refuse(policy.refusal, complain);
  const read = readQuestions(options.questions, bytes, [...policy.intents.keys()]);
  return "faults" in read ? refuse(read.faults, complain) : { policy, languages, questions: read.questions };
}

/** The policy, or why there is no telling which: what is wrong with the file, as the policy that it fits best has it. */
function chosen(
  policies: ReadonlyMap<string, Policy>,
  { policy: name, questions }: Pick<QuestionsOptions, "policy" | "questions">,
  bytes: Uint8Array,
): Policy | { readonly refusal: readonly string[] } {
  const names = [...policies.keys()];
  if (name !== null) {
    const refusal = [`--policy: expected a policy, got "${name}"; ${suggestion(name, names, "policies")}`];
    return policies.get(name) ?? { refusal };
  }
  const [first, ...more] = policies.values();
  if (first !== undefined && more.length === 0) return first;
  const readings = [...policies.values()].map((policy) => {
    const read = readQuestions(questions, bytes, [...policy.intents.keys()]);
    return { policy, faults: "faults" in read ? read.faults : [] };
  });
  readings.sort((one, other) => one.faults.length - other.faults.length);
  const [best, next] = readings;
  if (best !== undefined && best.faults.length === 0 && next?.faults.length !== 0) return best.policy;
  const faults = best?.faults ?? [];
  const fit = best === undefined || faults.length === 0 ? "" : `; ${best.policy.name} fits best`;
  return { refusal: [...faults, `--policy: expected the name of a policy, got none; the policies: ${names.join(", ")}${fit}`] };
}
