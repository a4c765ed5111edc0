/** What a search of the user's own gives: hits, those left out and why, or a failure. Pure types. */
import type { DocumentHead } from "../../documents/document.ts";
import type { Cause } from "../source-result.ts";

type Head = Pick<DocumentHead, "key" | "version" | "publishedAt" | "effectiveFrom" | "effectiveTo" | "topic" | "acl">;

/** Null is what the service did not give. An `acl` of null: everybody under `access: tenant`, nobody under `access: acl`. */
export interface Hit extends Head {
  /** Unique in its answer; not yet in the request. */
  readonly id: string;
  readonly text: string;
  readonly score: number | null;
  /** Place in the service's own order, from 1; those left out count. */
  readonly rank: number;
  readonly label: string | null;
  readonly supersedes: readonly string[];
  /** BCP 47, canonical. */
  readonly language: string | null;
}

/** The field for whose sake a hit is left out; `shape`: it is no object and no list; `repeated`: its id stood before. */
export const SKIP_REASONS = [
  "shape",
  "id",
  "repeated",
  "text",
  "score",
  "label",
  "key",
  "version",
  "supersedes",
  "published_at",
  "effective_from",
  "effective_to",
  "topic",
  "language",
  "acl",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Skipped {
  /** Place in the answer's list, from 0. */
  readonly at: number;
  readonly reason: SkipReason;
}

export interface Hits {
  /** In the service's own order. */
  readonly hits: readonly Hit[];
  /** In the order of the answer. */
  readonly skipped: readonly Skipped[];
}

export type SearchResult =
  | (Hits & {
      readonly status: "hits";
      /** The exact text received; null where nobody was asked, because the question has no words. */
      readonly raw: string | null;
    })
  | { readonly status: "failed"; readonly cause: Cause; readonly httpStatus?: number };
