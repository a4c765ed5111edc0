/** What a store of the models' answers promises: one answer for each manifest, its text beside it by hash. Pure types. */
import type { Caller } from "../caller.ts";

export interface AnswerWrite {
  /** What was found out about the answer, as JSON; no text of it. */
  readonly record: unknown;
  /** Keyed hash to exact text: the answer as it was posted. Belongs to the person whom the manifest is about. */
  readonly texts: ReadonlyMap<string, string>;
  /** RFC 3339 UTC, the wall clock at writing. */
  readonly received_at: string;
}

export interface StoredAnswer {
  readonly record: unknown;
  readonly received_at: string;
}

export interface AnswerStore {
  /**
   * Replaces an answer that was there. `stored`: the first one; `replaced`: another one stood there; `unknown`: no manifest of
   * that id that the caller may read. Rejects with AppError `erased` for an erased manifest, `audit_unavailable` when nothing
   * could be written.
   */
  putAnswer(caller: Caller, manifestId: string, answer: AnswerWrite): Promise<"stored" | "replaced" | "unknown">;
  /** Null where there is none that the caller may read. */
  readAnswer(caller: Caller, manifestId: string): Promise<StoredAnswer | null>;
}
