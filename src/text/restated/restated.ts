/** Whether a text says again what a statement said, in other words around it. Pure but for a bounded memo; decision 28. */
import { knownTexts } from "../compare/known-texts.ts";
import { wholeSentencesOf } from "../compare/whole-sentences.ts";
import { UNSPACED_CHARACTER } from "../words/unspaced.ts";
import { type DenialWords, type Said, saidOf } from "./denial-words.ts";
import { clausesOf, denies, denyingWords, hasCue } from "./denied-clause.ts";
import { nameRuns } from "./traces.ts";

/**
 * A test for texts of which one sentence has every word that `statement` is about, in any order and with other endings: "you live at 12 Elm
 * Street now" for "Lives at 12 Elm Street.". No sentence does that asks, that tells of somebody else, or that denies what the statement affirms,
 * or the other way round. `current`: what stands in its place, null for nothing; where that says all of it too, nothing of the statement is
 * outdated.
 */
export function restatementOf(statement: string, current: string | null, denials: DenialWords): (text: string) => boolean {
  const own = saidOf(wordsOf(statement), denials);
  const terms = affirmedTerms(statement, own);
  if (terms.length < 2 && !terms.some((term) => term.includes(" ") && term.length >= LONG_RUN)) return () => false;
  const isTerm = isOneOf(terms);
  const deniesTerm = (text: string): boolean =>
    readSentences(text).some(({ order }) => denies(saidIn(text, order, denials), isTerm));
  let stands: { readonly isDenied: boolean; readonly isToldStill: boolean } | null = null;
  const standing = (): NonNullable<typeof stands> => {
    const isDenied = deniesTerm(statement);
    const isToldStill = current !== null && missingIn(current, terms).length === 0 && deniesTerm(current) === isDenied;
    return { isDenied, isToldStill };
  };
  return (text) => {
    // Most sentences end here: who denies what is asked of the few that are left.
    const named = readSentences(text).flatMap(({ told }) =>
      told !== null && terms.every((term) => has(told, term)) ? [told] : [],
    );
    if (named.length === 0) return false;
    stands ??= standing();
    const { isDenied, isToldStill } = stands;
    const isSaid = (told: Said): boolean => denies(told, isTerm) === isDenied && !tellsOfOthers(told, terms, own);
    return !isToldStill && named.some(({ order }) => isSaid(saidIn(text, order, denials)));
  };
}

/**
 * Whether `text` says what `current` says and `statement` does not: who tells of both tells what holds. One new value will do, a number among
 * names or a name; else three of four new words.
 */
export function saysWhatIsNew(text: string, [statement, current]: readonly [string, string], denials: DenialWords): boolean {
  const fresh = missingIn(statement, affirmedTerms(current, saidOf(wordsOf(current), denials)));
  const sentences = readSentences(text);
  const found = fresh.filter((term) => sentences.some((sentence) => has(sentence, term)));
  if (found.length === 0) return false;
  if (found.length >= fresh.length * MOST_OF_IT) return true;
  const values = nameRuns(current).filter((run) => run.split(" ").some((word) => fresh.includes(word)));
  return values.some((run) => sentences.some(({ padded }) => padded.includes(` ${run} `)));
}

const MOST_OF_IT = 3 / 4;

const missingIn = (other: string, terms: readonly string[]): readonly string[] => {
  const sentences = readSentences(other);
  return terms.filter((term) => !sentences.some((sentence) => has(sentence, term)));
};

const wordsOf = (text: string): readonly string[] => readSentences(text).flatMap(({ order }) => order);

/** Words that a statement is about, without those that deny and what comes with them. */
function affirmedTerms(statement: string, said: Said): readonly string[] {
  const { terms } = readTerms(statement);
  const denying = denyingWords(said);
  return denying.size === 0 ? terms : terms.filter((term) => !denying.has(term));
}

/** A sentence of a text, whose languages the text may show where the sentence does not. */
const saidIn = (text: string, sentence: readonly string[], denials: DenialWords): Said =>
  saidOf(sentence, denials, () => wordsOf(text));

function isOneOf(terms: readonly string[]): (word: string) => boolean {
  const words = new Set(terms.flatMap((term) => term.split(" ")));
  return (word) => words.has(word) || terms.some((term) => !HAS_DIGIT.test(term) && isSameWord(word, term));
}

/** Before what is told, where neither the person nor the model is named: "my parents live in Kyiv". */
function tellsOfOthers(said: Said, terms: readonly string[], statement: Said): boolean {
  if (clausesOf(statement).some((clause) => hasCue(statement, clause, "others"))) return false;
  const names = (at: number): boolean => terms.some((term) => said.words[at] === term || isSameWord(said.words[at] ?? "", term));
  for (const [from, to] of clausesOf(said)) {
    for (let at = from; at < to; at += 1) {
      if (names(at)) return hasCue(said, [from, at], "others") && !hasCue(said, [from, at], "selves");
    }
  }
  return false;
}

interface Sentence {
  /** Between blanks. */
  readonly padded: string;
  readonly order: readonly string[];
  readonly words: ReadonlySet<string>;
  /** By their first three letters. */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
}

interface WholeSentence extends Sentence {
  /** Without the clause that asks; null where all of it does. */
  readonly told: Sentence | null;
}

const readSentences = (text: string): readonly WholeSentence[] => sentencesRead(knownTexts.find(text));

const sentencesRead = knownTexts.remember(
  (known): readonly WholeSentence[] => {
    const { normal, starts } = wholeSentencesOf(known);
    return [...starts.slice(0, -1)].map((start, at) => wholeOf(normal.slice(start, (starts[at + 1] as number) - 1)));
  },
  (_, text) => text.length * 8,
);

function wholeOf(normal: string): WholeSentence {
  const whole = sentenceOf(normal);
  if (!ASKS.test(normal)) return { ...whole, told: whole };
  const end = Math.max(...[", ", "; ", ": "].map((sign) => normal.lastIndexOf(sign)));
  return { ...whole, told: end > 0 ? sentenceOf(normal.slice(0, end).trim()) : null };
}

const ASKS = /[?？؟][ "')»”]*$/u;

function sentenceOf(normal: string): Sentence {
  const order = normal.split(" ");
  const words = new Set([...order, ...order.flatMap(partsOfMeasure)]);
  const byStart = new Map<string, string[]>();
  for (const word of words) {
    const start = word.slice(0, START);
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return { padded: ` ${normal} `, order, words, byStart };
}

/** 50mg is 50 mg. */
const MEASURE = /^(\p{N}[\p{N}.,]*)(\p{L}{1,3})$/u;
const partsOfMeasure = (word: string): readonly string[] => MEASURE.exec(word)?.slice(1) ?? [];

const START = 3;
/** Of a script without spaces: characters in a row, with a blank between each. */
const CELLS = new RegExp(String.raw`^(?:${UNSPACED_CHARACTER}|\p{M})+$`, "u");
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
  const parts = partsOfMeasure(term);
  if (parts.length > 0 && parts.every((part) => words.has(part))) return true;
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
