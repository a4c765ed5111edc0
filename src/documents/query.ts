/** A question as terms of an index: which numbers to look up, and which of the question's words asks for each. Pure. */
import { questionLanguages } from "../text/words/question-languages.ts";
import { type SearchWord, termReader } from "../text/words/search-terms.ts";
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
  const terms: QueryTerm[] = [];
  const seen = { words: new Set<number>(), parts: new Set<number>() };
  const isAsked = questionLanguages(question);
  for (const [language, vocabulary] of vocabulariesOf(index)) {
    const words = termReader(language)(question);
    if (words.every(({ start, end }) => isLetter(question.slice(start, end)))) continue;
    const share = isAsked(language) ? 1 : FOREIGN;
    const add: Reading["add"] = (field, number, { start, end, how, of = 1 }) => {
      if (number < 0 || seen[field].has(number)) return;
      seen[field].add(number);
      terms.push({ field, number, start, end, how, share, of });
    };
    const reading: Reading = { words, vocabulary, pairs: index.pairs, add };
    addWords(reading);
    // After what the question says itself, which weighs more.
    addSynonyms(reading, synonyms.of(language));
  }
  return { terms };
}

/** In one order, whichever language was read first: sums of fractions depend on it. */
const vocabulariesOf = ({ languages, vocabularies }: SectionIndex): readonly (readonly [string, Vocabulary])[] =>
  languages.flatMap((language) => {
    const vocabulary = vocabularies.get(language);
    return vocabulary === undefined ? [] : [[language, vocabulary] as const];
  });

/** A single letter says nothing; a sign of Chinese or a digit may. */
const isLetter = (word: string): boolean => /^\p{L}\p{M}*$/u.test(word) && !/\p{Script=Han}/u.test(word);

/** What of the question asks for a term. */
interface Asks extends Pick<QueryTerm, "start" | "end" | "how"> {
  readonly of?: number;
}

interface Reading {
  readonly words: readonly SearchWord[];
  readonly vocabulary: Vocabulary;
  readonly pairs: PairTable;
  /** Once for each number of a field; below 0: no section has it. */
  readonly add: (field: QueryTerm["field"], number: number, asks: Asks) => void;
}

function addWords({ words, vocabulary, pairs, add }: Reading): void {
  for (const { terms, start, end, before } of words) {
    const { term, empty, stemmed, strong, parts } = terms;
    const number = numberIn(vocabulary.words, term);
    const first = words[before];
    const asks: Asks = { start, end, how: "part", of: parts.length };
    if (!empty) {
      add("words", number, { start, end, how: stemmed ? "stem" : "word" });
      for (const run of strong) add("words", numberIn(vocabulary.words, run), asks);
    }
    for (const run of empty ? [] : parts) {
      add("parts", numberIn(vocabulary.parts, run), asks);
    }
    if (first === undefined || (first.terms.empty && empty)) continue;
    const pair = pairNumber(pairs, numberIn(vocabulary.words, first.terms.term), number);
    add("parts", pair, { start: first.start, end, how: "pair" });
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
          add("words", numberIn(vocabulary.words, one), { start, end, how: "synonym" });
        }
      }
    }
  }
}

const numberIn = (numbers: ReadonlyMap<string, number>, term: string): number => numbers.get(term) ?? -1;
