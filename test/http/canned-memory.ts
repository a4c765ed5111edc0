/** Canned answers about what is remembered. */
import type { Memory } from "../../src/service/memory.ts";
import type { StoredMemory } from "../../src/store/memory-store.ts";
import { MANIFEST_ID } from "./canned-answer.ts";

const MEMORY: StoredMemory = {
  ...{ id: MANIFEST_ID, statement: "Lives in Kyiv.", key: "address", source: { conversation: null, turn: "t1" } },
  ...{
    origin: "explicit" as const,
    confidence: 1,
    created_at: "2026-11-29T09:30:00.120Z",
    stated_at: "2026-11-29T09:30:00.120Z",
  },
  ...{ expires_at: null, review_at: null, superseded_by: null, superseded_at: null },
};

export const CANNED_MEMORY: Memory = {
  // As a repetition: a 200, as from every other route.
  write: async () => ({ memory: MEMORY, already: true, superseded: [] }),
  list: async () => ({ items: [MEMORY], next: { created_at: MEMORY.created_at, id: MANIFEST_ID } }),
  delete: async (_caller, id) => ({ id, deleted_at: MEMORY.created_at }),
};
