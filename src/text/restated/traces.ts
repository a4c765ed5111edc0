/**
 * What a short text can be known again by once only hashes of it are left: its words as a whole, and what in it names one thing alone. Pure
 * but for a bounded memo; decision 28.
 */
import { withoutEmphasis } from "../compare/emphasis.ts";
import { type KnownText, knownTexts } from "../compare/known-texts.ts";
import { wholeSentencesOf } from "../compare/whole-sentences.ts";
import { normalOfPart, spokenOf } from "../compare/words.ts";
import { cutUnits } from "../sentences/sentences.ts";
import { foldWord } from "../words/fold.ts";
import { type DenialWords, saidOf } from "./denial-words.ts";
import { deniesBefore } from "./denied-clause.ts";
import { tellingParts } from "./telling-parts.ts";

export interface Traces {
  /** Of a statement: all its words. Of a text: those of each sentence, of up to `MOST_SENTENCES` in a row, and all. */
  readonly words: readonly string[];
  /**
   * A number among names (12 Elm Street), nine digits or more in a row (+44 20 7946 0018), an address of e-mail. A date is none: it has a
   * name at most.
   */
  readonly values: readonly string[];
}

/** Of what `statementTraces` gives: kept beside the hashes of it. Whoever changes what it gives for any statement raises this. */
export const TRACE_VERSION = 1;

/** Of what is remembered. Hashed when it is written, and compared with `textTraces` as long as the hashes are kept: see `TRACE_VERSION`. */
export function statementTraces(statement: string): Traces {
  const { normal } = wholeSentencesOf(knownTexts.find(statement));
  const named = [statement, loosened(statement)].map((text) =>
    runsOf(text)
      .flatMap(({ words, beginsSentence }) => (beginsSentence ? [words, words.slice(1)] : [words]))
      .filter(namesOneThing)
      .map(joined),
  );
  const values = named.find((runs) => runs.length > 0) ?? [];
  return { words: [spokenOf(normal)], values: distinct([...values, ...numbersIn(statement)]) };
}

/** Sentences in a row that are compared with a statement. */
const MOST_SENTENCES = 3;

/** Of what may repeat a statement: each trace that a statement within it would have, values that the text denies among them. */
export const textTraces = (text: string): Traces => readTraces(knownTexts.find(text));

const readTraces = knownTexts.remember(
  (known): Traces => ({
    words: wordsIn(known),
    values: valuesIn(known.text),
  }),
  ({ words, values }) => [...words, ...values].reduce((sum, trace) => sum + trace.length, TRACES_UNITS),
);
const TRACES_UNITS = 80;

function wordsIn(known: KnownText): readonly string[] {
  const { normal, starts } = wholeSentencesOf(known);
  const found = [normal, ...tellingParts(known.text).flatMap(rowsOf)];
  for (let from = 0; from < starts.length - 1; from += 1) {
    for (let to = from + 1; to <= Math.min(from + MOST_SENTENCES, starts.length - 1); to += 1) {
      found.push(normal.slice(starts[from], (starts[to] as number) - 1));
    }
  }
  return distinct(found.map(spokenOf));
}

/** A part of a text: its sentences, up to `MOST_SENTENCES` in a row. */
function rowsOf(part: string): readonly string[] {
  const sentences = cutUnits(part, "").flatMap((unit) => normalOfPart(unit.text).replace(STOP_AT_END, "") || []);
  return sentences.flatMap((_, from) =>
    Array.from({ length: Math.min(MOST_SENTENCES, sentences.length - from) }, (__, more) =>
      sentences.slice(from, from + more + 1).join(" "),
    ),
  );
}
const STOP_AT_END = / [.!。।۔]$/u;

/** Those at places that are not left out. */
const valuesIn = (text: string, isLeftOut: (spelling: string, index: number) => boolean = () => false): readonly string[] =>
  distinct(
    spellingsOf(text).flatMap((spelling) => [
      ...runsOf(spelling).flatMap((run) => (isLeftOut(spelling, run.index) ? [] : partsOf(run))),
      ...numbersIn(spelling, (index) => isLeftOut(spelling, index)),
    ]),
  );

