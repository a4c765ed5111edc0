/** The fifth step of the schema: shadows, what stands and what has ended in the memory, and which versions may go on with a newer file. Pure. */

/** When a statement was replaced or ran out, whichever came first; statements that stand for good have no place in its index. */
export const ENDED_MS = "min(coalesce(superseded_ms, expires_ms), coalesce(expires_ms, superseded_ms))";

/** Nothing that schema 4 has is changed: a service of that version goes on beside one of this. Shadows are found by the manifest's id, which is never used again. */
export const TO_SCHEMA_5 = `
  ALTER TABLE meta ADD COLUMN compatible_from INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE shadows (
    manifest_id TEXT NOT NULL,
    experiment TEXT NOT NULL,
    variant TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (manifest_id, experiment, variant)
  ) WITHOUT ROWID;
  CREATE INDEX memories_standing ON memories (tenant, subject_hash) WHERE superseded_by IS NULL AND deleted_at IS NULL;
  CREATE INDEX memories_ended ON memories (${ENDED_MS}) WHERE deleted_at IS NULL AND ${ENDED_MS} IS NOT NULL;
`;
