/** What is wrong with policies that are not served, and with the documents that can be judged all the same. IO. */
import type { Refused } from "../policy/load.ts";
import { type Problem, sortProblems } from "../policy/problem.ts";
import { libraryProblems, withLibrary } from "./with-library.ts";

/** Sorted. A fault of a document alone would leave it out; beside problems of policies it is told with them, so that one run tells all. */
export async function allProblems({ problems, judged }: Refused, policiesDir: string): Promise<readonly Problem[]> {
  const policies = new Map(judged.map((policy) => [policy.name, policy]));
  return sortProblems([...problems, ...(await withLibrary(policiesDir, policies, libraryProblems))]);
}
