/** Many patterns of words compiled into one: what a word may be, and which patterns begin with it. State is a bounded memo only. */
import { LRUCache } from "lru-cache";
import { type End, type Headword, headwordTrie } from "./headword-trie.ts";
import type { LanguageRules } from "./inflection.ts";
import type { Spelling, TermPart } from "./term-syntax.ts";
import { SHORTEST_TYPO, type TypoIndex, typoIndex } from "./typos.ts";
import type { Word } from "./words.ts";

/** Ways a word of a text may be a word of a pattern, the surest first. */
export const HOWS = ["exact", "inflected", "prefixed", "compound", "fuzzy"] as const;
export type How = (typeof HOWS)[number];

export interface Pattern<T> {
  readonly spelling: Spelling;
  readonly language: string;
  /** May also be part of a longer word, and be written as one word. */
  readonly loose: boolean;
  /** A word of it may be misspelt. */
  readonly misspelt: boolean;
  readonly payload: T;
}

export interface SequencePart {
  readonly headword: number;
  readonly gap: boolean;
}

/** A pattern whose words are headwords. */
export interface Sequence<T> {
  readonly parts: readonly SequencePart[];
  readonly language: string;
  readonly loose: boolean;
  readonly payload: T;
  /** A single character of a script without spaces: it counts only where a word segmenter sees a word. */
  readonly guarded: boolean;
}

export interface WordMatch {
  readonly headword: number;
  readonly how: How;
}

export interface Lexicon<T> {
  /** The headwords that a word may be. */
  matches(word: Word): readonly WordMatch[];
  /** Those of one language that it is one typing error away from; for a word without any match. */
  typos(word: Word, language: string): readonly WordMatch[];
  /** The patterns whose first word is this headword. */
  sequences(headword: number): readonly Sequence<T>[];
}

const MOST_WORDS = 20_000;
/** The part of a compound that is left over must be a word too. */
const SHORTEST_REST = 3;
const SHORTEST_COMPOUND = 4;
/** What may follow an apostrophe at the end of a word: train's, don't. */
const LONGEST_TAIL = 3;
const SHORTEST_AFTER = 2;
/** Letters left after a proclitic; the first letters of shorter words are their own. */
const SHORTEST_BARE = 3;
const NONE: readonly WordMatch[] = [];

export function compileLexicon<T>(
  patterns: Iterable<Pattern<T>>,
  rulesOf: (language: string) => LanguageRules,
  languages: readonly LanguageRules[],
): Lexicon<T> {
  const { headwords, sequences } = collect(patterns, rulesOf);
  const trie = headwordTrie(headwords, rulesOf);
  const indexOf = lazily((language) =>
    typoIndex(
      headwords.filter((one) => one.language === language && one.misspelt),
      rulesOf,
    ),
  );
  const proclitics = languages.flatMap(({ language, proclitics: written }) => written.map((letters) => ({ language, letters })));
  const known = new LRUCache<string, readonly WordMatch[]>({ max: MOST_WORDS });
  const misspelt = new LRUCache<string, readonly WordMatch[]>({ max: MOST_WORDS });
  const remember = (memo: typeof known, word: string, read: () => readonly WordMatch[]): readonly WordMatch[] => {
    const before = memo.get(word);
    if (before !== undefined) return before;
    const matches = read();
    memo.set(word, matches);
    return matches;
  };
  return {
    matches: ({ folded }) => remember(known, folded, () => readWord(folded, trie, proclitics)),
    typos: ({ folded, unspaced }, language) =>
      unspaced || folded.length < SHORTEST_TYPO
        ? NONE
        : remember(misspelt, `${language} ${folded}`, () =>
            indexOf(language)
              .near(folded)
              .map(({ id }) => ({ headword: id, how: "fuzzy" })),
          ),
    sequences: (headword) => sequences.get(headword) ?? [],
  };
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

interface Collected<T> {
  /** By id. */
  readonly headwords: readonly Headword[];
  readonly sequences: ReadonlyMap<number, readonly Sequence<T>[]>;
}

function collect<T>(patterns: Iterable<Pattern<T>>, rulesOf: (language: string) => LanguageRules): Collected<T> {
  const headwords: Headword[] = [];
  const ids = new Map<string, Map<string, number>>();
  const sequences = new Map<number, Sequence<T>[]>();
  const headwordOf = ({ word, mode }: TermPart, language: string, misspelt: boolean): number => {
    const kind = `${language} ${mode} ${misspelt}`;
    const known = ids.get(kind) ?? new Map<string, number>();
    ids.set(kind, known);
    const before = known.get(word);
    if (before !== undefined) return before;
    const compounds = mode === "inflects" && rulesOf(language).compounds && word.length >= SHORTEST_COMPOUND;
    const id = headwords.push({ id: headwords.length, word, language, mode, compounds, misspelt }) - 1;
    known.set(word, id);
    return id;
  };
  for (const { spelling, language, loose, misspelt, payload } of patterns) {
    for (const written of loose ? [spelling, ...joined(spelling)] : [spelling]) {
      const whole = misspelt && written === spelling;
      const parts = written.map((part) => ({ headword: headwordOf(part, language, whole), gap: part.gap }));
      const [first, second] = parts;
      if (first === undefined) continue;
      const guarded = second === undefined && isOneSign(written[0]?.word ?? "");
      const sequence: Sequence<T> = { parts, language, loose, payload, guarded };
      const others = sequences.get(first.headword);
      if (others === undefined) sequences.set(first.headword, [sequence]);
      else others.push(sequence);
    }
  }
  return { headwords, sequences };
}

/** "work out" is also written "workout". */
function joined(spelling: Spelling): readonly Spelling[] {
  const [first, second, third] = spelling;
  if (first === undefined || second === undefined || third !== undefined || second.gap) return [];
  const word = first.word + second.word;
  const both = first.mode === "inflects" && second.mode === "inflects";
  return both && word.length > SHORTEST_TYPO && SPACED.test(word) ? [[{ word, mode: "inflects", gap: false }]] : [];
}

const SPACED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u;
const ONE_SIGN = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]\p{M}*$/u;
const isOneSign = (word: string): boolean => word.length <= 4 && ONE_SIGN.test(word);

