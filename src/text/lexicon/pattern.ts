/** Patterns of words, and how a word of a text may be a word of one. Pure types. */
import type { Spelling } from "./term-syntax.ts";

/** Ways a word of a text may be a word of a pattern, the surest first. */
export const HOWS = ["exact", "inflected", "prefixed", "compound", "fuzzy"] as const;
export type How = (typeof HOWS)[number];

export interface Pattern<T> {
  readonly spellings: readonly Spelling[];
  /** What they were read from, for languages in which accents tell. */
  readonly text: string;
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

/**
 * Where a word segmenter must see a word for a short pattern of a script without spaces to count: a single sign; a pair of two, as Thai ชา,
 * which stands in ชาติ; a stem of Han and kana, which ends inside a word and only begins like one: 外で, not in 海外で.
 */
export type Guard = "none" | "sign" | "pair" | "stem";

/** What is known of a pattern where it is found. */
export interface Sequence<T> {
  readonly language: string;
  readonly loose: boolean;
  readonly payload: T;
  readonly guard: Guard;
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
