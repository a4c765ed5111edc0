/** The eighth step of the schema: by which rules the hashes of a statement were made, and what ended last. Pure. */

/** Whether a statement that is past tells what must not come back: what ran out and was swept, and what was erased, tells nothing. */
export const TELLS = "(deleted_at IS NULL OR turn_hash IS NOT NULL OR traces IS NOT NULL)";

/**
 * 0: rows of before, and those that a service of schema 4 to 7 writes beside one of this. The indexes begin with the person, not the tenant:
 * with both, SQLite would take them for queries that have better ones.
 */
export const TO_SCHEMA_8 = `
  ALTER TABLE memories ADD COLUMN trace_version INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX memories_by_trace_version ON memories (subject_hash, trace_version) WHERE deleted_at IS NULL;
  CREATE INDEX memories_replaced ON memories (subject_hash, superseded_ms DESC, id) WHERE superseded_by IS NOT NULL AND ${TELLS};
  CREATE INDEX memories_deleted ON memories (subject_hash, deleted_at DESC, id)
    WHERE superseded_by IS NULL AND deleted_at IS NOT NULL AND ${TELLS};
`;
