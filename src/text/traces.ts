/**
 * What a short text can be known again by once only hashes of it are left: its words as a whole, and what in it names one thing alone. Pure
 * but for a bounded memo; decision 28.
 */
import { spokenOf } from "./compare-words.ts";
import { foldWord } from "./fold.ts";
import { type KnownText, knownTexts } from "./known-texts.ts";
import { wholeSentencesOf } from "./whole-sentences.ts";

export interface Traces {
  /** Of a statement: all its words. Of a text: those of each sentence, of up to `MOST_SENTENCES` in a row, and all. */
  readonly words: readonly string[];
  /**
   * A number among names (12 Elm Street), nine digits or more in a row (+44 20 7946 0018), an address of e-mail. A date is none: it has a
   * name at most.
   */
  readonly values: readonly string[];
}

/** Of what is remembered. */
export function statementTraces(statement: string): Traces {
  const { normal } = wholeSentencesOf(knownTexts.find(statement));
  const runs = runsOf(statement).flatMap(({ words, beginsSentence }) => (beginsSentence ? [words, words.slice(1)] : [words]));
  return { words: [spokenOf(normal)], values: distinct([...runs.filter(namesOneThing).map(joined), ...numbersIn(statement)]) };
}

/** Sentences in a row that are compared with a statement. */
const MOST_SENTENCES = 3;

/** Of what may repeat a statement: each trace that a statement within it would have. */
export const textTraces = (text: string): Traces => readTraces(knownTexts.find(text));

const readTraces = knownTexts.remember(
  (known): Traces => ({
    words: wordsIn(known),
    values: distinct([...runsOf(known.text).flatMap(partsOf), ...numbersIn(known.text)]),
  }),
  ({ words, values }) => [...words, ...values].reduce((sum, trace) => sum + trace.length, TRACES_UNITS),
);
const TRACES_UNITS = 80;

function wordsIn(known: KnownText): readonly string[] {
  const { normal, starts } = wholeSentencesOf(known);
  const found = [normal];
  for (let from = 0; from < starts.length - 1; from += 1) {
    for (let to = from + 1; to <= Math.min(from + MOST_SENTENCES, starts.length - 1); to += 1) {
      found.push(normal.slice(starts[from], (starts[to] as number) - 1));
    }
  }
  return distinct(found.map(spokenOf));
}

interface Run {
  readonly words: readonly Word[];
  readonly beginsSentence: boolean;
}

interface Word {
  readonly folded: string;
  readonly isNumber: boolean;
}

/** Words with a capital or a digit first, with nothing but a blank between them. */
const RUN = /(?<![\p{L}\p{N}])[\p{Lu}\p{Lt}\p{N}][\p{L}\p{M}\p{N}'’/-]*\.?(?: [\p{Lu}\p{Lt}\p{N}][\p{L}\p{M}\p{N}'’/-]*\.?)+/gu;
const BEGINS_WITH_NUMBER = /^\p{N}/u;
const BEGINS_SENTENCE = /(?:^|[.!?…]\s+|\n\s*)$/u;
const LONGEST_RUN = 12;

const runsOf = (text: string): readonly Run[] =>
  [...text.matchAll(RUN)].map(({ 0: run, index }) => {
    const words = run.split(" ").slice(0, LONGEST_RUN);
    return {
      words: words.map((word) => ({ folded: foldWord(word.replace(/\.$/, "")), isNumber: BEGINS_WITH_NUMBER.test(word) })),
      beginsSentence: BEGINS_SENTENCE.test(text.slice(Math.max(0, index - 8), index)),
    };
  });

const namesOneThing = (words: readonly Word[]): boolean =>
  words.filter(({ isNumber }) => !isNumber).length >= 2 && words.some(({ isNumber }) => isNumber);

const joined = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(" ");

function partsOf({ words }: Run): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 3; to <= words.length; to += 1) {
      const part = words.slice(from, to);
      if (namesOneThing(part)) parts.push(joined(part));
    }
  }
  return parts;
}

const DIGITS = /\p{Nd}(?:[ \-./()]{0,2}\p{Nd}){8,30}/gu;
const MAIL = /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const numbersIn = (text: string): readonly string[] => [
  ...[...text.matchAll(DIGITS)].map(([number]) => number.replaceAll(/\P{Nd}/gu, "")),
  ...[...text.matchAll(MAIL)].map(([address]) => address.toLowerCase()),
];

const distinct = (all: readonly string[]): readonly string[] => [...new Set(all)];
