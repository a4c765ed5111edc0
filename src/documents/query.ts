/** A question as terms of an index: which numbers to look up, and which of the question's words asks for each. Pure. */
import { questionLanguages } from "../text/question-languages.ts";
import { type SearchWord, termReader } from "../text/search-terms.ts";
import { type PairTable, pairNumber } from "./pair-table.ts";
import type { SectionIndex, Vocabulary } from "./section-index.ts";
import { NO_SYNONYMS, type Synonym, type Synonyms } from "./synonyms.ts";

/** `word`: as it stands there; `stem`: another form of it; `part`: a run of letters; `pair`: two words side by side; `synonym`: a rule. */
export type TermHow = "word" | "stem" | "part" | "pair" | "synonym";

export interface QueryTerm {
  readonly field: "words" | "parts";
  /** In the field of the index that the query was read for. */
  readonly number: number;
  /** UTF-16 offsets into the question. */
  readonly start: number;
  readonly end: number;
  readonly how: TermHow;
  /** 1, or less for a term of a language that the question is not in. */
  readonly share: number;
  /** Of a part: how many its word has, known ones and others. */
  readonly of: number;
}

/** Words of another language are rare among few documents of it, so a name in common counts little, and three letters almost nothing. */
const FOREIGN = 0.2;

/** Each term once, in the order of the question, language by language. */
export interface Query {
  readonly terms: readonly QueryTerm[];
}

/** Read under each language that the index holds; what no section has is left out, so a query may be empty. */
export function readQuery(question: string, index: SectionIndex, synonyms: Synonyms = NO_SYNONYMS): Query {
  const terms = new Map<string, QueryTerm>();
  const add = (term: QueryTerm): void => {
    const key = `${term.field}${term.number}`;
    if (term.number >= 0 && !terms.has(key)) terms.set(key, term);
  };
  const isAsked = questionLanguages(question);
  for (const [language, vocabulary] of vocabulariesOf(index)) {
    const words = termReader(language)(question);
    if (words.every(({ start, end }) => isLetter(question.slice(start, end)))) continue;
    const share = isAsked(language) ? 1 : FOREIGN;
    const reading: Reading = { words, vocabulary, pairs: index.pairs, add: (term, of = 1) => add({ ...term, share, of }) };
    addWords(reading);
    // After what the question says itself, which weighs more.
    addSynonyms(reading, synonyms.of(language));
  }
  return { terms: [...terms.values()] };
}

/** In one order, whichever language was read first: sums of fractions depend on it. */
const vocabulariesOf = ({ languages, vocabularies }: SectionIndex): readonly (readonly [string, Vocabulary])[] =>
  languages.flatMap((language) => {
    const vocabulary = vocabularies.get(language);
    return vocabulary === undefined ? [] : [[language, vocabulary] as const];
  });

/** A single letter says nothing; a sign of Chinese or a digit may. */
const isLetter = (word: string): boolean => /^\p{L}\p{M}*$/u.test(word) && !/\p{Script=Han}/u.test(word);

interface Reading {
  readonly words: readonly SearchWord[];
  readonly vocabulary: Vocabulary;
  readonly pairs: PairTable;
  readonly add: (term: Omit<QueryTerm, "share" | "of">, of?: number) => void;
}

function addWords({ words, vocabulary, pairs, add }: Reading): void {
  for (const { terms, start, end, before } of words) {
    const { term, empty, stemmed, strong, parts } = terms;
    const number = numberIn(vocabulary.words, term);
    const first = words[before];
    if (!empty) {
      add({ field: "words", number, start, end, how: stemmed ? "stem" : "word" });
      for (const run of strong) add({ field: "words", number: numberIn(vocabulary.words, run), start, end, how: "part" });
    }
    for (const run of empty ? [] : parts) {
      add({ field: "parts", number: numberIn(vocabulary.parts, run), start, end, how: "part" }, parts.length);
    }
    if (first === undefined || (first.terms.empty && empty)) continue;
    const pair = pairNumber(pairs, numberIn(vocabulary.words, first.terms.term), number);
    add({ field: "parts", number: pair, start: first.start, end, how: "pair" });
  }
}

function addSynonyms({ words, vocabulary, add }: Reading, byFirst: ReadonlyMap<string, readonly Synonym[]>): void {
  for (const [at, first] of words.entries()) {
    for (const { from, to } of byFirst.get(first.terms.term) ?? []) {
      if (!from.every((term, step) => words[at + step]?.terms.term === term)) continue;
      const { start } = first;
      const end = words[at + from.length - 1]?.end ?? first.end;
      for (const {
        terms: { term, strong },
      } of to) {
        for (const one of [term, ...strong]) {
          add({ field: "words", number: numberIn(vocabulary.words, one), start, end, how: "synonym" });
        }
      }
    }
  }
}

const numberIn = (numbers: ReadonlyMap<string, number>, term: string): number => numbers.get(term) ?? -1;
