/** `winnow suggest`: words of labelled questions that the vocabulary might take up, as a diff to review. Writes nothing. IO. */
import { relative, resolve, sep } from "node:path";
import { groupsOf } from "../measure/groups-of.ts";
import { insertTerms } from "../measure/insert-terms.ts";
import { type Proposal, proposalsOf } from "../measure/term-odds.ts";
import type { Policy } from "../policy/snapshot.ts";
import { type Output, type QuestionsOptions, questionsOfPolicy } from "./options/questions-of-policy.ts";
import { unifiedDiff } from "./print/unified-diff.ts";

export interface SuggestOptions extends QuestionsOptions {
  /** The most terms for one intent of one language. */
  readonly limit: number;
}

/** 0 also where there is nothing to propose, 2 when the policies or the questions cannot be used. */
export async function suggestTerms(options: SuggestOptions, { print, complain }: Output): Promise<number> {
  const measured = await questionsOfPolicy(options, { print, complain });
  if (measured === null) return 2;
  const { questions, policy, languages } = measured;
  const changed = changedFiles(proposalsOf(questions, policy, languages), policy, options.limit);
  // Beside the output: that is a diff, or nothing.
  if (changed.size === 0) complain("nothing to propose: no new word of three or more questions speaks for an intent");
  for (const [file, text] of changed) {
    const before = policy.files.get(file) ?? null;
    for (const line of unifiedDiff(`${folderOf(options.directory)}${policy.name}/${file}`, before, text)) print(line);
  }
  return 0;
}

/** From the folder we are in, where patch and git apply begin; of policies elsewhere, from their own folder. */
function folderOf(directory: string): string {
  const path = relative(".", resolve(directory)).split(sep).join("/");
  return path === "" || path === ".." || path.startsWith("../") ? "" : `${path}/`;
}

/** The new texts of the files that get terms, by path. */
function changedFiles(proposals: readonly Proposal[], policy: Policy, limit: number): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  for (const [language, ofLanguage] of groupsOf(proposals, ({ language }) => [language])) {
    const { file, own } = fileOf(language, policy);
    for (const [intent, all] of groupsOf(ofLanguage, ({ intent }) => [intent])) {
      const text = changed.get(file) ?? policy.files.get(file) ?? (own ? `language: ${language}\n` : "");
      const path = own ? ["intents", intent, WEIGHT] : ["intents", intent, "terms", language, WEIGHT];
      const terms = all.slice(0, limit).map((one) => ({ text: one.text, comment: commentOf(one) }));
      changed.set(file, insertTerms(text, path, terms));
    }
  }
  return changed;
}

/** A place to begin; the author decides. */
const WEIGHT = "1";

/** Where the words of a language stand: `vocabulary/de.yaml`, also for de-AT, or `vocabulary.yaml`; one of its own where nowhere. */
function fileOf(language: string, { files, vocabulary }: Policy): { readonly file: string; readonly own: boolean } {
  const [base = language] = language.split("-");
  const file = [language, base].map((tag) => `vocabulary/${tag}.yaml`).find((path) => files.has(path));
  if (file !== undefined) return { file, own: true };
  const shared = files.has("vocabulary.yaml") && (language === vocabulary.language || termLanguages(vocabulary).has(language));
  return shared ? { file: "vocabulary.yaml", own: false } : { file: `vocabulary/${language}.yaml`, own: true };
}

const termLanguages = ({ terms }: Policy["vocabulary"]): ReadonlySet<string> => new Set(terms.map(({ language }) => language));

const commentOf = ({ own, others, odds }: Proposal): string =>
  `${own.n} of ${own.of} questions, ${others.n} of ${others.of} others; log-odds ${odds.log.toFixed(2)}, z ${odds.z.toFixed(2)}`;
