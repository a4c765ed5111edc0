/** Whether a text says again what a statement said, in other words around it. Pure but for a bounded memo; decision 28. */
import { knownTexts } from "./known-texts.ts";
import { wholeSentencesOf } from "./whole-sentences.ts";

/**
 * Whether one sentence of `text` has every word that `statement` is about, in any order and with other endings: "you live at 12 Elm Street
 * now" for "Lives at 12 Elm Street.". `current`: what stands in its place, null for nothing; where that says all of it too, nothing of the
 * statement is outdated.
 */
export function restates(text: string, statement: string, current: string | null): boolean {
  const { terms } = readTerms(statement);
  if (terms.length < 2 && !terms.some((term) => term.includes(" ") && term.length >= LONG_RUN)) return false;
  if (current !== null && termsWithout(statement, current).length === 0) return false;
  return readSentences(text).some((sentence) => terms.every((term) => has(sentence, term)));
}

/** Whether `text` says what `current` says and `statement` does not: who tells of both tells what holds. */
export function saysWhatIsNew(text: string, statement: string, current: string): boolean {
  const fresh = termsWithout(current, statement);
  const sentences = readSentences(text);
  return fresh.length > 0 && fresh.every((term) => sentences.some((sentence) => has(sentence, term)));
}

const termsWithout = (statement: string, other: string): readonly string[] => {
  const sentences = readSentences(other);
  return readTerms(statement).terms.filter((term) => !sentences.some((sentence) => has(sentence, term)));
};

interface Sentence {
  /** Between blanks. */
  readonly padded: string;
  readonly words: ReadonlySet<string>;
  /** By their first three letters. */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
}

const readSentences = (text: string): readonly Sentence[] => sentencesRead(knownTexts.find(text));

const sentencesRead = knownTexts.remember(
  (known): readonly Sentence[] => {
    const { normal, starts } = wholeSentencesOf(known);
    return [...starts.slice(0, -1)].map((start, at) => sentenceOf(normal.slice(start, (starts[at + 1] as number) - 1)));
  },
  (_, text) => text.length * 6,
);

function sentenceOf(normal: string): Sentence {
  const words = new Set(normal.split(" "));
  const byStart = new Map<string, string[]>();
  for (const word of words) {
    const start = word.slice(0, START);
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return { padded: ` ${normal} `, words, byStart };
}

const START = 3;
/** Of a script without spaces: characters in a row, with a blank between each. */
const CELLS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+$/u;
/** Such a run that says something by itself: four characters. */
const LONG_RUN = 7;
const CARRIES_MEANING = /[\p{L}\p{N}]/u;
/** Little words of scripts with spaces: is, at, in. */
const LITTLE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,2}$/u;

/** The words that a statement is about; characters without spaces as one run. */
const readTerms = (statement: string) => termsRead(knownTexts.find(statement));

const termsRead = knownTexts.remember(
  (known) => {
    const terms: string[] = [];
    let run: string[] = [];
    const endRun = (): void => {
      if (run.length > 0) terms.push(run.join(" "));
      run = [];
    };
    for (const word of wholeSentencesOf(known).normal.split(" ")) {
      if (CELLS.test(word)) run.push(word);
      else {
        endRun();
        if (CARRIES_MEANING.test(word) && !LITTLE.test(word)) terms.push(word);
      }
    }
    endRun();
    return { terms: [...new Set(terms)] };
  },
  ({ terms }) => terms.reduce((sum, term) => sum + term.length, TERMS_UNITS),
);
const TERMS_UNITS = 64;

function has({ padded, words, byStart }: Sentence, term: string): boolean {
  if (words.has(term) || (term.includes(" ") && padded.includes(` ${term} `))) return true;
  if (HAS_DIGIT.test(term)) return false;
  return (byStart.get(term.slice(0, START)) ?? []).some((word) => isSameWord(word, term));
}

const HAS_DIGIT = /\p{N}/u;
const LONGEST_ENDING = 2;

/** Alike but for endings of at most two letters, one of words equally long: live, lives; wohnt, wohnst. Numbers are never alike. */
function isSameWord(one: string, other: string): boolean {
  const ending = one.length === other.length ? 1 : LONGEST_ENDING;
  const least = Math.max(START, Math.max(one.length, other.length) - ending);
  return Math.min(one.length, other.length) >= START && one.slice(0, least) === other.slice(0, least) && !HAS_DIGIT.test(one);
}
