/** The eighth step of the schema: by which rules the hashes of a statement were made. Pure. */

/**
 * 0: rows of before, and those that a service of schema 4 to 7 writes beside one of this. The index begins with the person, not the tenant:
 * with both, SQLite would take it for queries that have better ones.
 */
export const TO_SCHEMA_8 = `
  ALTER TABLE memories ADD COLUMN trace_version INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX memories_by_trace_version ON memories (subject_hash, trace_version) WHERE deleted_at IS NULL;
`;
