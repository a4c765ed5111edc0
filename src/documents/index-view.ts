/** An index as one caller sees it at one date: what counts for rarity and length. Pure, but for memos. */
import type { Postings } from "./postings.ts";
import type { SectionIndex } from "./section-index.ts";

/** BM25's, and ours: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009). */
export interface RankWeights {
  /** How much a word's second occurrence adds to its first; 0 for nothing. */
  readonly k1: number;
  /** How much a long section is held against it, from 0 to 1. */
  readonly b: number;
  /** An occurrence in the heading counts as so many in the text. */
  readonly heading: number;
  /** Of a part or a pair of words, against a word's 1. */
  readonly parts: number;
  /** Of a word from a synonym rule, against a word's 1. */
  readonly synonym: number;
}

export const DEFAULT_WEIGHTS: RankWeights = { k1: 1.2, b: 0.75, heading: 2, parts: 0.5, synonym: 0.7 };

export interface View {
  readonly index: SectionIndex;
  /** 1 for a section that counts; null where all do. */
  readonly counted: Uint8Array | null;
  readonly weights: RankWeights;
  /** Sections that count. */
  readonly size: number;
  readonly words: FieldView;
  readonly parts: FieldView;
}

export interface FieldView {
  readonly postings: Postings;
  /** By section: k1 × (1 − b + b × length ÷ mean length). */
  readonly norms: Float64Array;
  /** ln(1 + (N − n + 0.5) ÷ (n + 0.5)), n of N counted sections having the term: above 0 for every n. */
  readonly rarity: (term: number) => number;
}

/** Rarity, number and mean length are those of the counted sections only. `counted` is not to change afterwards. */
export function viewOf(index: SectionIndex, counted: Uint8Array | null, weights: RankWeights): View {
  const size = counted === null ? index.size : counted.reduce((sum, one) => sum + (one === 0 ? 0 : 1), 0);
  const seen: Seen = { counted, weights, size };
  return { index, counted, weights, size, words: fieldView(index.words, seen), parts: fieldView(index.parts, seen) };
}

type Seen = Pick<View, "counted" | "weights" | "size">;

function fieldView(postings: Postings, seen: Seen): FieldView {
  const known = new Map<number, number>();
  return {
    postings,
    norms: normsOf(postings, seen),
    rarity: (term) => {
      const before = known.get(term);
      if (before !== undefined) return before;
      const having = sectionsWith(postings, term, seen.counted);
      const rarity = Math.log(1 + (seen.size - having + 0.5) / (having + 0.5));
      known.set(term, rarity);
      return rarity;
    },
  };
}

function normsOf({ textLengths, headingLengths }: Postings, { counted, weights, size }: Seen): Float64Array {
  const { k1, b, heading } = weights;
  const norms = Float64Array.from(textLengths, (length, at) => length + heading * (headingLengths[at] as number));
  let text = 0;
  let headings = 0;
  for (let at = 0; at < norms.length; at += 1) {
    if (counted !== null && counted[at] === 0) continue;
    text += textLengths[at] as number;
    headings += headingLengths[at] as number;
  }
  // Whole numbers summed apart: the mean is the same in whatever order the sections stand. Empty texts only have no mean.
  const mean = (text + heading * headings) / size || 1;
  for (let at = 0; at < norms.length; at += 1) norms[at] = k1 * (1 - b + (b * (norms[at] as number)) / mean);
  return norms;
}

function sectionsWith({ starts, sections }: Postings, term: number, counted: Uint8Array | null): number {
  const start = starts[term] as number;
  const end = starts[term + 1] as number;
  if (counted === null) return end - start;
  let having = 0;
  for (let at = start; at < end; at += 1) having += counted[sections[at] as number] === 0 ? 0 : 1;
  return having;
}
