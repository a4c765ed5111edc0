/** The words of a question as a search service can take them: no sign of a query language among them. Pure. */
import { splitWords, type Word } from "../../text/words/words.ts";

/** Services limit the clauses of a query and the length of an address. */
export const MAX_WORDS = 64;

/** Words that are operators in some query languages when they stand in capitals; in small letters they are words. */
const OPERATOR = /^(?:AND|OR|NOT|TO|NEAR|MAYBE)$/;

export interface WordRules {
  /** Stands between the words, as alternatives mostly; null: a blank. */
  readonly join: string | null;
  /** Whether each word stands in double quotes. */
  readonly quote: boolean;
}

/**
 * The first 64 different words, as written. What a script without spaces writes in one run is one word, for the service to
 * cut as it cut its documents; with `join` it is each two neighbours of the run, because a whole run is found nowhere.
 * A word holds letters, marks, digits, apostrophes, + or # at the end of one letter, emoji; so it cannot end its own quotes.
 */
export function queryWords(question: string, { join, quote }: WordRules): string {
  const texts = runsOf(splitWords(question)).flatMap((run) => (join === null ? [whole(run, question)] : pairs(run, question)));
  const words = [...new Set(texts)].slice(0, MAX_WORDS).map((word) => (OPERATOR.test(word) ? word.toLowerCase() : word));
  return words.map((word) => (quote ? `"${word}"` : word)).join(join ?? " ");
}

/** Words that touch in a script without spaces go together; every other word is alone. */
function runsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last?.unspaced === true && word.unspaced && last.end === word.start) run.push(word);
    else runs.push([word]);
  }
  return runs;
}

const whole = (run: readonly Word[], text: string): string => text.slice(run[0]?.start, run.at(-1)?.end);

function pairs(run: readonly Word[], text: string): readonly string[] {
  if (run.length < 3) return [whole(run, text)];
  return run.slice(1).map((_, index) => whole(run.slice(index, index + 2), text));
}