/** Those of `values`, which a text has, that some place of it does not deny. */
export function affirmedValues(text: string, values: readonly string[], denials: DenialWords): readonly string[] {
  if (values.length === 0) return [];
  const around = () => normalOfPart(text).split(" ");
  const affirmed = new Set(
    valuesIn(text, (spelling, index) => deniesBefore(saidOf(wordsBefore(spelling, index), denials, around))),
  );
  return values.filter((value) => affirmed.has(value));
}

/** Layout and punctuation as they say nothing; a zero-width space may part words or stand within one. */
const spellingsOf = (text: string): readonly string[] => {
  const seen = withoutEmphasis(text.replace(/\r?\n\s*/gu, " "));
  return distinct([text, seen, loosened(seen), loosened(seen.replaceAll("\u200B", " "))]);
};

const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const SAYS_NOTHING = /[\s\p{Z}()[\]{},;:"„“”«»*_`|#]+/gu;
const TAG = /<\/?[a-z][^<>]{0,60}>/giu;
const HARD_BLANK = /&nbsp;|&#160;|&#xa0;/giu;
const loosened = (text: string): string =>
  withoutEmphasis(text.replace(TAG, "").replace(HARD_BLANK, " ")).replace(INVISIBLE, "").replace(SAYS_NOTHING, " ");

/** Characters before a value in which a denial of it is looked for. */
const DENIAL_REACH = 80;
const wordsBefore = (text: string, index: number): readonly string[] =>
  normalOfPart(text.slice(Math.max(0, index - DENIAL_REACH), index)).split(" ");

/** Names, and numbers among names, that a statement has: in the comparing form, a blank between words. */
export function nameRuns(statement: string): readonly string[] {
  const runs = runsOf(statement).map(({ words }) => joined(words));
  const alone = [...statement.replace(RUN, " , ").matchAll(NAME)].map(([name]) => foldWord(name));
  return [...runs, ...alone];
}
/** One word with a capital, of four letters at least, that begins no sentence. May is a month and no place. */
const NAME = /(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{M}]{3,}/gu;

interface Run {
  readonly index: number;
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
/** Of the parts of longer runs, tables of names for example: each part is hashed. */
const LONGEST_WITHIN = 6;

const runsOf = (text: string): readonly Run[] =>
  [...text.matchAll(RUN)].map(({ 0: run, index }) => {
    const words = run.split(" ");
    return {
      index,
      words: words.map((word) => ({ folded: foldWord(word.replace(/\.$/, "")), isNumber: BEGINS_WITH_NUMBER.test(word) })),
      beginsSentence: BEGINS_SENTENCE.test(text.slice(Math.max(0, index - 8), index)),
    };
  });

const namesOneThing = (words: readonly Word[]): boolean =>
  words.filter(({ isNumber }) => !isNumber).length >= 2 && words.some(({ isNumber }) => isNumber);

const joined = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(" ");

function partsOf({ words }: Run): readonly string[] {
  const parts: string[] = [];
  const longest = words.length > LONGEST_RUN ? LONGEST_WITHIN : LONGEST_RUN;
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 3; to <= Math.min(words.length, from + longest); to += 1) {
      const part = words.slice(from, to);
      if (namesOneThing(part)) parts.push(joined(part));
    }
  }
  return parts;
}

const DIGITS = /\p{Nd}(?:[ \-./()]{0,2}\p{Nd}){8,30}/gu;
const MAIL = /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const numbersIn = (text: string, isLeftOut: (index: number) => boolean = () => false): readonly string[] => [
  ...[...text.matchAll(DIGITS)].flatMap(({ 0: number, index }) =>
    isLeftOut(index) ? [] : dialled(number.replaceAll(/\P{Nd}/gu, ""), text.charAt(index - 1) === "+"),
  ),
  ...[...text.matchAll(MAIL)].flatMap(({ 0: address, index }) => (isLeftOut(index) ? [] : [address.toLowerCase()])),
];

/** A number that may be dialled from abroad or at home: by its last nine digits too. */
const dialled = (digits: string, isForeign: boolean): readonly string[] =>
  digits.length > TAIL && (isForeign || digits.startsWith("0")) ? [digits, `…${digits.slice(-TAIL)}`] : [digits];
const TAIL = 9;

const distinct = (all: readonly string[]): readonly string[] => [...new Set(all)];
