/** Loads the base policy with some files replaced. */
import { type Loaded, loadPolicies } from "../../src/policy/load.ts";
import { type Problem, problemLine } from "../../src/policy/problem.ts";
import { memorySource } from "../../src/policy/read/policy-source.ts";
import type { Policy } from "../../src/policy/snapshot.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";
import { BASE_ENVIRONMENT, basePolicyFiles } from "./base-policy.ts";

/** Four characters a token: enough where no test looks at real counts. */
export const QUARTERS: TokenCounter = { encoding: "quarters", exact: false, count: (text) => Math.ceil(text.length / 4) };

export interface Overlay {
  /** Path to text; null takes the file away. */
  readonly files?: Readonly<Record<string, string | null>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly policyEnvironment?: Readonly<Record<string, string | undefined>> | undefined;
  readonly production?: boolean;
}

export async function loadBase({
  files = {},
  environment = BASE_ENVIRONMENT,
  policyEnvironment,
  production = false,
}: Overlay = {}): Promise<Loaded> {
  const texts = basePolicyFiles();
  for (const [path, text] of Object.entries(files)) {
    if (text === null) texts.delete(path);
    else texts.set(path, text);
  }
  const directory = memorySource(new Map([["base", texts]]));
  return loadPolicies({ directory, environment, policyEnvironment, production, counter: QUARTERS });
}

/** The base policy with a change made by replacing one text by another in one file. */
export async function loadEdited(path: string, before: string, after: string, rest: Overlay = {}): Promise<Loaded> {
  const text = basePolicyFiles().get(path) ?? "";
  if (!text.includes(before)) throw new Error(`${path} does not hold ${before}`);
  return loadBase({ ...rest, files: { ...rest.files, [path]: text.replace(before, () => after) } });
}

export const problemsOf = (loaded: Loaded): readonly Problem[] => ("problems" in loaded ? loaded.problems : []);
export const linesOf = (loaded: Loaded): readonly string[] => problemsOf(loaded).map(problemLine);

export function policyOf(loaded: Loaded): Policy {
  if ("problems" in loaded) throw new Error(loaded.problems.map(problemLine).join("\n"));
  return loaded.snapshot.policies.get("base") as Policy;
}
