/** `winnow check`: reads all policies and says everything that is wrong, or worth knowing. IO. */
import type { Environment } from "../policy/environment.ts";
import { loadPolicies } from "../policy/load.ts";
import { problemLine } from "../policy/problem.ts";
import type { Policy } from "../policy/snapshot.ts";
import { loadCounters } from "../tokens/counters.ts";

/** 0 when every policy loads, 1 otherwise. Findings do not fail the check. */
export async function checkPolicies(directory: string, environment: Environment, print: (line: string) => void): Promise<number> {
  const { base } = await loadCounters();
  const loaded = await loadPolicies({
    directory,
    environment,
    production: environment["NODE_ENV"] === "production",
    counter: base,
  });
  if ("problems" in loaded) {
    for (const problem of loaded.problems) print(problemLine(problem));
    print(`${loaded.problems.length} problem(s)`);
    return 1;
  }
  for (const policy of loaded.snapshot.policies.values()) for (const line of summaryOf(policy)) print(line);
  return 0;
}

function summaryOf(policy: Policy): readonly string[] {
  const { name, title, sources, pieces, intents, scopes, tests, digest, findings } = policy;
  const counted = [
    `${sources.size} sources`,
    `${pieces.size} pieces`,
    `${intents.size} intents`,
    `${scopes.length} scopes`,
    `${tests.length} test questions`,
  ];
  return [
    `${name}: ${title}`,
    `  ${counted.join(", ")}`,
    `  ${digest}`,
    ...findings.map((one) => `  ${one.code}: ${one.message}`),
  ];
}
