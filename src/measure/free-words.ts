/** The words of a question that no term and no function word accounts for, alone and in pairs. Pure. */

import type { Snapshot, Vocabulary } from "../policy/snapshot.ts";
import { hear } from "../routing/hear.ts";
import { wholeIn } from "../routing/whole-words.ts";
import { ANY } from "../text/any-language.ts";
import { findPhrases, matchesOf } from "../text/lexicon/find-phrases.ts";
import { wordEdges } from "../text/words/word-edges.ts";
import { splitWords, type Word } from "../text/words/words.ts";

export interface FreeText {
  /** Comparing form: of one word, or of two with a space between. */
  readonly key: string;
  /** As written. */
  readonly text: string;
  /** The keys of the two words of a pair; empty for a word. */
  readonly parts: readonly string[];
  /** Whether it begins with a capital and goes on in small letters, and where: at the start of a clause that says little. */
  readonly capital: "first" | "inside" | null;
}

/** A word, or the characters of a script without spaces that a dictionary sees as one. */
interface Unit {
  readonly key: string;
  readonly first: number;
  readonly last: number;
}

/** By key, each once. Denials and words for time count as function words. */
export function freeTexts(
  question: string,
  vocabulary: Vocabulary,
  languages: Snapshot["languages"],
): ReadonlyMap<string, FreeText> {
  const { words, cues, hits, unmatched } = hear(question, vocabulary, languages);
  const taken = new Set([...hits, ...cues].flatMap(({ first, last }) => words.slice(first, last + 1)));
  // A phrase with a gap spans words that have nothing to do with it.
  const unknown = new Set(unmatched);
  const isFree = ({ key, first, last }: Unit): boolean =>
    isWordLike(key) && words.slice(first, last + 1).every((word, at) => unknown.has(first + at) || !taken.has(word));
  const texts = new Map<string, FreeText>();
  const add = (key: string, [from, to]: readonly [Unit, Unit], parts: readonly string[]): void => {
    const text = question.slice(words[from.first]?.start, words[to.last]?.end).replaceAll(/\s+/gu, " ");
    const inside = from.first > 0 && words[from.first - 1]?.clause === words[from.first]?.clause;
    const capital = /^\p{Lu}\p{Ll}/u.test(text) ? (inside ? "inside" : "first") : null;
    if (!texts.has(key)) texts.set(key, { key, text, parts, capital });
  };
  const units = unitsOf(question, words);
  for (const [at, unit] of units.entries()) {
    if (!isFree(unit)) continue;
    add(unit.key, [unit, unit], []);
    const next = units[at + 1];
    if (next === undefined || !isFree(next) || words[unit.last]?.clause !== words[next.first]?.clause) continue;
    add(`${unit.key} ${next.key}`, [unit, next], [unit.key, next.key]);
  }
  return texts;
}

/** Neither a number nor a single letter; a single Han character may be a word. */
const isWordLike = (key: string): boolean => /\p{L}.|\p{Script=Han}|\p{Extended_Pictographic}/u.test(key);

function unitsOf(question: string, words: readonly Word[]): readonly Unit[] {
  const edges = words.some(({ unspaced }) => unspaced) ? wordEdges(question) : new Set<number>();
  const units: Unit[] = [];
  for (const [at, { folded, start, unspaced }] of words.entries()) {
    const before = words[at - 1];
    const unit = units.at(-1);
    const joins = unspaced && before?.unspaced === true && before.end === start && !edges.has(start);
    if (joins && unit !== undefined) units[units.length - 1] = { ...unit, key: unit.key + folded, last: at };
    else units.push({ key: folded, first: at, last: at });
  }
  return units;
}

/** Whether a term of the language, or of every language, is in the text. */
export function isTerm(text: string, language: string, { lexicon }: Vocabulary): boolean {
  const words = splitWords(text);
  const isWhole = wholeIn(text, words);
  return findPhrases({ words, lexicon, matches: matchesOf(words, lexicon) }).some(
    (one) => [language, ANY].includes(one.sequence.language) && isWhole(one, one.sequence.payload.term.intent === null),
  );
}
