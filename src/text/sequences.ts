/** Collects the headwords of many patterns, each once, and the spellings by the headword they begin with. Pure. */
import { CLASS, classAt } from "./character-class.ts";
import { collectHeadwords, type HeadwordCollector, type Headwords } from "./headwords.ts";
import type { LanguageRules } from "./inflection.ts";
import { ALONE, type Pattern, type PatternTable, type Sequence } from "./pattern.ts";
import { partsOf, type TermPart } from "./term-syntax.ts";
import { UNSPACED } from "./unspaced.ts";

export interface Collected<T> {
  readonly headwords: Headwords;
  readonly patterns: PatternTable<T>;
}

/** Two words that are written as one have as many letters together. */
const SHORTEST_JOINED = 6;

/** By spelling, in the order in which they come. */
interface Collecting<T> {
  readonly words: HeadwordCollector;
  readonly firsts: number[];
  readonly seconds: number[];
  readonly rests: number[];
  readonly sequences: Sequence<T>[];
  /** As in the table. */
  readonly parts: number[];
}

export function collectSequences<T>(patterns: Iterable<Pattern<T>>, rulesOf: (language: string) => LanguageRules): Collected<T> {
  const words = collectHeadwords(rulesOf);
  const collecting: Collecting<T> = { words, firsts: [], seconds: [], rests: [], sequences: [], parts: [] };
  for (const pattern of patterns) addPattern(collecting, pattern);
  return { headwords: words.headwords, patterns: tableOf(collecting, words.headwords.words.length) };
}

function addPattern<T>(collecting: Collecting<T>, pattern: Pattern<T>): void {
  const plain = sequenceOf(pattern, false);
  for (const spelling of pattern.spellings) {
    const parts = partsOf(spelling);
    const sequence = isOneSign(parts) ? sequenceOf(pattern, true) : plain;
    addParts(collecting, sequence, parts, pattern);
    const joined = pattern.loose && !pattern.asWritten ? joinedOf(parts) : null;
    if (joined !== null) addParts(collecting, plain, joined, JOINED);
  }
}

const sequenceOf = <T>({ language, loose, payload }: Pattern<T>, guarded: boolean): Sequence<T> => ({
  language,
  loose,
  payload,
  guarded,
});

/** What is written as one word is a guess already. */
const JOINED = { asWritten: false, misspelt: false };

function addParts<T>(
  { words, firsts, seconds, rests, sequences, parts }: Collecting<T>,
  sequence: Sequence<T>,
  spelt: readonly TermPart[],
  { asWritten, misspelt }: Pick<Pattern<T>, "asWritten" | "misspelt">,
): void {
  const use = { language: sequence.language, misspelt };
  let second = ALONE;
  for (let at = 0; at < spelt.length; at += 1) {
    const { word, mode, gap } = spelt[at] as TermPart;
    const headword = words.idOf(word, asWritten ? "exact" : mode, use);
    if (at === 0) firsts.push(headword);
    else {
      if (at === 1) {
        second = headword;
        rests.push(parts.length);
      }
      parts.push(2 * headword + Number(gap));
    }
  }
  if (second === ALONE) rests.push(0);
  else parts.push(ALONE);
  seconds.push(second);
  sequences.push(sequence);
}

/** By the first headword; those of one headword in the order in which they came. */
function tableOf<T>({ firsts, seconds, rests, sequences, parts }: Collecting<T>, headwords: number): PatternTable<T> {
  const starts = new Int32Array(headwords + 1);
  for (const first of firsts) starts[first + 1] = (starts[first + 1] as number) + 1;
  for (let headword = 0; headword < headwords; headword += 1) {
    starts[headword + 1] = (starts[headword + 1] as number) + (starts[headword] as number);
  }
  const free = starts.slice();
  const table = { seconds: new Int32Array(firsts.length), rests: new Int32Array(firsts.length), sequences: sequences.slice() };
  for (let at = 0; at < firsts.length; at += 1) {
    const first = firsts[at] as number;
    const place = free[first] as number;
    free[first] = place + 1;
    table.seconds[place] = seconds[at] as number;
    table.rests[place] = rests[at] as number;
    table.sequences[place] = sequences[at] as Sequence<T>;
  }
  return { starts, parts: Int32Array.from(parts), ...table };
}

/** "work out" is also written "workout"; null where words are not written so. */
function joinedOf([first, second, third]: readonly TermPart[]): readonly TermPart[] | null {
  if (first === undefined || second === undefined || third !== undefined || second.gap) return null;
  if (first.mode !== "inflects" || second.mode !== "inflects") return null;
  const word = first.word + second.word;
  return word.length >= SHORTEST_JOINED && SPACED.test(word) ? [{ word, mode: "inflects", gap: false }] : null;
}

const SPACED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u;
const ONE_SIGN = new RegExp(String.raw`^[${UNSPACED}]\p{M}*$`, "u");

/** Whether it is a single character of a script without spaces. */
function isOneSign([first, second]: readonly TermPart[]): boolean {
  if (first === undefined || second !== undefined) return false;
  const { word } = first;
  return word.length <= 4 && classAt(word, 0) === CLASS.unspaced && ONE_SIGN.test(word);
}
