/**
 * The records that leave the pipeline: into the response, the manifest and the report. Pure types.
 * Field names are those of the HTTP contract, so that no second set of names has to be kept equal.
 */

import type { Verdict, VerdictCause } from "../model/verdict.ts";
import type { BlockName, Format } from "../policy/schema/policy-file.ts";
import type { Match, Note, Role, Routing, ScopeRecord, Withheld } from "../routing/records.ts";
import type { Cause } from "../sources/source-result.ts";
import type { AnswerLanguage } from "../text/answer-language.ts";

export const KINDS = ["system", "safety", "instruction", "fact", "question"] as const;
export type Kind = (typeof KINDS)[number];

export const MISSING_REASONS = ["unreachable", "not_computed", "empty"] as const;
export const DROPPED_REASONS = ["stale", "over_budget", "over_block_share", "over_plan"] as const;
export const INCLUDED_REASONS = ["primary", "pinned", "packed"] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];
export type Zone = "shared" | "person" | "question";

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
  readonly score: number | null;
  /** Place in the prompt, from 1. */
  readonly position: number;
  readonly notes: readonly Note[];
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

export interface Dropped {
  readonly id: string;
  readonly stage: "filter" | "pack";
  readonly reason: (typeof DROPPED_REASONS)[number];
  readonly role: Role;
  readonly detail: Readonly<Record<string, number | string | null>>;
}

/** The one final outcome of one candidate, as one list for all of them. */
export type Decision =
  | ({ readonly outcome: "included" } & Included)
  | ({ readonly outcome: "missing" } & Missing)
  | ({ readonly outcome: "withheld" } & Withheld)
  | ({ readonly outcome: "dropped" } & Dropped);

export const FINDING_CODES = [
  "uncertain_routing_kept_both",
  "uncertain_routing_softened",
  "caller_intent_disagrees",
  "primary_missing",
  "red_flag_kept",
  "scope_uncertain",
] as const;

export interface Finding {
  readonly code: (typeof FINDING_CODES)[number];
  readonly message: string;
  readonly items: readonly string[];
}

export interface BlockRecord {
  readonly block: BlockName;
  /** Percent, where the policy gives shares. */
  readonly share: number | null;
  readonly limit: number | null;
  readonly used: number;
  /** Tokens taken over from other blocks' unused shares. */
  readonly borrowed: number;
}

export interface BudgetRecord {
  readonly window: number;
  readonly reserve: number;
  readonly limit: number;
  readonly used: number;
  readonly exact: boolean;
  readonly blocks: readonly BlockRecord[];
  /** What is in the prompt beside the included items: with their tokens it sums to `used`. */
  readonly overhead: { readonly messages: number; readonly facts_heading: number; readonly not_known: number };
  /** The plan's allowance of secondary facts, where the request names a plan. */
  readonly plan: { readonly name: string; readonly secondary_tokens: number; readonly used: number } | null;
}

export const CONFIDENCE_REASONS = ["routing_uncertain", "primary_missing", "primary_stale", "secondary_missing"] as const;

export interface Confidence {
  readonly level: "high" | "medium" | "low";
  readonly coverage: number;
  readonly reasons: readonly (typeof CONFIDENCE_REASONS)[number][];
}

export interface ZoneRecord {
  readonly name: Zone;
  readonly tokens: number;
  readonly hash: string;
}

export interface ChatMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

export type Prompt =
  | {
      readonly format: "openai-chat";
      readonly model: string;
      readonly payload: {
        readonly model: string;
        readonly messages: readonly ChatMessage[];
        readonly max_completion_tokens: number;
      };
    }
  | {
      readonly format: "text";
      readonly model: string;
      readonly payload: { readonly text: string; readonly max_output_tokens: number };
    };

export interface SourceRecord {
  readonly source: string;
  readonly status: "facts" | "not_computed" | "failed";
  readonly cause: Cause | null;
  readonly http_status: number | null;
  /** An older answer stood in for a failed call. */
  readonly stale: boolean;
  /** Keyed hash of the exact text received. */
  readonly hash: string | null;
}

export interface Versions {
  readonly schema: number;
  readonly service: string;
  readonly snapshot: string;
  readonly renderer: number;
  readonly tokenizer: string;
  readonly hash_key: string;
  /** Of the platform data that dates, numbers and zones are written with. */
  readonly platform: string;
}

/** What a replay needs beside the core: keyed hashes of the stored texts, and the model's verdict. */
export interface Inputs {
  readonly request_hash: string;
  readonly question_hash: string;
  readonly sources: readonly SourceRecord[];
  /** The intent that a model, or what_if, named. */
  readonly verdict: string | null;
  /** How the model that was asked answered; null where none was. */
  readonly model: ModelRecord | null;
}

export interface ModelRecord {
  readonly status: Verdict["status"];
  readonly cause: VerdictCause | null;
  readonly http_status: number | null;
  /** Keyed hash of what it said, word for word; null where it said nothing. */
  readonly content_hash: string | null;
}

/** The deterministic part: the same inputs, snapshot and `at` give the same bytes. No text of a person in it. */
export interface Core {
  readonly versions: Versions;
  readonly policy: { readonly name: string; readonly digest: string };
  readonly at: string;
  readonly routing: Routing;
  readonly scope: ScopeRecord;
  readonly instructions: {
    readonly language: string;
    readonly language_source: AnswerLanguage["source"];
    readonly language_confidence: number | null;
    readonly max_words: number;
    readonly referral: boolean;
  };
  /** The words that raised the referral. */
  readonly red_flags: readonly Match[];
  /** Every candidate once, in one of four lists: in prompt order, then in the order of the policy's table or of its pieces. */
  readonly included: readonly Included[];
  readonly missing: readonly Missing[];
  readonly withheld: readonly Withheld[];
  readonly dropped: readonly Dropped[];
  readonly findings: readonly Finding[];
  readonly confidence: Confidence;
  readonly degraded: boolean;
  readonly budget: BudgetRecord;
  readonly zones: readonly ZoneRecord[];
  readonly context_hash: string;
  readonly format: Format;
  readonly model: string;
}
