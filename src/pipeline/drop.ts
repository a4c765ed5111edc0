/** A decision against what arrived: what each reason tells. Pure types; docs/reasons.md. */
import type { Role } from "../routing/records.ts";
import type { GivenKind, OutdatedRule } from "./given.ts";
import type { Dropped, Kind } from "./records/core.ts";
import type { FoundRecord } from "./records/retrieval.ts";

interface Of<Stage extends Dropped["stage"], Reason extends Dropped["reason"], Detail, Against extends Kind = Kind> {
  readonly id: string;
  readonly kind: Against;
  readonly stage: Stage;
  readonly reason: Reason;
  readonly role: Role | null;
  readonly score: number | null;
  readonly detail: Detail;
}

type Nothing = Readonly<Record<never, never>>;
/** `by`: what stands in its place; the rest of what the memory has outdated alone. */
export type OutdatedDetail = { readonly by?: string; readonly rule?: OutdatedRule; readonly statement?: string };
type FoundDetail = Pick<FoundRecord, "rank"> & { readonly bm25: number | null };
type Room = { readonly tokens: number; readonly left: number };

/** What a topic's rule decided: `value` is its own, `other` the winner's. */
export type Loss = { readonly topic: string; readonly winner: string | null; readonly value: string; readonly other: string };

export type FilterDrop =
  | Of<"filter", "invalid" | "group_incomplete", Nothing>
  | Of<"filter", "superseded" | "deleted", OutdatedDetail>
  | Of<"filter", "expired" | "not_yet_effective", { readonly at: string }>
  | Of<"filter", "duplicate", { readonly of: string }>
  | Of<"filter", "near_duplicate", { readonly of: string; readonly similarity: number }>
  | Of<"filter", "contained", { readonly in: string | null }>
  | Of<"filter", "stale", { readonly measured_at: string | null; readonly fresh_for: string }, "fact">
  | Of<"filter", "stale", { readonly freshness: number; readonly floor: number }, GivenKind>
  | Of<"filter", "low_relevance", { readonly relevance: number; readonly floor: number }>
  | Of<"filter", "outside_k", FoundDetail & { readonly k: number }>
  | Of<"filter", "below_floor", FoundDetail & { readonly floor: number | null }>;

type PackDrop =
  | Of<"pack", "over_plan" | "over_budget" | "over_block_share" | "outside_k", Room>
  | Of<
      "pack",
      "older_turn",
      Room & Readonly<Partial<Record<"turn" | "fitted" | "step" | "begins", number>>> & { readonly behind?: string }
    >;

/** A record of the contract, its detail known by its reason. */
export type Drop = FilterDrop | Of<"conflict", "lost_conflict", Loss> | PackDrop;
