/** What the writer of the SQLite store is asked to write, as plain data that crosses a thread. Hashes are hex. Pure types. */
import type { ErasureCounts, TextView } from "../people-store.ts";
import type { Cutoffs, Swept } from "../retention.ts";

export interface TextRow {
  readonly hash: string;
  readonly body: string;
}

export interface ManifestRow {
  readonly kind: "manifest";
  readonly id: string;
  readonly tenant: string;
  readonly subjectHash: string;
  readonly createdMs: number;
  readonly policy: string;
  readonly digest: string;
  readonly intent: string;
  readonly requestId: string;
  readonly conversation: string | null;
  readonly body: string;
  readonly bodyHash: string;
  readonly marks: readonly string[];
  readonly texts: readonly TextRow[];
}

/** Who may see a record: everybody of the tenant (null), or only the person of this hash. */
export interface Viewer {
  readonly tenant: string;
  readonly onlyOf: string | null;
}

export interface AnswerRow extends Viewer {
  readonly kind: "answer";
  readonly manifestId: string;
  readonly record: string;
  readonly receivedAt: string;
  readonly receivedMs: number;
  readonly recordHash: string;
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

export interface Erasure {
  readonly kind: "erasure";
  readonly tenant: string;
  readonly subjectHash: string;
  readonly receiptId: string;
  readonly at: string;
}

export interface Sweep {
  readonly kind: "sweep";
  readonly cutoffs: Cutoffs;
}

export type Entry = ManifestRow | AnswerRow | ViewRow | SnapshotRow | VectorRows | Erasure | Sweep;

/** What writing an entry found out. `text`: how many texts were not known. */
export type Written =
  | { readonly kind: "manifest"; readonly texts: number }
  | { readonly kind: "answer"; readonly what: "stored" | "replaced" | "unknown" | "erased" }
  | { readonly kind: "view"; readonly what: "stored" | "unknown" }
  | { readonly kind: "snapshot" | "vectors" }
  | { readonly kind: "erasure"; readonly counts: ErasureCounts }
  | { readonly kind: "sweep"; readonly swept: Swept };
