/** What is wrong with policies that are not served, and with the documents that can be judged all the same. IO. */
import type { Refused } from "../policy/load.ts";
import { type Problem, sortProblems } from "../policy/problem.ts";
import { createPools } from "../sources/pools.ts";
import { openLibrary } from "./library.ts";

/** Sorted. A fault of a document alone would leave it out; beside problems of policies it is told with them, so that one run tells all. */
export async function allProblems({ problems, judged }: Refused, policiesDir: string): Promise<readonly Problem[]> {
  const pools = createPools();
  const policies = new Map(judged.map((policy) => [policy.name, policy]));
  const library = await openLibrary({ policiesDir, policies, pools, meaning: null, onReading: () => {} });
  const ofDocuments = "problems" in library ? library.problems : library.readings().flatMap((one) => one.problems);
  await Promise.all(["problems" in library ? null : library.close(), pools.close()]);
  return sortProblems([...problems, ...ofDocuments]);
}
