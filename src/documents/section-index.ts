/**
 * The inverted index of many sections: which terms stand in which of them. Pure; immutable, and without a weight in it, so that one
 * index serves every policy, sweep and what-if.
 */

import { type SearchWord, type TermReader, termReader } from "../text/search-terms.ts";
import { primaryLanguage } from "../text/stem.ts";
import { draftPairs, type PairDraft, type PairTable } from "./pair-table.ts";
import { draftPostings, type Postings, type PostingsDraft } from "./postings.ts";

export interface IndexedText {
  readonly heading: string;
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
}

export interface SectionIndex {
  /** Sections; a section's place is that of its text when the index was built. */
  readonly size: number;
  /** Primary languages of the sections, sorted. */
  readonly languages: readonly string[];
  /** Words and what weighs as words. */
  readonly words: Postings;
  readonly wordNumbers: ReadonlyMap<string, number>;
  /** Parts of words, and pairs of words, numbered as one. */
  readonly parts: Postings;
  readonly partNumbers: ReadonlyMap<string, number>;
  readonly pairs: PairTable;
}

interface Draft {
  readonly words: PostingsDraft;
  readonly wordNumbers: Map<string, number>;
  readonly parts: PostingsDraft;
  readonly partNumbers: Map<string, number>;
  readonly pairs: PairDraft;
}

/** Linear in the length of the texts. */
export function buildIndex(texts: readonly IndexedText[]): SectionIndex {
  const draft: Draft = {
    words: draftPostings(texts.length),
    wordNumbers: new Map(),
    parts: draftPostings(texts.length),
    partNumbers: new Map(),
    pairs: draftPairs(),
  };
  const readers = new Map<string, TermReader>();
  for (const { heading, text, language } of texts) {
    const primary = primaryLanguage(language);
    const read = readers.get(primary) ?? termReader(primary);
    readers.set(primary, read);
    count(draft, read(heading), "heading");
    count(draft, read(text), "text");
    draft.words.endSection();
    draft.parts.endSection();
  }
  const { wordNumbers, partNumbers, pairs } = draft;
  return {
    size: texts.length,
    languages: [...readers.keys()].sort(),
    words: draft.words.finish(wordNumbers.size),
    wordNumbers,
    parts: draft.parts.finish(partNumbers.size + pairs.size()),
    partNumbers,
    pairs: pairs.finish(),
  };
}

function count(draft: Draft, found: readonly SearchWord[], part: "text" | "heading"): void {
  const { words, parts, pairs, partNumbers } = draft;
  const numbers: number[] = [];
  for (const { term, strong, parts: runs, before } of found) {
    const word = numberOf(draft.wordNumbers, term, draft.wordNumbers.size);
    numbers.push(word);
    words.count(word, part);
    for (const run of strong) words.count(numberOf(draft.wordNumbers, run, draft.wordNumbers.size), part);
    for (const run of runs) parts.count(numberOf(partNumbers, run, partNumbers.size + pairs.size()), part);
    if (before >= 0) {
      parts.count(pairs.numberOf(numbers[before] as number, word, partNumbers.size + pairs.size()), part);
    }
  }
}

function numberOf(numbers: Map<string, number>, term: string, next: number): number {
  const known = numbers.get(term);
  if (known !== undefined) return known;
  numbers.set(term, next);
  return next;
}
