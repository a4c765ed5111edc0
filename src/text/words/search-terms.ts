/**
 * The terms by which a text is found: words, their stems, their parts. Pure; linear in the length of the text.
 *
 * - A word stands as its stem where its language has a stemmer, else as it is folded.
 * - Beside it stand its parts: runs of three letters, the first with a mark of the word's beginning, so that a compound, a typing slip or
 *   an ending that no stemmer knows still finds it. A Hangul word has its pairs of syllables, and these weigh as words: a particle
 *   stands at the end of nearly each, and no stemmer takes it away.
 * - A script without spaces is cut into words by a dictionary, and into pairs of characters in case the dictionary cuts differently.
 * - A sign directly before a word and after none makes one more word: `#1`, `.net`, `@home`.
 * - An emoji is no term.
 */
import { primaryLanguage } from "../primary-language.ts";
import { CLASS, classAt } from "./character-class.ts";
import { foldWord } from "./fold.ts";
import { isFunctionWord } from "./function-words.ts";
import { wordForm } from "./stem.ts";
import { wordSegmenter } from "./unspaced.ts";
import { splitWords, type Word } from "./words.ts";

export interface WordTerms {
  /** The word's own term. */
  readonly term: string;
  /** It binds the sentence and names nothing. */
  readonly empty: boolean;
  /** The term is another than the word as folded. */
  readonly stemmed: boolean;
  /** Parts that weigh as words. */
  readonly strong: readonly string[];
  readonly parts: readonly string[];
}

export interface SearchWord {
  /** The same object for the same word again, from one reader. */
  readonly terms: WordTerms;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Place of the word directly before it in the list, within the clause; -1 where there is none. */
  readonly before: number;
}

export type TermReader = (text: string) => readonly SearchWord[];

/** Letters of a part. */
const PART = 3;
/** Stands before a word's first letters, so that a beginning is found as one. */
const EDGE = "^";
/** Signs that begin a name. */
const SIGNS = "#.@";

/** The platform's time grows with the square of what it cuts. */
const LONGEST_RUN = 256;

/** Reads texts of one language; remembers the words it has seen, so it should live no longer than a reading of many texts. */
export function termReader(language: string): TermReader {
  const primary = primaryLanguage(language);
  const seen = new Map<string, WordTerms>();
  return (text) => {
    const found: SearchWord[] = [];
    const words = splitWords(text);
    let before = -1;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as Word;
      if (word.unspaced) {
        const end = endOfRun(words, at);
        addRun(found, { text, language: primary, characters: words.slice(at, end) });
        at = end - 1;
        before = -1;
        continue;
      }
      if (classAt(text, word.start) === CLASS.emoji) continue;
      const written = text.slice(word.start, word.end);
      let terms = seen.get(written);
      if (terms === undefined) {
        terms = termsOf(written, word.folded, primary);
        seen.set(written, terms);
      }
      const joined = before >= 0 && words[at - 1]?.clause === word.clause ? before : -1;
      before = found.push({ terms, start: word.start, end: word.end, before: joined }) - 1;
      if (hasSign(text, word.start)) found.push(signed(text, word));
    }
    return found;
  };
}

function termsOf(written: string, folded: string, language: string): WordTerms {
  const term = wordForm(written, folded, language);
  const empty = isFunctionWord(folded, language);
  if (classAt(written, 0) === CLASS.hangul) {
    return { term, empty, stemmed: false, strong: folded.length === 2 ? [] : runsOf(folded, 2), parts: [] };
  }
  // Where marks make another word, people without them on their keys are found by this.
  const bare = language === "vi" && term !== folded ? [`=${folded}`] : [];
  return { term, empty, stemmed: term !== folded, strong: [], parts: [...bare, ...runsOf(EDGE + folded, PART)] };
}

function runsOf(text: string, length: number): readonly string[] {
  const runs: string[] = [];
  for (let at = 0; at + length <= text.length; at += 1) runs.push(text.slice(at, at + length));
  return runs;
}

function hasSign(text: string, start: number): boolean {
  if (start === 0 || !SIGNS.includes(text.charAt(start - 1))) return false;
  return start === 1 || /[\s([{"'“„«:,;/]/u.test(text.charAt(start - 2));
}

const signed = (text: string, { start, end, folded }: Word): SearchWord => ({
  terms: { term: text.charAt(start - 1) + folded, empty: false, stemmed: false, strong: [], parts: [] },
  start: start - 1,
  end,
  before: -1,
});

function endOfRun(words: readonly Word[], start: number): number {
  let at = start + 1;
  while (at - start < LONGEST_RUN && words[at]?.unspaced === true && words[at]?.start === words[at - 1]?.end) at += 1;
  return at;
}

interface Run {
  readonly text: string;
  readonly language: string;
  readonly characters: readonly Word[];
}

/** The words of a run without spaces; a pair of characters belongs to the word in which it begins. */
function addRun(found: SearchWord[], { text, language, characters }: Run): void {
  const first = characters[0] as Word;
  const last = characters.at(-1) as Word;
  let at = 0;
  for (const { segment, index } of wordSegmenter.segment(text.slice(first.start, last.end))) {
    const start = first.start + index;
    const end = start + segment.length;
    const parts: string[] = [];
    for (; at < characters.length && (characters[at] as Word).start < end; at += 1) {
      const next = characters[at + 1];
      if (next !== undefined) parts.push((characters[at] as Word).folded + next.folded);
    }
    const term = foldWord(segment);
    const empty = isFunctionWord(term, language);
    found.push({ terms: { term, empty, stemmed: false, strong: [], parts }, start, end, before: -1 });
  }
}