type Walk = Pick<ReturnType<typeof headwordTrie>, "walk">;

function readWord(
  word: string,
  trie: Walk,
  proclitics: readonly { readonly language: string; readonly letters: string }[],
): readonly WordMatch[] {
  const best = new Map<number, How>();
  const note = ({ headword }: End, how: How): void => {
    const before = best.get(headword.id);
    if (before === undefined || HOWS.indexOf(how) < HOWS.indexOf(before)) best.set(headword.id, how);
  };
  readFrom(word, 0, trie, note);
  readTails(word, trie, note);
  for (const { language, letters } of proclitics) {
    if (!word.startsWith(letters) || word.length - letters.length < SHORTEST_BARE) continue;
    readFrom(word, letters.length, trie, (end) => end.headword.language === language && note(end, "prefixed"));
  }
  const mark = word.indexOf("'");
  if (mark > 0) readAround(word, mark, trie, note);
  return [...best].map(([headword, how]) => ({ headword, how }));
}

type Note = (end: End, how: How) => void;

/** Headwords that the word from `from` on is a form of, or begins with as a compound. */
function readFrom(word: string, from: number, trie: Walk, note: Note): void {
  trie.walk(word, from, (end, at) => {
    const rest = word.length - at;
    if (end.follows === null ? rest === 0 : end.follows(word.slice(at))) note(end, rest === 0 ? "exact" : "inflected");
    else if (end.follows === null && end.headword.compounds && rest >= SHORTEST_REST) note(end, "compound");
  });
}

/** Headwords that stand at the end of a compound. */
function readTails(word: string, trie: Walk, note: Note): void {
  for (let from = SHORTEST_REST; from <= word.length - SHORTEST_COMPOUND; from += 1) {
    trie.walk(word, from, (end, at) => {
      if (end.headword.compounds && (end.follows === null ? at === word.length : end.follows(word.slice(at))))
        note(end, "compound");
    });
  }
}

/** l'entraînement, train's: the word after the apostrophe, or the one before a short tail. */
function readAround(word: string, mark: number, trie: Walk, note: Note): void {
  const after = word.slice(mark + 1);
  if (after.length >= SHORTEST_AFTER) readFrom(after, 0, trie, (end, how) => how !== "compound" && note(end, how));
  if (after.length <= LONGEST_TAIL) readFrom(word.slice(0, mark), 0, trie, (end, how) => how !== "compound" && note(end, how));
}
