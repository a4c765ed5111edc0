/**
 * The inverted index of many sections: which terms stand in which of them. Pure; immutable, and without a weight in it, so that one
 * index serves every policy, sweep and what-if.
 */

import { primaryLanguage } from "../text/primary-language.ts";
import { type TermReader, termReader, type WordTerms } from "../text/words/search-terms.ts";
import { draftPairs, type PairDraft, type PairTable } from "./pair-table.ts";
import { draftPostings, type Postings, type PostingsDraft } from "./postings.ts";

export interface IndexedText {
  readonly heading: string;
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
}

/** The numbers of the terms of one language: a term belongs to one, so no section is found by the rules of another's. */
export interface Vocabulary {
  readonly words: ReadonlyMap<string, number>;
  readonly parts: ReadonlyMap<string, number>;
}

export interface SectionIndex {
  /** Sections; a section's place is that of its text when the index was built. */
  readonly size: number;
  /** Primary languages of the sections, sorted. */
  readonly languages: readonly string[];
  readonly vocabularies: ReadonlyMap<string, Vocabulary>;
  /** By the numbers of two words that stand side by side. */
  readonly pairs: PairTable;
  /** Of words, and of what weighs as words. */
  readonly words: Postings;
  /** Of parts and pairs, numbered as one. */
  readonly parts: Postings;
}

interface Draft {
  readonly words: PostingsDraft;
  readonly parts: PostingsDraft;
  readonly pairs: PairDraft;
  readonly languages: Map<string, DraftLanguage>;
  readonly sizes: { words: number; parts: number };
}

interface DraftLanguage {
  readonly read: TermReader;
  /** What was read before need not be looked up again. */
  readonly known: Map<WordTerms, WordNumbers>;
  readonly words: Map<string, number>;
  readonly parts: Map<string, number>;
}

interface WordNumbers {
  readonly word: number;
  readonly strong: readonly number[];
  readonly parts: readonly number[];
}

/** Linear in the length of the texts. */
export function buildIndex(texts: readonly IndexedText[]): SectionIndex {
  const draft: Draft = {
    words: draftPostings(texts.length),
    parts: draftPostings(texts.length),
    pairs: draftPairs(),
    languages: new Map(),
    sizes: { words: 0, parts: 0 },
  };
  for (const { heading, text, language } of texts) {
    const known = languageOf(draft, primaryLanguage(language));
    countTerms(draft, known, { text: heading, part: "heading" });
    countTerms(draft, known, { text, part: "text" });
    draft.words.endSection();
    draft.parts.endSection();
  }
  return {
    size: texts.length,
    languages: [...draft.languages.keys()].sort(),
    vocabularies: new Map([...draft.languages].map(([language, { words, parts }]) => [language, { words, parts }])),
    pairs: draft.pairs.finish(),
    words: draft.words.finish(draft.sizes.words),
    parts: draft.parts.finish(draft.sizes.parts),
  };
}

function languageOf({ languages }: Draft, language: string): DraftLanguage {
  const before = languages.get(language);
  if (before !== undefined) return before;
  const fresh = { read: termReader(language), known: new Map(), words: new Map(), parts: new Map() };
  languages.set(language, fresh);
  return fresh;
}

interface Counted {
  readonly text: string;
  readonly part: "text" | "heading";
}

function countTerms(draft: Draft, language: DraftLanguage, { text, part }: Counted): void {
  const { sizes, pairs } = draft;
  const found: number[] = [];
  for (const { terms, before } of language.read(text)) {
    const { word, strong, parts } = numbersOf(draft, language, terms);
    found.push(word);
    draft.words.count(word, part);
    for (const number of strong) draft.words.count(number, part);
    for (const number of parts) draft.parts.count(number, part);
    if (before < 0) continue;
    const pair = pairs.numberOf(found[before] as number, word, sizes.parts);
    if (pair === sizes.parts) sizes.parts += 1;
    draft.parts.count(pair, part);
  }
}

function numbersOf({ sizes }: Draft, { known, words, parts }: DraftLanguage, terms: WordTerms): WordNumbers {
  const before = known.get(terms);
  if (before !== undefined) return before;
  const numberOf = (field: "words" | "parts", term: string): number => {
    const numbers = field === "words" ? words : parts;
    const number = numbers.get(term);
    if (number !== undefined) return number;
    numbers.set(term, sizes[field]);
    sizes[field] += 1;
    return sizes[field] - 1;
  };
  const numbers = {
    word: numberOf("words", terms.term),
    strong: terms.strong.map((run) => numberOf("words", run)),
    parts: terms.parts.map((run) => numberOf("parts", run)),
  };
  known.set(terms, numbers);
  return numbers;
}
