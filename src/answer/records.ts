/** What was found out about a model's answer: shown, and stored beside its manifest. Pure types; no text of the answer. */
import type { Kind } from "../pipeline/records/core.ts";
import type { Role } from "../routing/records.ts";

/** `complete`: ended by itself; `cut`: at its limit; `refused`: by the provider's rules or the model's. */
export const FINISHES = ["complete", "cut", "tool_calls", "refused", "other"] as const;
export type Finish = (typeof FINISHES)[number];

/** `label`: in brackets; `named`: a section's number or name in the running text; `native`: the provider's own citation. */
export const CITED_HOW = ["label", "named", "native"] as const;
export type CitedHow = (typeof CITED_HOW)[number];

export const UNSENT_OUTCOMES = ["missing", "withheld", "dropped"] as const;

export const ANSWER_FINDING_CODES = [
  "primary_uncited",
  "nothing_cited",
  "cited_not_sent",
  "cited_unknown",
  "cited_elsewhere",
  "answer_cut",
  "answer_refused",
  "answer_too_long",
  "tokens_off",
  "other_model",
  "cached_share_falling",
] as const;

export interface AnswerFinding {
  readonly code: (typeof ANSWER_FINDING_CODES)[number];
  readonly message: string;
  readonly items: readonly string[];
}

export interface CitableItem {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly role: Role | null;
}

export interface CitedItem extends CitableItem {
  readonly how: readonly CitedHow[];
  readonly times: number;
}

/** Named by the answer, and not in its prompt. */
export interface UnsentItem {
  readonly id: string;
  readonly label: string;
  readonly outcome: (typeof UNSENT_OUTCOMES)[number];
  readonly reason: string;
  readonly times: number;
}

/** Tokens as the provider counted them; null where it did not say. */
export interface Usage {
  /** Of the whole prompt, what came from a cache and what was written to one included. */
  readonly input_tokens: number;
  readonly cached_tokens: number | null;
  readonly cache_write_tokens: number | null;
  /** Reasoning included. */
  readonly output_tokens: number | null;
  readonly reasoning_tokens: number | null;
}

export interface TokenComparison {
  /** Ours. */
  readonly counted: number;
  readonly exact: boolean;
  /** What the provider may measure for the count to be right. */
  readonly from: number;
  readonly to: number;
  readonly measured: number | null;
  /** Measured by counted. */
  readonly ratio: number | null;
  readonly cached_share: number | null;
}

export interface Coverage {
  /** Facts, documents, memories and tool results in the prompt. */
  readonly citable: number;
  readonly cited: number;
  /** Null where nothing could be cited. */
  readonly share: number | null;
  readonly primaries: number;
  readonly primaries_cited: number;
}

export interface Marks {
  /** Brackets that cite what was sent. */
  readonly cited: number;
  readonly unsent: number;
  readonly unknown: number;
  /** Brackets that stand in a text that was sent, and cite nothing. */
  readonly quoted: number;
  /** The provider's own citations, those of them that point at nothing, and those that lead out of the prompt. */
  readonly native: number;
  readonly native_unknown: number;
  readonly native_elsewhere: number;
}

export interface AnswerRecord {
  readonly manifest_id: string;
  /** Keyed hash of all that was posted, under which the store keeps it: equal for equal answers. */
  readonly answer_hash: string;
  readonly model: string | null;
  readonly finish: { readonly reason: string | null; readonly kind: Finish };
  /** Citations do not count as words. */
  readonly words: { readonly count: number; readonly allowed: number };
  readonly coverage: Coverage;
  readonly cited: readonly CitedItem[];
  readonly uncited: readonly CitableItem[];
  readonly unsent: readonly UnsentItem[];
  /** Brackets that name nothing known: UTF-16 offsets into the text, the first 100. */
  readonly unknown: readonly { readonly start: number; readonly end: number }[];
  readonly marks: Marks;
  readonly usage: Usage | null;
  readonly tokens: TokenComparison;
  readonly findings: readonly AnswerFinding[];
}
