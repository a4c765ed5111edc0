/** A question as terms of an index: which numbers to look up, and which of the question's words asks for each. Pure. */
import { type SearchWord, termReader } from "../text/search-terms.ts";
import { pairNumber } from "./pair-table.ts";
import type { SectionIndex } from "./section-index.ts";
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
}

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
  const read = index.languages.map((language) => ({ language, words: termReader(language)(question) }));
  if (read.every(({ words }) => words.every(({ start, end }) => isLetter(question.slice(start, end))))) return { terms: [] };
  for (const { words } of read) addWords(words, { index, add });
  // After what the question says itself, in any language: that weighs more.
  for (const { language, words } of read) addSynonyms(words, synonyms.of(language), { index, add });
  return { terms: [...terms.values()] };
}

/** One letter says nothing; one sign of Chinese or one digit may. */
const isLetter = (word: string): boolean => /^\p{L}\p{M}*$/u.test(word) && !/\p{Script=Han}/u.test(word);

interface Reading {
  readonly index: SectionIndex;
  readonly add: (term: QueryTerm) => void;
}

function addWords(words: readonly SearchWord[], { index, add }: Reading): void {
  for (const { start, end, term, stemmed, strong, parts, before } of words) {
    const number = numberIn(index.wordNumbers, term);
    add({ field: "words", number, start, end, how: stemmed ? "stem" : "word" });
    for (const run of strong) add({ field: "words", number: numberIn(index.wordNumbers, run), start, end, how: "part" });
    for (const run of parts) add({ field: "parts", number: numberIn(index.partNumbers, run), start, end, how: "part" });
    const first = words[before];
    if (first === undefined) continue;
    const pair = pairNumber(index.pairs, numberIn(index.wordNumbers, first.term), number);
    add({ field: "parts", number: pair, start: first.start, end, how: "pair" });
  }
}

function addSynonyms(
  words: readonly SearchWord[],
  byFirst: ReadonlyMap<string, readonly Synonym[]>,
  { index, add }: Reading,
): void {
  for (const [at, first] of words.entries()) {
    for (const { from, to } of byFirst.get(first.term) ?? []) {
      if (!from.every((term, step) => words[at + step]?.term === term)) continue;
      const { start } = first;
      const end = words[at + from.length - 1]?.end ?? first.end;
      for (const { term, strong } of to) {
        for (const one of [term, ...strong]) {
          add({ field: "words", number: numberIn(index.wordNumbers, one), start, end, how: "synonym" });
        }
      }
    }
  }
}

const numberIn = (numbers: ReadonlyMap<string, number>, term: string): number => numbers.get(term) ?? -1;
