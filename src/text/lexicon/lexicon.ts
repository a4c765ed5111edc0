/** Many patterns of words compiled into one: what a word may be, and which patterns begin with it. State is a bounded memo only. */
import { createGenerations, type Generations, ownText } from "../generations.ts";
import { accentsOf } from "../words/accents.ts";
import type { Word } from "../words/words.ts";
import { headwordTrie } from "./headword-trie.ts";
import { type Headwords, misspeltOf } from "./headwords.ts";
import type { LanguageRules } from "./inflection.ts";
import type { Pattern, PatternTable, WordMatch } from "./pattern.ts";
import { type Proclitic, wordReader } from "./read-word.ts";
import { collectSequences } from "./sequences.ts";
import { SHORTEST_TYPO, type TypoIndex, typoIndex } from "./typos.ts";

export interface Lexicon<T> {
  /** The headwords that a word may be. Kept by `written`: words that are written alike are folded alike, those that are made up too. */
  matches(word: Word): readonly WordMatch[];
  /** Those of one language that it is one typing error away from; for a word without any match. */
  typos(word: Word, language: string): readonly WordMatch[];
  languageOf(headword: number): string;
  lengthOf(headword: number): number;
  patterns(): PatternTable<T>;
}

const MOST_WORDS = 20_000;
/** Of one language. */
const MOST_MISSPELT = 5_000;
const NONE: readonly WordMatch[] = [];

type Memo = Generations<readonly WordMatch[]>;

export function compileLexicon<T>(
  patterns: Iterable<Pattern<T>>,
  rulesOf: (language: string) => LanguageRules,
  languages: readonly LanguageRules[],
): Lexicon<T> {
  const { headwords, patterns: table } = collectSequences(patterns, rulesOf);
  const read = wordReader(headwordTrie(headwords, rulesOf), headwords, languages.flatMap(procliticsOf));
  const misspeltIn = lazily((language) => ({
    index: typoIndex(misspeltOf(headwords, language), rulesOf),
    known: createGenerations(MOST_MISSPELT),
  }));
  const known: Memo = createGenerations(MOST_WORDS);
  return {
    matches: ({ folded, written }) => known.get(written) ?? keep(known, written, asAccented(read(folded), written, headwords)),
    typos: ({ folded, written, unspaced }, language) => {
      if (unspaced || folded.length < SHORTEST_TYPO) return NONE;
      const { index, known: typed } = misspeltIn(language);
      return typed.get(written) ?? keep(typed, written, asAccented(near(index, folded), written, headwords));
    },
    languageOf: (headword) => headwords.languages[headword] ?? "",
    lengthOf: (headword) => headwords.words[headword]?.length ?? 0,
    patterns: () => table,
  };
}

const procliticsOf = ({ language, proclitics }: LanguageRules): readonly Proclitic[] =>
  proclitics.map((letters) => ({ language, letters }));

const near = (index: TypoIndex, word: string): readonly WordMatch[] =>
  index.near(word).map(({ id }) => ({ headword: id, how: "fuzzy" }));

/**
 * Where accents make other words, a word with accents is only a headword with the same ones. A word without any may be each of them, as people
 * leave accents out.
 */
function asAccented(
  ways: readonly WordMatch[],
  written: string,
  { accents: own }: Pick<Headwords, "accents">,
): readonly WordMatch[] {
  for (const { headword } of ways) {
    if (own[headword] === null) continue;
    const accents = accentsOf(written);
    return accents === "" ? ways : ways.filter((way) => own[way.headword] === null || own[way.headword] === accents);
  }
  return ways;
}

/** Each word counts as one; it may be a part of a longer text. */
function keep(memo: Memo, word: string, matches: readonly WordMatch[]): readonly WordMatch[] {
  memo.set(ownText(word), matches, 1);
  return matches;
}

interface Misspelt {
  readonly index: TypoIndex;
  readonly known: Memo;
}

/** Made when a question of that language first has an unknown word: most languages never do. */
function lazily(make: (language: string) => Misspelt): (language: string) => Misspelt {
  const made = new Map<string, Misspelt>();
  return (language) => {
    const before = made.get(language);
    if (before !== undefined) return before;
    const misspelt = make(language);
    made.set(language, misspelt);
    return misspelt;
  };
}
