/** `winnow test`: runs the policies' own questions on their samples, without a network. IO. */

import { runPolicyTests, type TestOutcome } from "../measure/policy-tests.ts";
import { loadPolicies } from "../policy/load.ts";
import type { Environment } from "../policy/read/environment.ts";
import { shownPath, shownProblem } from "../policy/shown-place.ts";
import type { Snapshot } from "../policy/snapshot.ts";
import { allProblems } from "../service/all-problems.ts";
import type { Library } from "../service/library.ts";
import { withSamples } from "../service/sample-documents.ts";
import { withLibrary } from "../service/with-library.ts";
import { sampleGatherer } from "../sources/sample-gatherer.ts";
import { loadCounters } from "../tokens/counters.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";

const NO_QUESTIONS =
  "no questions, so nothing was tested: write some in a *.test.yaml file of a policy, or under examples in its vocabulary.yaml";

/** 0 when every question gives what its test expects, 1 otherwise, also when there is none. */
export async function testPolicies(directory: string, environment: Environment, print: (line: string) => void): Promise<number> {
  const { base } = await loadCounters();
  const loaded = await loadPolicies({ directory, environment, production: false, counter: base });
  if ("problems" in loaded) {
    for (const problem of await allProblems(loaded, directory)) print(shownProblem(directory, problem));
    return 1;
  }
  return withLibrary(directory, loaded.snapshot.policies, (opened) => {
    if (!("problems" in opened)) return askAll(loaded.snapshot, { opened, counter: base, directory, print });
    for (const problem of opened.problems) print(shownProblem(directory, problem));
    return 1;
  });
}

interface Asked {
  readonly opened: Library;
  readonly counter: TokenCounter;
  readonly directory: string;
  readonly print: (line: string) => void;
}

async function askAll(snapshot: Snapshot, { opened, counter, directory, print }: Asked): Promise<number> {
  const library = withSamples(opened, snapshot.policies);
  const gatherer = sampleGatherer(snapshot.policies);
  let passed = 0;
  let failed = 0;
  for (const policy of snapshot.policies.values()) {
    for (const { test, failures } of await runPolicyTests(policy, { snapshot, gatherer, library, counter })) {
      if (failures.length === 0) passed += 1;
      else failed += 1;
      if (failures.length > 0) print(`${placeOf(directory, test)} "${test.question}"`);
      for (const failure of failures) print(`  ${failure}`);
    }
  }
  print(passed + failed === 0 ? NO_QUESTIONS : `${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function placeOf(directory: string, { file, place }: TestOutcome["test"]): string {
  const { line, column } = place();
  return `${shownPath(directory, file)}:${line}:${column}`;
}
