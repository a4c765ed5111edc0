/** Compiles one policy alone, under the values and the languages that the service booted with: for what is tried out. Pure. */
import { type LoadOptions, loadPolicies } from "./policy/load.ts";
import { placeholderNames } from "./policy/read/environment.ts";
import { memorySource } from "./policy/read/policy-source.ts";
import type { Policy, Snapshot } from "./policy/snapshot.ts";
import type { CompilePolicy } from "./service/what-if.ts";

export const compilerOf =
  (snapshot: Snapshot, load: Omit<LoadOptions, "directory">): CompilePolicy =>
  (policy, files) =>
    compileAlone(policy, files, load, ownLanguages(snapshot));

/** Language files that came with the policies. */
const ownLanguages = ({ languageTexts }: Snapshot): ReadonlyMap<string, string> =>
  new Map([...languageTexts].filter(([file]) => !file.startsWith("languages/")));

async function compileAlone(
  loaded: Policy,
  files: ReadonlyMap<string, string>,
  load: Omit<LoadOptions, "directory">,
  languages: ReadonlyMap<string, string>,
): ReturnType<CompilePolicy> {
  const named = placeholderNames(loaded.files.get("policy.yaml") ?? "");
  const policyEnvironment = Object.fromEntries(Object.entries(load.environment).filter(([name]) => named.has(name)));
  const directory = memorySource(new Map([[loaded.name, files]]), { languages });
  const result = await loadPolicies({ ...load, policyEnvironment, directory });
  if ("problems" in result) return result.problems;
  const policy = result.snapshot.policies.get(loaded.name);
  if (policy === undefined) throw new Error(`a policy loaded without problems is not in its snapshot: ${loaded.name}`);
  return policy;
}
