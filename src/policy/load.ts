/** Loads all policies into one immutable snapshot, or says everything that is wrong with them. The IO is in the source. */
import type { TokenCounter } from "../tokens/token-counter.ts";
import { checkPolicy } from "./check.ts";
import { compilePolicy } from "./compile.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { digestOfEntries } from "./digest.ts";
import type { Environment } from "./environment.ts";
import { findingsOf } from "./findings.ts";
import { loadLanguages } from "./load-languages.ts";
import { folderSource, type PolicySource, type PolicyTexts } from "./policy-source.ts";
import { type Problem, sortProblems } from "./problem.ts";
import { readPolicy } from "./read-policy.ts";
import { redact } from "./redact.ts";
import type { Policy, Snapshot } from "./snapshot.ts";

export interface LoadOptions {
  /** A folder with one folder per policy, or another place that holds policies. */
  readonly directory: string | PolicySource;
  /** Values for `${NAME}`; those of `NAME_FILE` are put in under `NAME` by the caller. */
  readonly environment: Environment;
  /** Whether NODE_ENV is production: declared token counts are refused there. */
  readonly production: boolean;
  /** Measures the lines of the samples, for the findings. */
  readonly counter: TokenCounter;
}

export type Loaded = { readonly snapshot: Snapshot } | { readonly problems: readonly Problem[] };

/** Every problem of every file at once, sorted; or the snapshot. Throws only when the service's own files cannot be read. */
export async function loadPolicies(options: LoadOptions): Promise<Loaded> {
  const source = typeof options.directory === "string" ? folderSource(options.directory) : options.directory;
  const [{ policies, problems: unread }, { languages, problems: faulty }] = await Promise.all([source.read(), loadLanguages()]);
  const loaded = [...policies].map(([name, texts]) => loadPolicy({ name, label: source.label, texts }, options));
  const problems = [...unread, ...faulty, ...loaded.flatMap((one) => ("problems" in one ? one.problems : []))];
  if (policies.size === 0 && unread.length === 0) problems.push(noPolicy(source.label));
  if (problems.length > 0) return { problems: sortProblems(problems) };
  const compiled = loaded.flatMap((one) => ("policy" in one ? [one.policy] : []));
  const digest = digestOfEntries(new Map(compiled.map((policy) => [policy.name, policy.digest])));
  const snapshot: Snapshot = { digest, policies: new Map(compiled.map((policy) => [policy.name, policy])), languages };
  return { snapshot: deepFreeze(snapshot) };
}

interface PolicyFolder {
  readonly name: string;
  readonly label: string;
  readonly texts: PolicyTexts;
}

type LoadedPolicy = { readonly policy: Policy } | { readonly problems: readonly Problem[] };

function loadPolicy({ name, label, texts }: PolicyFolder, options: LoadOptions): LoadedPolicy {
  const { environment, production, counter } = options;
  const reading = readPolicy({ name, prefix: `${label}/${name}/`, texts, environment });
  const problems = [...reading.problems, ...checkPolicy(reading, { production })];
  const { policy, sources } = reading.files;
  if (problems.length > 0) return { problems: redact(problems, new Map([...policy.filled, ...sources.filled])) };
  const compiled = compilePolicy(reading, digestOfEntries(reading.texts));
  return { policy: { ...compiled, findings: findingsOf(compiled, reading, counter) } };
}

const noPolicy = (label: string): Problem => ({
  file: label,
  line: 1,
  column: 1,
  code: "no-policy",
  message: "there is no policy here; a policy is a folder with policy.yaml, sources.yaml, pieces.yaml and intents.yaml",
});
