/** Turns weighted terms into the table that routing looks words up in. Pure. */
import { splitWords } from "../text/words.ts";
import type { Terms } from "./schema/vocabulary-file.ts";
import type { Term, Vocabulary } from "./snapshot.ts";

/** Weights in thousandths are whole numbers, so that sums do not depend on their order. */
export const weightMilli = (weight: string): number => Math.round(Number(weight) * 1_000);

/** The folded words of a term; empty for a term without letters or digits. */
export const foldedWords = (term: string): readonly string[] => splitWords(term).map((word) => word.folded);

/** Whether all words of a term can stand in one clause of a question. */
export const isOneClause = (term: string): boolean => new Set(splitWords(term).map((word) => word.clause)).size <= 1;

/** Terms by first folded word, in the order of the file. */
export function compileVocabulary(intents: Readonly<Record<string, Terms>>): Vocabulary {
  const byFirstWord = new Map<string, Term[]>();
  for (const term of Object.entries(intents).flatMap(([intent, terms]) => termsOf(intent, terms))) {
    const first = term.words[0];
    if (first === undefined) continue;
    const others = byFirstWord.get(first);
    if (others === undefined) byFirstWord.set(first, [term]);
    else others.push(term);
  }
  return { byFirstWord };
}

function termsOf(intent: string, terms: Terms): readonly Term[] {
  return Object.entries(terms).flatMap(([language, weights]) =>
    Object.entries(weights).flatMap(([weight, texts]) =>
      texts.map((text) => ({ text, words: foldedWords(text), intent, language, weightMilli: weightMilli(weight) })),
    ),
  );
}
