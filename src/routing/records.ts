/** The records of routing and choosing that leave for the response and the manifest; names as in the contract. Pure types. */

import type { How } from "../text/lexicon/pattern.ts";
import type { Polarity } from "./polarity.ts";

export type Role = "primary" | "secondary";

export const NOTES = ["softened", "kept_by_red_flag", "stale_copy", "surfaced", "hidden_removed"] as const;
export type Note = (typeof NOTES)[number];

export const WITHHELD_REASONS = ["excluded", "scope_dropped", "not_listed"] as const;
export type WithheldReason = (typeof WITHHELD_REASONS)[number];

/** UTF-16 offsets into the question as sent. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Offsets are UTF-16, into the question as sent. */
export interface Match extends Span {
  readonly term: string;
  readonly language: string;
  readonly weight: number;
  readonly factor: number;
  readonly contribution: number;
  readonly how: How;
  readonly polarity: Polarity;
  /** The words that say so. */
  readonly cue: Span | null;
}

export const SUPPRESSED_WHY = ["phrase", "overlap", "repeat"] as const;

/** A term that stands in the question and does not count. */
export interface Suppressed extends Span {
  readonly term: string;
  readonly language: string;
  readonly intent: string;
  /** The term that counts instead. */
  readonly by: string;
  readonly why: (typeof SUPPRESSED_WHY)[number];
}

export interface IntentScore {
  readonly intent: string;
  readonly score: number;
  readonly matches: readonly Match[];
}

export const UNCERTAIN_REASONS = ["margin", "below_threshold", "no_signal"] as const;
export type UncertainReason = (typeof UNCERTAIN_REASONS)[number];

export const DECIDED_BY = ["rules", "model", "best_score", "fallback", "caller"] as const;

export interface Routing {
  readonly intent: string;
  readonly certain: boolean;
  readonly reason: UncertainReason | null;
  readonly contenders: readonly string[];
  readonly decided_by: (typeof DECIDED_BY)[number];
  readonly scores: readonly IntentScore[];
  readonly suppressed: readonly Suppressed[];
  /** Words that nothing is known of. */
  readonly unmatched: readonly Span[];
}

export interface ModifierRecord {
  readonly scope: string;
  readonly action: "promote" | "demote" | "drop";
  readonly piece: string;
  readonly reason: string;
  /** `no_effect`: no intent in play lists the piece, or it is excluded, or stands there already. */
  readonly outcome: "applied" | "scope_uncertain" | "no_effect";
}

export interface ScopeFound {
  readonly name: string | null;
  readonly kind: string | null;
  /** Half-open span of instants, RFC 3339 UTC. */
  readonly from: string | null;
  readonly to: string | null;
  readonly text: string | null;
  readonly start: number | null;
  readonly end: number | null;
}

export interface ScopeRecord extends ScopeFound {
  readonly zone: string;
  readonly zone_source: "request" | "profile" | "policy" | "default";
  readonly source: "none" | "words";
  /** Further scopes of the same question, in the order of the text. */
  readonly others: readonly ScopeFound[];
  readonly modifiers: readonly ModifierRecord[];
}

export interface Withheld {
  readonly id: string;
  readonly stage: "route";
  readonly reason: WithheldReason;
  /** The intents that exclude it, or the scope and its reason. */
  readonly detail: { readonly excluded_by?: readonly string[]; readonly scope?: string; readonly why?: string };
}
