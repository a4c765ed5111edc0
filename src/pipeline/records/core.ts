/**
 * The records that leave the pipeline: into the response, the manifest and the report. Pure types.
 * Field names are those of the HTTP contract, so that no second set of names has to be kept equal.
 */

import type { Assigned } from "../../policy/rules/experiments.ts";
import type { BlockName, Format } from "../../policy/schema/policy-file.ts";
import type { Match, Note, Role, Routing, ScopeRecord, Withheld } from "../../routing/records.ts";
import type { Cause } from "../../sources/source-result.ts";
import type { AnswerLanguage } from "../../text/answer-language.ts";
import type { BudgetRecord } from "./budget.ts";
import type { Versions } from "./inputs.ts";
import type { RetrievalRecord } from "./retrieval.ts";
import type { ConflictRecord, PackingRecord, ScoreRecord } from "./selection.ts";

export const KINDS = [
  "system",
  "tools",
  "safety",
  "instruction",
  "fact",
  "document",
  "memory",
  "turn",
  "tool_result",
  "example",
  "hint",
  "question",
] as const;
export type Kind = (typeof KINDS)[number];

/** What stands between the items, and is counted as overhead; `opening`: before a conversation that begins with the assistant. */
export const FILLERS = ["heading", "gap", "disagreement", "list", "none_found", "restated", "opening"] as const;
export type Filler = (typeof FILLERS)[number];

export const MISSING_REASONS = ["unreachable", "not_computed", "empty"] as const;
export const DROPPED_REASONS = [
  "invalid",
  "superseded",
  "deleted",
  "expired",
  "not_yet_effective",
  "duplicate",
  "contained",
  "near_duplicate",
  "stale",
  "low_relevance",
  "lost_conflict",
  "over_plan",
  "over_budget",
  "over_block_share",
  "outside_k",
  "below_floor",
  "group_incomplete",
  "older_turn",
] as const;
export const INCLUDED_REASONS = ["primary", "pinned", "packed", "abstract", "compressed", "replaced"] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];
export type Zone = "shared" | "person" | "question";

/** As the provider's citations name a place: the document of the payload, from 0, and its blocks, the end left out. */
export interface CitationRecord {
  readonly document_index: number;
  readonly start_block_index: number;
  readonly end_block_index: number;
}

export interface Included {
  readonly id: string;
  readonly kind: Kind;
  readonly reason: (typeof INCLUDED_REASONS)[number];
  readonly role: Role | null;
  readonly label: string | null;
  readonly source: string | null;
  readonly block: BlockName;
  readonly tier: number;
  readonly tokens: number;
  /** With two decimals; in full under `scoring`. Null for what is not scored. */
  readonly score: number | null;
  /** Place in the prompt, from 1. */
  readonly position: number;
  readonly notes: readonly Note[];
  /** Ids of the copies that it stands for. */
  readonly merged: readonly string[];
  /** Where it stands among the documents that the provider can cite; only where the prompt has native citations. */
  readonly citation?: CitationRecord;
  /** Of an abstract or a compressed text: what it stands for, and keyed hashes of both. */
  readonly shortened?: { readonly tokens: number; readonly hash: string; readonly sent_hash: string };
}

export interface Missing {
  readonly id: string;
  readonly label: string;
  readonly role: Role;
  readonly source: string;
  readonly reason: MissingReason;
  readonly cause: Cause | null;
  readonly http_status: number | null;
}

export const DROP_STAGES = ["filter", "conflict", "pack"] as const;

export interface Dropped {
  readonly id: string;
  readonly kind: Kind;
  readonly stage: (typeof DROP_STAGES)[number];
  readonly reason: (typeof DROPPED_REASONS)[number];
  /** Of a piece. */
  readonly role: Role | null;
  readonly score: number | null;
  /** The item or the number that beat it. */
  readonly detail: Readonly<Record<string, number | string | null>>;
}

/** The one final outcome of one candidate, as one list for all of them. */
export type Decision =
  | ({ readonly outcome: "included"; readonly scoring: ScoreRecord | null } & Included)
  | ({ readonly outcome: "missing" } & Missing)
  | ({ readonly outcome: "withheld" } & Withheld)
  | ({ readonly outcome: "dropped"; readonly scoring: ScoreRecord | null } & Dropped);

