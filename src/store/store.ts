/** One open store: everything that is kept, whichever database keeps it. Pure types. */
import type { AnswerStore } from "./answer-store.ts";
import type { LearntStore } from "./learnt-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { PeopleStore } from "./people-store.ts";
import type { Swept } from "./retention.ts";
import type { ShadowStore } from "./shadow-store.ts";
import type { VectorStore } from "./vector-store.ts";

export interface Store extends ManifestStore, AnswerStore, PeopleStore, MemoryStore, ShadowStore, LearntStore {
  /** Ends with the store. */
  readonly vectors: VectorStore;
  /**
   * Frees the space of what is past its time, one small batch. Reads treat it as gone without this. Rejects with AppError
   * `audit_unavailable`.
   */
  sweep(): Promise<Swept>;
}
