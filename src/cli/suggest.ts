/** `winnow suggest`: words of labelled questions that the vocabulary might take up, as a diff to review. Writes nothing. IO. */
import { type Output, type QuestionsOptions, questionsOfPolicy } from "./questions-of-policy.ts";
import { type Proposal, proposalsOf } from "./term-odds.ts";

export interface SuggestOptions extends QuestionsOptions {
  /** The most terms for one intent of one language. */
  readonly limit: number;
}

/** 0 also where there is nothing to propose, 2 when the policies or the questions cannot be used. */
export async function suggestTerms(options: SuggestOptions, output: Output): Promise<number> {
  const measured = await questionsOfPolicy(options, output);
  if (measured === null) return 2;
  const { questions, policy, languages } = measured;
  const lines = diffLines(proposalsOf(questions, policy, languages), options.limit);
  if (lines.length === 0) output.print("nothing to propose: no word of two or more questions speaks for an intent");
  for (const line of lines) output.print(line);
  return 0;
}

function diffLines(proposals: readonly Proposal[], limit: number): readonly string[] {
  return [...groupsOf(proposals, ({ language }) => language)].flatMap(([language, ofLanguage]) => [
    `+++ vocabulary/${language}.yaml`,
    ...[...groupsOf(ofLanguage, ({ intent }) => intent)].flatMap(([intent, all]) => {
      const shown = all.slice(0, limit);
      return [`   ${intent}:`, `+    1: [${shown.map(({ text }) => written(text)).join(", ")}]`, ...shown.map(commentLine)];
    }),
  ]);
}

const commentLine = ({ text, own, others, logOdds }: Proposal): string =>
  `+    # ${text}: ${own.n} of ${own.of} questions, ${others.n} of ${others.of} others, log-odds ${logOdds.toFixed(2)}`;

/** In quotes unless it is plain in every YAML: no sign but letters, and no word that YAML reads as a value. */
const written = (text: string): string =>
  /^\p{L}[\p{L}\p{M}\p{N} ]*$/u.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);

function groupsOf(
  proposals: readonly Proposal[],
  keyOf: (proposal: Proposal) => string,
): ReadonlyMap<string, readonly Proposal[]> {
  const groups = new Map<string, Proposal[]>();
  for (const one of proposals) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
