/** What the writer of the SQLite store is asked to write, as plain data that crosses a thread. Hashes are hex. Pure types. */
import type { MemoryRow, Verdict } from "../memory-rules.ts";
import type { ErasureCounts, TextView } from "../people-store.ts";
import type { ManifestRow, ShadowRow, TextRow } from "../record-rows.ts";
import type { Renewed } from "../renew-traces.ts";
import type { Cutoffs, Swept } from "../retention.ts";
import type { Viewer } from "../sight.ts";

export interface ManifestEntry extends ManifestRow {
  readonly kind: "manifest";
}

export interface AnswerRow extends Viewer {
  readonly kind: "answer";
  readonly manifestId: string;
  readonly record: string;
  readonly receivedAt: string;
  readonly receivedMs: number;
  readonly texts: readonly TextRow[];
}

export interface ViewRow extends Viewer {
  readonly kind: "view";
  readonly view: TextView;
  readonly viewerHash: string | null;
  readonly atMs: number;
}

export interface SnapshotRow {
  readonly kind: "snapshot";
  readonly digest: string;
  readonly files: string;
  readonly filesHash: string;
}

export interface VectorRows {
  readonly kind: "vectors";
  readonly model: string;
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

export interface ShadowEntry extends ShadowRow {
  readonly kind: "shadow";
  readonly manifestId: string;
}

export interface MemoryEntry extends MemoryRow {
  readonly kind: "memory";
}

export interface LearntRow {
  readonly kind: "learnt";
  readonly text: string;
  readonly revision: number;
}

/** Hashes of statements, by the rules of this version. */
export interface TraceRows {
  readonly kind: "traces";
  readonly tenant: string;
  readonly renewed: readonly Renewed[];
}

/** Takes one statement out. */
export interface Forgetting extends Viewer {
  readonly kind: "forget";
  readonly id: string;
  readonly at: string;
}

export interface Erasure {
  readonly kind: "erasure";
  readonly tenant: string;
  readonly subjectHash: string;
  readonly receiptId: string;
  readonly at: string;
}

/** Space of erased people is to be freed, some of it. */
export interface Leftovers {
  readonly kind: "leftovers";
}

/** Somebody has the receipt of an erasure whose bytes are off the disk. */
export interface ReceiptGiven {
  readonly kind: "receipt";
  readonly receiptId: string;
}

export interface Sweep {
  readonly kind: "sweep";
  readonly cutoffs: Cutoffs;
  /** RFC 3339 UTC: when. */
  readonly at: string;
}

export type Entry =
  | ManifestEntry
  | AnswerRow
  | ViewRow
  | SnapshotRow
  | VectorRows
  | ShadowEntry
  | MemoryEntry
  | LearntRow
  | TraceRows
  | Forgetting
  | Erasure
  | ReceiptGiven
  | Leftovers
  | Sweep;

/** What writing an entry found out. `text`: how many texts were not known. */
export type Written =
  | { readonly kind: "manifest"; readonly texts: number }
  | { readonly kind: "answer"; readonly what: "stored" | "replaced" | "unknown" | "erased" }
  | { readonly kind: "view"; readonly what: "stored" | "unknown" }
  | { readonly kind: "shadow"; readonly isKept: boolean }
  /** False: another process wrote in between. */
  | { readonly kind: "learnt"; readonly isWritten: boolean }
  | { readonly kind: "snapshot" | "vectors" | "traces" | "receipt" }
  | { readonly kind: "memory"; readonly verdict: Verdict }
  /** `deletedAt` null: not one that the viewer may know of. */
  | { readonly kind: "forget"; readonly deletedAt: string | null }
  | { readonly kind: "erasure"; readonly counts: ErasureCounts }
  | { readonly kind: "leftovers"; readonly more: boolean }
  | { readonly kind: "sweep"; readonly swept: Swept };
