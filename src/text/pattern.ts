/** Patterns of words, and how a word of a text may be a word of one. Pure types. */
import type { Spelling } from "./term-syntax.ts";

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

/** In place of a second headword, where there is none. */
export const ALONE = -1;

/** A pattern whose words are headwords. */
export interface Sequence<T> {
  readonly parts: readonly SequencePart[];
  /** Headword of the second part, or `ALONE`. */
  readonly second: number;
  readonly language: string;
  readonly loose: boolean;
  readonly payload: T;
  /** A single character of a script without spaces: it counts only where a word segmenter sees a word. */
  readonly guarded: boolean;
}

/** Patterns by their first headword: those of one headword stand together, in their order. */
export interface PatternTable<T> {
  /** By headword: the place of its first pattern; those of the next headword begin where they stop. */
  readonly starts: Int32Array;
  /** By place: the headword of the second part, or `ALONE`. Most patterns are passed over for it, so it stands apart. */
  readonly seconds: Int32Array;
  /** By place. */
  readonly sequences: readonly Sequence<T>[];
}

export interface WordMatch {
  readonly headword: number;
  readonly how: How;
}
