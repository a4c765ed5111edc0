/** Patterns of words, and how a word of a text may be a word of one. Pure types. */
import type { Spelling } from "./term-syntax.ts";

/** Ways a word of a text may be a word of a pattern, the surest first. */
export const HOWS = ["exact", "inflected", "prefixed", "compound", "fuzzy"] as const;
export type How = (typeof HOWS)[number];

export interface Pattern<T> {
  readonly spellings: readonly Spelling[];
  /** Every word of it stands exactly so, whatever its spelling says. */
  readonly asWritten: boolean;
  readonly language: string;
  /** May also be part of a longer word, and be written as one word. */
  readonly loose: boolean;
  /** A word of it may be misspelt. */
  readonly misspelt: boolean;
  readonly payload: T;
}

/** In place of a second headword, where there is none, and behind the last of a pattern. */
export const ALONE = -1;

/** What is known of a pattern where it is found. */
export interface Sequence<T> {
  readonly language: string;
  readonly loose: boolean;
  readonly payload: T;
  /** A single character of a script without spaces: it counts only where a word segmenter sees a word. */
  readonly guarded: boolean;
}

/** Spellings of patterns by their first headword: those of one headword stand together, in their order. */
export interface PatternTable<T> {
  /** By headword: the place of its first spelling; those of the next headword begin where they stop. */
  readonly starts: Int32Array;
  /** By place: the headword of the second part, or `ALONE`. Most spellings are passed over for it, so it stands apart. */
  readonly seconds: Int32Array;
  /** By place: where in `parts` its second part stands. */
  readonly rests: Int32Array;
  /** Twice the headword, and one more where words may stand before it; `ALONE` behind the last of each spelling. */
  readonly parts: Int32Array;
  /** By place; the spellings of a pattern mostly share one. */
  readonly sequences: readonly Sequence<T>[];
}

export interface WordMatch {
  readonly headword: number;
  readonly how: How;
}
