/** The fourth step of the schema: what is remembered about people, and which writes of it were made. Pure. */

/**
 * A deleted statement keeps its row: id, times, and the turn that must not come back through it. Each statement is sealed under a key of
 * its own, since one is deleted while the person's key stays. The rows of `memory_keys` are kept as those of `subject_keys` are.
 */
export const TO_SCHEMA_4 = `
  CREATE TABLE memories (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    created_ms INTEGER NOT NULL,
    slot_hash BLOB,
    content_hash BLOB,
    turn_hash BLOB,
    origin TEXT NOT NULL,
    expires_ms INTEGER,
    superseded_by TEXT,
    superseded_ms INTEGER,
    deleted_at TEXT,
    key INTEGER NOT NULL,
    sealed BLOB,
    body_hash BLOB
  );
  CREATE INDEX memories_by_subject ON memories (tenant, subject_hash, created_ms DESC, id);
  CREATE INDEX memories_by_slot ON memories (slot_hash) WHERE superseded_by IS NULL AND deleted_at IS NULL;
  CREATE INDEX memories_by_replacement ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
  CREATE TABLE memory_keys (
    row INTEGER PRIMARY KEY,
    wrapped BLOB NOT NULL
  );
  CREATE TABLE memory_requests (
    tenant TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    request_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    memory TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (tenant, subject_hash, request_hash)
  ) WITHOUT ROWID;
`;
