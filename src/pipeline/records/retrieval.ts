/** What the record says of how documents were chosen; names as in the contract. Pure types. */
import type { Cause } from "../../sources/source-result.ts";

export const FOUND_OUTCOMES = ["chosen", "outside_k", "below_floor", "superseded", "expired", "not_yet_effective"] as const;
export type FoundOutcome = (typeof FOUND_OUTCOMES)[number];

/** What brought a section up: its words, its meaning, a `send_to` rule, or that its whole document was sent. */
export const FOUND_BY = ["words", "meaning", "rule", "whole"] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/** How a word of the question was found: as it is, by its stem, by parts of it, together with its neighbour, or by a synonym. */
export const TERM_HOW = ["word", "stem", "part", "pair", "synonym"] as const;

/** What one word of the question added to a score; the contributions of a section sum to its score. */
export interface TermRecord {
  /** UTF-16 offsets into the question. */
  readonly start: number;
  readonly end: number;
  readonly how: (typeof TERM_HOW)[number];
  readonly contribution: number;
}

/** A section or hit that was chosen, or nearly. */
export interface FoundRecord {
  readonly id: string;
  /** Among those that could be chosen, from 1; null for an outdated one, and for one that is in without a rank. */
  readonly rank: number | null;
  /** BM25, or the service's own; null without. */
  readonly score: number | null;
  /** Cosine; null where nobody ranked by meaning. */
  readonly similarity: number | null;
  readonly outcome: FoundOutcome;
  readonly by: FoundBy;
  /** Of the rule. */
  readonly reason: string | null;
  readonly terms: readonly TermRecord[];
}

export const MEANING_STATUSES = ["used", "failed", "not_asked"] as const;

export interface RetrievalRecord {
  readonly source: string;
  readonly status: "found" | "none_found" | "failed";
  readonly cause: Cause | null;
  /** Of every document of the folder that the caller may see; null for a search service. */
  readonly digest: string | null;
  readonly k: number;
  readonly floor: number | null;
  /** Sections that could be chosen: seen by the caller, and in force. Of a search: its usable hits. */
  readonly sections: number;
  /** Null where the policy ranks by words alone. */
  readonly meaning: {
    readonly status: (typeof MEANING_STATUSES)[number];
    readonly cause: string | null;
    readonly model: string | null;
    /** Of those, sections that have a vector. */
    readonly vectors: number;
  } | null;
  /** In the order: chosen, then those near the cut, then outdated ones that would have been above it. */
  readonly ranked: readonly FoundRecord[];
}
