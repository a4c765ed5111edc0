/** What a store of memory promises: statements about a person that were written on purpose, each replaced and erased on purpose. Pure types. */
import type { Caller, CallerAbout } from "../caller.ts";
import type { PastStatement, SourceTurn } from "../pipeline/memory/past-statement.ts";
import type { PagePlace } from "./manifest-query.ts";

export const ORIGINS = ["explicit", "inferred"] as const;
/** Whether the person said so, or it was concluded. */
export type Origin = (typeof ORIGINS)[number];

/** What is said, as the writer gives it. Times are RFC 3339 in UTC. */
export interface Statement {
  /** Cleaned and normalised, not empty. */
  readonly statement: string;
  /** The slot that it fills, for example `address`: one statement at a time. */
  readonly key: string | null;
  readonly source: SourceTurn | null;
  readonly origin: Origin;
  /** 0 to 1. */
  readonly confidence: number;
  /** When it was said. */
  readonly stated_at: string;
  readonly expires_at: string | null;
  readonly review_at: string | null;
}

export interface MemoryWrite extends Statement {
  /** Of the new statement; never one that is in the store. */
  readonly id: string;
  /** Ids of statements that this one replaces, beside the one in its slot. */
  readonly supersedes: readonly string[];
  readonly created_at: string;
  /** What a repeated write is known by; null for none. */
  readonly idempotency: Idempotency | null;
}

export interface Idempotency {
  readonly key: string;
  /** Of the whole request: another one under the same key is a mistake. */
  readonly body: string;
}

export interface StoredMemory extends Statement {
  readonly id: string;
  readonly created_at: string;
  /** Id of what replaced it, and when; null for one that stands. */
  readonly superseded_by: string | null;
  readonly superseded_at: string | null;
}

/** `already`: it was there, word for word, or the write was a repetition. */
export interface MemoryWritten {
  readonly memory: StoredMemory;
  readonly already: boolean;
  /** Ids of what it replaced. */
  readonly superseded: readonly string[];
}

export interface MemoryPage {
  /** Newest first; within one instant by id. */
  readonly items: readonly StoredMemory[];
  /** The place of the last one; null at the end. */
  readonly next: PagePlace | null;
}

export interface MemoryAsked {
  /** 1 to 500. */
  readonly limit: number;
  readonly after: PagePlace | null;
  /** Whether replaced ones are listed too. */
  readonly superseded: boolean;
}

/** What one request needs of a person's memory. */
export interface RecallQuery {
  /** Statements that are handed over, at the most. */
  readonly most: number;
  /** Which have run out is told at this instant; milliseconds since the epoch. */
  readonly atMs: number;
  /** Ids that may be those of statements, whoever gave them. */
  readonly ids: readonly string[];
  /** Whether what the request brings is compared with what stands no more. */
  readonly compares: boolean;
}

/** The memory of a person for one request, in one view of the store. */
export interface MemoryView {
  /** What stands: in force before run out, what the person said before what was inferred, then the newest first, then by id. */
  readonly items: readonly StoredMemory[];
  /** Statements in force, those beyond `most` among them. */
  readonly inForce: number;
  /** Of `ids` those of the person's statements that were replaced or deleted, with the id of what replaced each; null for nothing. */
  readonly gone: ReadonlyMap<string, string | null>;
  /**
   * What ended last first, then by id: up to `MOST_COMPARED` that were replaced, deleted since or not, and as many that were deleted without;
   * none where nothing is compared.
   */
  readonly past: readonly PastStatement[];
  /** Keyed hashes (`traceName`) of what is in force, of the newest `MOST_COMPARED`; none where nothing is past. */
  readonly traces: ReadonlySet<string>;
  /** Words that are still kept, by id: of the last `MOST_PAST_TEXTS` in `past` that have them, and of what stands in the place of each. */
  readonly texts: ReadonlyMap<string, StoredMemory>;
}

/** Past statements of each sort whose hashes are compared: what a person says in years, read in a few milliseconds. */
export const MOST_COMPARED = 1_000;

/** Past statements whose words are compared: as many as are opened in a few milliseconds. */
export const MOST_PAST_TEXTS = 100;

export interface MemoryStore {
  /**
   * In one transaction with what it replaces. Rejects with AppError `not_found` for a link to what is not this person's, `conflict` for a
   * link to what is replaced or deleted, for an inferred statement against an explicit one that stands, and for an idempotency key with
   * another body; `erased` for the repetition of a write whose statement was deleted; `audit_unavailable`.
   */
  remember(caller: CallerAbout, memory: MemoryWrite): Promise<MemoryWritten>;
  /** Without those that were deleted. */
  memories(caller: CallerAbout, asked: MemoryAsked): Promise<MemoryPage>;
  /** In one view of the store: what stands, and what was replaced. */
  recall(caller: CallerAbout, asked: RecallQuery): Promise<MemoryView>;
  /**
   * Takes the text out of the store, bytes on disk included; the id stays. `unknown`: not one of whom the caller may ask about. Again: the
   * time of the first.
   */
  forget(caller: Caller, id: string, at: string): Promise<{ readonly deleted_at: string } | "unknown">;
}
