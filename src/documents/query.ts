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
  /** As the question has it. */
  readonly word: string;
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
  for (const { words } of read) addWords(words, { question, index, add });
  // After what the question says itself, in any language: that weighs more.
  for (const { language, words } of read) addSynonyms(words, synonyms.of(language), { question, index, add });
  return { terms: [...terms.values()] };
}

/** One letter says nothing; one sign of Chinese or one digit may. */
const isLetter = (word: string): boolean => /^\p{L}\p{M}*$/u.test(word) && !/\p{Script=Han}/u.test(word);

interface Reading {
  readonly question: string;
  readonly index: SectionIndex;
  readonly add: (term: QueryTerm) => void;
}

function addWords(words: readonly SearchWord[], { question, index, add }: Reading): void {
  for (const { start, end, term, stemmed, strong, parts, before } of words) {
    const word = question.slice(start, end);
    const number = numberIn(index.wordNumbers, term);
    add({ field: "words", number, word, how: stemmed ? "stem" : "word" });
    for (const run of strong) add({ field: "words", number: numberIn(index.wordNumbers, run), word, how: "part" });
    for (const run of parts) add({ field: "parts", number: numberIn(index.partNumbers, run), word, how: "part" });
    const first = words[before];
    if (first === undefined) continue;
    const pair = pairNumber(index.pairs, numberIn(index.wordNumbers, first.term), number);
    add({ field: "parts", number: pair, word: question.slice(first.start, end), how: "pair" });
  }
}

function addSynonyms(
  words: readonly SearchWord[],
  byFirst: ReadonlyMap<string, readonly Synonym[]>,
  { question, index, add }: Reading,
): void {
  for (const [at, first] of words.entries()) {
    for (const { from, to } of byFirst.get(first.term) ?? []) {
      if (!from.every((term, step) => words[at + step]?.term === term)) continue;
      const word = question.slice(first.start, words[at + from.length - 1]?.end);
      for (const { term, strong } of to) {
        for (const one of [term, ...strong]) {
          add({ field: "words", number: numberIn(index.wordNumbers, one), word, how: "synonym" });
        }
      }
    }
  }
}

const numberIn = (numbers: ReadonlyMap<string, number>, term: string): number => numbers.get(term) ?? -1;
