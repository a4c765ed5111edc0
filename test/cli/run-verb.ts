/** Runs a verb on the shipped policies, and what it prints and complains of. */
import type { Output, QuestionsOptions } from "../../src/cli/options/questions-of-policy.ts";

export const COACHING_QUESTIONS = "test/cli/questions/coaching.jsonl";

export interface Ran {
  readonly code: number;
  readonly printed: readonly string[];
  readonly complaints: readonly string[];
}

/** `more` goes over the shipped policies and their questions. */
export async function runVerb<T extends QuestionsOptions>(
  verb: (options: T, output: Output) => Promise<number>,
  more: Omit<T, keyof QuestionsOptions> & Partial<QuestionsOptions>,
): Promise<Ran> {
  const printed: string[] = [];
  const complaints: string[] = [];
  const shipped = { directory: "policies", environment: {}, questions: COACHING_QUESTIONS, policy: "coaching" };
  const output = { print: (line: string) => printed.push(line), complain: (line: string) => complaints.push(line) };
  const code = await verb({ ...shipped, ...more } as unknown as T, output);
  return { code, printed, complaints };
}
