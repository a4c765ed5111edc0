/** The parts that only an explanation has. Pure types; field names are those of the HTTP contract. */
import type { Confidence, Core } from "./core.ts";

/** What one possible verdict would give; of a branch that fails, only why. */
export interface Branch {
  /** The model's possible answer; null for none. */
  readonly verdict: string | null;
  readonly lead: string;
  readonly decided_by: Core["routing"]["decided_by"];
  readonly primary: readonly string[];
  readonly included: readonly string[];
  readonly withheld: readonly string[];
  readonly max_words: number;
  readonly confidence: Confidence["level"];
  readonly context_hash: string | null;
  /** The error code a call with this verdict would end in; null where it gives a prompt. */
  readonly failed: "pinned_over_budget" | "required_source" | null;
}

export interface Branches {
  readonly items: readonly Branch[];
  readonly holds_in_all: { readonly included: readonly string[]; readonly withheld: readonly string[] };
}

export const CHANGES = [
  "plan_tokens",
  "budget_tokens",
  "routing",
  "scope",
  "date",
  "source",
  "signal",
  "version",
  "duplicate",
  "conflict",
  "content",
] as const;

export interface NearMiss {
  readonly id: string;
  readonly reason: string;
  readonly change: (typeof CHANGES)[number];
  /** In one sentence, with the number. */
  readonly message: string;
  /** A value that would do, as `what_if.budget.secondary_tokens`: the smallest of those that were tried. */
  readonly secondary_tokens: number | null;
  /** A limit that would do, as `what_if.budget.total`: the smallest of those that were tried; now and then a smaller one would do too. */
  readonly total: number | null;
  readonly intents: readonly string[];
  readonly displaces: readonly string[];
}

export interface Naive {
  /** The whole fetched bundle as JSON under the same system block, same question. */
  readonly naive_tokens: number;
  readonly tokens: number;
  readonly saved_percent: number;
  readonly sources: readonly string[];
}

/** Null where a part was not asked for; `branches` also where the routing is certain. */
export interface ExplanationParts {
  readonly branches: Branches | null;
  readonly near_misses: readonly NearMiss[] | null;
  readonly naive: Naive | null;
}