export const FINDING_CODES = [
  "uncertain_routing_kept_both",
  "uncertain_routing_softened",
  "caller_intent_disagrees",
  "primary_missing",
  "red_flag_kept",
  "scope_uncertain",
  "high_value_dropped",
  "larger_than_block",
  "only_stale_left",
  "unresolved_conflict",
  "pinned_share",
  "pinned_said_twice",
  "share_never_binds",
  "window_nearly_full",
  "packing_gap",
  "tool_result_unprojected",
  "defaults_decided",
  "nothing_found",
  "meaning_failed",
  "hidden_characters",
  "mark_copied",
  "shared_prefix_changed",
  "conversation_prefix_lost",
  "cache_out_of_reach",
  "cached_share_falling",
  "citations_as_labels",
  "numbers_as_text",
  "image_not_sent",
  "memory_cut",
] as const;

export interface Finding {
  readonly code: (typeof FINDING_CODES)[number];
  readonly message: string;
  readonly items: readonly string[];
}

export const CONFIDENCE_REASONS = ["routing_uncertain", "primary_missing", "primary_stale", "secondary_missing"] as const;

export interface Confidence {
  readonly level: "high" | "medium" | "low";
  readonly coverage: number;
  readonly reasons: readonly (typeof CONFIDENCE_REASONS)[number][];
}

export const MARK_OUTCOMES = ["set", "below_minimum", "empty", "limit", "volatile", "model", "format"] as const;

/** Whether the provider is told that a prompt can be cached up to the end of a zone, or why not. */
export interface CacheMark {
  readonly outcome: (typeof MARK_OUTCOMES)[number];
  /** Low bound of the tokens from the prompt's beginning to the mark; null where no mark comes into question. */
  readonly tokens: number | null;
  /** Tokens that the model caches at the least; null where it takes no marks. */
  readonly minimum: number | null;
  /**
   * Of the conversation: marks that stand in it, and the oldest turn behind which an earlier prompt may have ended for the provider to
   * find its cache from one of them.
   */
  readonly turns?: { readonly marks: number; readonly reaches: string };
}

export interface ZoneRecord {
  readonly name: Zone;
  readonly tokens: number;
  readonly hash: string;
  readonly cache_mark: CacheMark;
}

/** One piece of the prompt as it was sent: what two prompts are compared by. */
export interface PromptBlock {
  readonly id: string;
  readonly kind: Kind | Filler;
  readonly zone: Zone;
  readonly tokens: number;
  /** Keyed by tenant; of the shared zone a plain digest. */
  readonly hash: string;
}

/** What does not move with the clock while the assembly stands. */
export type TimelessCore = Omit<Core, "at">;

/** The deterministic part: the same inputs, snapshot and `at` give the same bytes. No text of a person in it. */
export interface Core {
  readonly versions: Versions;
  readonly policy: { readonly name: string; readonly digest: string };
  /** Of each experiment the one that decided, in the order of the policy. Older records have none. */
  readonly variants: readonly Assigned[];
  readonly at: string;
  readonly routing: Routing;
  readonly scope: ScopeRecord;
  readonly instructions: {
    readonly language: string;
    readonly language_source: AnswerLanguage["source"];
    readonly language_confidence: number | null;
    readonly max_words: number;
    readonly referral: boolean;
    /** Set where the provider cites by itself, so that the policy's default words ask for no labels. */
    readonly citations?: "native";
  };
  /** The words that raised the referral. */
  readonly red_flags: readonly Match[];
  /** Every candidate once, in one of four lists: in prompt order, then in the order of the policy's table or of its pieces. */
  readonly included: readonly Included[];
  readonly missing: readonly Missing[];
  readonly withheld: readonly Withheld[];
  readonly dropped: readonly Dropped[];
  /** Of everything that was scored, by id. */
  readonly scoring: readonly ScoreRecord[];
  readonly conflicts: readonly ConflictRecord[];
  /** Of each source of documents that was asked, in the order of asking. */
  readonly retrieval: readonly RetrievalRecord[];
  readonly packing: readonly PackingRecord[];
  readonly findings: readonly Finding[];
  readonly confidence: Confidence;
  readonly degraded: boolean;
  readonly budget: BudgetRecord;
  readonly zones: readonly ZoneRecord[];
  /** Every piece of the prompt in the order in which the provider reads it: the tools first. */
  readonly blocks: readonly PromptBlock[];
  readonly context_hash: string;
  readonly format: Format;
  readonly model: string;
}
