/** What a store promises about a person's data: erased when it is asked for, listed when it is asked for. Pure types. */
import type { Caller, CallerAbout } from "../caller.ts";

export interface ErasureCounts {
  readonly manifests: number;
  readonly answers: number;
  readonly texts: number;
  readonly memories: number;
}

/** What an erasure leaves: no content. Kept under the hash of the subject. */
export interface ErasureReceipt {
  readonly receipt_id: string;
  /** RFC 3339 UTC. */
  readonly erased_at: string;
  readonly counts: ErasureCounts;
}

/** One record of a person, as an export hands it over. */
export interface PersonRecord {
  readonly kind: "manifest" | "answer" | "memory" | "shadow" | "text" | "view";
  readonly id: string;
  readonly body: unknown;
}

/** Somebody looked at texts. */
export interface TextView {
  readonly manifest_id: string;
  /** `prompt`, `export`, `replay`, `ablate`. */
  readonly what: string;
  readonly reason: string;
  /** The viewer; null for credentials of no person. */
  readonly viewer: string | null;
  /** RFC 3339 UTC. */
  readonly at: string;
}

export interface PeopleStore {
  /**
   * Takes the content of everything about the person out of the store, bytes on disk included, in one transaction: what is left
   * are ids, hashes and the receipt. Again for the same person: a receipt with what came since. Resolves when it is on disk.
   */
  erase(caller: CallerAbout, at: string): Promise<ErasureReceipt>;
  /** Everything about the person, record by record, in a stable order. */
  exportPerson(caller: CallerAbout): AsyncIterable<PersonRecord>;
  /** Writes before the texts are handed out; rejects with AppError `audit_unavailable`, and then nothing may be shown. */
  noteView(caller: Caller, view: TextView): Promise<void>;
  /** Of one manifest, oldest first. */
  views(caller: Caller, manifestId: string): Promise<readonly TextView[]>;
}
