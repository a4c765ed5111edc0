/** Collects the headwords of many patterns, each once, and the spellings by the headword they begin with. Pure. */
import { sorted } from "../words/accents.ts";
import { CLASS, classAt } from "../words/character-class.ts";
import { UNSPACED } from "../words/unspaced.ts";
import { collectHeadwords, type HeadwordCollector, type Headwords } from "./headwords.ts";
import type { LanguageRules } from "./inflection.ts";
import { ALONE, type Guard, type Pattern, type PatternTable, type Sequence } from "./pattern.ts";
import { partsOf, type TermPart, termAccents } from "./term-syntax.ts";

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
  for (const pattern of patterns) {
    addPattern(collecting, pattern, rulesOf(pattern.language).accentsTell ? termAccents(pattern.text) : null);
  }
  return { headwords: words.headwords, patterns: tableOf(collecting, words.headwords.words.length) };
}

/** By spelling, then by word; null in a language where they do not tell. */
type Accents = ReturnType<typeof termAccents> | null;

function addPattern<T>(collecting: Collecting<T>, pattern: Pattern<T>, accents: Accents): void {
  const plain = sequenceOf(pattern, "none");
  for (let at = 0; at < pattern.spellings.length; at += 1) {
    const spelt = partsOf(pattern.spellings[at] as string);
    const own = accents === null ? null : (accents[at] as readonly string[]);
    const guard = guardOf(spelt);
    addParts(collecting, guard === "none" ? plain : sequenceOf(pattern, guard), {
      spelt,
      accents: own,
      asWritten: pattern.asWritten,
      misspelt: pattern.misspelt,
    });
    const joined = pattern.loose && !pattern.asWritten ? joinedOf(spelt) : null;
    if (joined === null) continue;
    // What is written as one word is a guess already, so no error is looked for in it.
    addParts(collecting, plain, {
      spelt: joined,
      accents: own === null ? null : [sorted(own.join(""))],
      asWritten: false,
      misspelt: false,
    });
  }
}

const sequenceOf = <T>({ language, loose, payload }: Pattern<T>, guard: Guard): Sequence<T> => ({
  language,
  loose,
  payload,
  guard,
});

interface Spelt extends Pick<Pattern<unknown>, "asWritten" | "misspelt"> {
  readonly spelt: readonly TermPart[];
  /** By word. */
  readonly accents: readonly string[] | null;
}

function addParts<T>(
  { words, firsts, seconds, rests, sequences, parts }: Collecting<T>,
  sequence: Sequence<T>,
  { spelt, accents, asWritten, misspelt }: Spelt,
): void {
  const { language } = sequence;
  const plain = { language, misspelt, accents: "" };
  let second = ALONE;
  for (let at = 0; at < spelt.length; at += 1) {
    const { word, mode, gap } = spelt[at] as TermPart;
    const use = accents === null ? plain : { ...plain, accents: accents[at] as string };
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

/** One sign, or two that stand in many other words. Two of kana are written so by children and in haste, and no segmenter knows them then. */
function guardOf([first, second, third]: readonly TermPart[]): Guard {
  if (first === undefined || third !== undefined || !isSign(first)) return "none";
  if (second === undefined) return "sign";
  if (second.gap || !isSign(second) || HAN.test(second.word)) return "none";
  return HAN.test(first.word) ? "stem" : KANA.test(first.word) ? "none" : "pair";
}

const HAN = /^\p{Script=Han}/u;
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const isSign = ({ word }: TermPart): boolean =>
  word.length <= LONGEST_SIGN && classAt(word, 0) === CLASS.unspaced && ONE_SIGN.test(word);

/** In UTF-16 units, with its marks. */
const LONGEST_SIGN = 4;
