/** Many patterns of words compiled into one: what a word may be, and which patterns begin with it. State is a bounded memo only. */
import { LRUCache } from "lru-cache";
import { headwordTrie } from "./headword-trie.ts";
import type { LanguageRules } from "./inflection.ts";
import type { Pattern, Sequence, WordMatch } from "./pattern.ts";
import { type Proclitic, wordReader } from "./read-word.ts";
import { collectSequences } from "./sequences.ts";
import { SHORTEST_TYPO, type TypoIndex, typoIndex } from "./typos.ts";
import type { Word } from "./words.ts";

export interface Lexicon<T> {
  /** The headwords that a word may be. */
  matches(word: Word): readonly WordMatch[];
  /** Those of one language that it is one typing error away from; for a word without any match. */
  typos(word: Word, language: string): readonly WordMatch[];
  languageOf(headword: number): string;
  lengthOf(headword: number): number;
  /** The patterns whose first word is this headword. */
  sequences(headword: number): readonly Sequence<T>[];
}

const MOST_WORDS = 20_000;
const NONE: readonly WordMatch[] = [];

export function compileLexicon<T>(
  patterns: Iterable<Pattern<T>>,
  rulesOf: (language: string) => LanguageRules,
  languages: readonly LanguageRules[],
): Lexicon<T> {
  const { headwords, sequences } = collectSequences(patterns, rulesOf);
  const read = wordReader(headwordTrie(headwords, rulesOf), headwords, languages.flatMap(procliticsOf));
  const indexOf = lazily((language) =>
    typoIndex(
      headwords.filter((one) => one.language === language && one.misspelt && one.mode !== "exact"),
      rulesOf,
    ),
  );
  const near = (language: string, word: string): readonly WordMatch[] =>
    indexOf(language)
      .near(word)
      .map(({ id }) => ({ headword: id, how: "fuzzy" }));
  const known = new LRUCache<string, readonly WordMatch[]>({ max: MOST_WORDS });
  const misspelt = new LRUCache<string, readonly WordMatch[]>({ max: MOST_WORDS });
  return {
    matches: ({ folded }) => known.get(folded) ?? keep(known, folded, read(folded)),
    typos: ({ folded, unspaced }, language) => {
      if (unspaced || folded.length < SHORTEST_TYPO) return NONE;
      const key = `${language} ${folded}`;
      return misspelt.get(key) ?? keep(misspelt, key, near(language, folded));
    },
    languageOf: (headword) => headwords[headword]?.language ?? "",
    lengthOf: (headword) => headwords[headword]?.word.length ?? 0,
    sequences: (headword) => sequences[headword] ?? [],
  };
}

const procliticsOf = ({ language, proclitics }: LanguageRules): readonly Proclitic[] =>
  proclitics.map((letters) => ({ language, letters }));

function keep(memo: LRUCache<string, readonly WordMatch[]>, word: string, matches: readonly WordMatch[]): readonly WordMatch[] {
  memo.set(word, matches);
  return matches;
}

/** Made when a question of that language first has an unknown word: most languages never do. */
function lazily(make: (language: string) => TypoIndex): (language: string) => TypoIndex {
  const made = new Map<string, TypoIndex>();
  return (language) => {
    const index = made.get(language) ?? make(language);
    made.set(language, index);
    return index;
  };
}
