/** What words that nobody knows may have been meant as: mistyped, run together with the next one, or torn in two. Pure. */

import type { Vocabulary } from "../policy/snapshot.ts";
import type { Languages } from "../text/lexicon/known-languages.ts";
import type { Lexicon } from "../text/lexicon/lexicon.ts";
import type { WordMatch } from "../text/lexicon/pattern.ts";
import { accentsOf } from "../text/words/accents.ts";
import type { Word } from "../text/words/words.ts";

/** What each word may be, as terms and as cues. */
export interface Meant {
  readonly terms: readonly (readonly WordMatch[])[];
  readonly cues: readonly (readonly WordMatch[])[];
}

export interface MendInput extends Meant {
  readonly words: readonly Word[];
  readonly vocabulary: Vocabulary;
  readonly languages: Languages;
  /** Languages whose words count in every form, and as written. */
  readonly isHome: (language: string) => boolean;
  readonly mayVisit: (language: string) => boolean;
  /** Languages in which errors are looked for. */
  readonly spoken: readonly string[];
}

/** Letters of words that are taken apart or put together: shorter ones are other words too often, longer ones are no words. */
const SHORTEST_PAIR = 7;
const LONGEST_PAIR = 24;
/** Letters of a term, and of any word, that run together. */
const SHORTEST_TERM = 5;
const SHORTEST_PART = 2;
/** Shorter ones before a term are letters of its own: Czech ne-. */
const SHORTEST_FIRST = 3;

/** The matches with those of mended words added. Words that the languages of the question know are left alone. */
export function mendWords(input: MendInput): Meant {
  const { words, vocabulary, languages, spoken } = input;
  let terms: (readonly WordMatch[])[] | null = null;
  let cues: (readonly WordMatch[])[] | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (word.unspaced || isKnown(input, at)) continue;
    const cue = spoken
      .flatMap((language) => languages.lexicon.typos(word, language))
      .filter(isWholeWord(word, languages.lexicon));
    const term = spoken.flatMap((language) => vocabulary.lexicon.typos(word, language));
    const mended = term.length > 0 || cue.length > 0 || isCompound(input, at) ? term : apartOrTogether(input, at);
    if (cue.length > 0) {
      cues ??= [...input.cues];
      cues[at] = [...(input.cues[at] ?? []), ...cue];
    }
    if (mended.length > 0) {
      terms ??= [...input.terms];
      terms[at] = [...(input.terms[at] ?? []), ...mended];
    }
  }
  return { terms: terms ?? input.terms, cues: cues ?? input.cues };
}

/** A part of it is a term, so that it is not two words. */
const isCompound = ({ terms, vocabulary, isHome }: MendInput, at: number): boolean =>
  (terms[at] ?? []).some(({ headword }) => isHome(vocabulary.lexicon.languageOf(headword)));

/** No form of it: an ending and an error together make a time of too many words. */
const isWholeWord =
  ({ folded }: Word, lexicon: Lexicon<unknown>) =>
  ({ headword }: WordMatch): boolean =>
    Math.abs(folded.length - lexicon.lengthOf(headword)) <= 1;

const isKnown = (input: MendInput, at: number): boolean =>
  knows(input, input.vocabulary.lexicon, input.terms[at] ?? []) || knows(input, input.languages.lexicon, input.cues[at] ?? []);

function knows({ isHome, mayVisit }: MendInput, lexicon: Lexicon<unknown>, ways: readonly WordMatch[]): boolean {
  for (const { headword, how } of ways) {
    if (how === "compound") continue;
    const language = lexicon.languageOf(headword);
    if (isHome(language) || (how === "exact" && mayVisit(language))) return true;
  }
  return false;
}

function apartOrTogether(input: MendInput, at: number): readonly WordMatch[] {
  const apart = runTogether(input, input.words[at] as Word);
  return apart.length > 0 ? apart : tornInTwo(input, at);
}

/** "proteindo I need": a term and another word without the space. */
function runTogether(input: MendInput, { folded, written }: Word): readonly WordMatch[] {
  if (folded.length < SHORTEST_PAIR || folded.length > LONGEST_PAIR) return [];
  const accented = accentsOf(written) !== "";
  for (let cut = folded.length - SHORTEST_PART; cut >= SHORTEST_PART; cut -= 1) {
    const [before, after] = [wordOf(folded.slice(0, cut)), wordOf(folded.slice(cut))];
    const first = plainTerms(input, before, accented).filter((term) => isPlainCue(input, term, after));
    if (first.length > 0) return first;
    if (cut < SHORTEST_FIRST) continue;
    const second = plainTerms(input, after, accented).filter(
      (term) => !joins(input, term.headword) && isPlainCue(input, term, before),
    );
    if (second.length > 0) return second;
  }
  return [];
}

/** In a language with compounds a word before a term makes another word: German "Programm" is no Gramm. */
const joins = ({ vocabulary: { lexicon }, languages }: MendInput, headword: number): boolean =>
  languages.rules.get(lexicon.languageOf(headword))?.compounds === true;

/** "prot ein": two parts that are a term together. */
function tornInTwo(input: MendInput, at: number): readonly WordMatch[] {
  const { words } = input;
  const [before, word, after] = [words[at - 1], words[at] as Word, words[at + 1]];
  const pairs = [
    [word, after],
    [before, word],
  ] as const;
  for (const [first, second] of pairs) {
    if (first === undefined || second === undefined || first.clause !== second.clause) continue;
    const whole = first.folded + second.folded;
    if (whole.length < SHORTEST_PAIR || whole.length > LONGEST_PAIR) continue;
    const found = plainTerms(input, wordOf(whole), accentsOf(first.written + second.written) !== "");
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The terms of the question's languages that the letters are a form of; as unsure as a typing error. Of `accented` letters none of a language
 * in which accents tell words apart: which of them the part had is not known any more.
 */
function plainTerms(
  { vocabulary: { lexicon }, languages: { rules }, isHome }: MendInput,
  word: Word,
  accented: boolean,
): readonly WordMatch[] {
  if (word.folded.length < SHORTEST_TERM) return [];
  const mayBe = (language: string): boolean => isHome(language) && !(accented && rules.get(language)?.accentsTell === true);
  return lexicon
    .matches(word)
    .filter(({ headword, how }) => (how === "exact" || how === "inflected") && mayBe(lexicon.languageOf(headword)))
    .map(({ headword }) => ({ headword, how: "fuzzy" }));
}

/** A word of the term's own language: words of two languages do not run together. */
function isPlainCue({ languages: { lexicon }, vocabulary }: MendInput, term: WordMatch, word: Word): boolean {
  const language = vocabulary.lexicon.languageOf(term.headword);
  return lexicon.matches(word).some(({ headword, how }) => how === "exact" && lexicon.languageOf(headword) === language);
}

const wordOf = (folded: string): Word => ({ folded, written: folded, start: 0, end: 0, clause: 0, unspaced: false });
