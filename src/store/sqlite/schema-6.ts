/** The sixth step of the schema: what a statement is known by once its words are gone. Pure. */

/** Keyed hashes, 32 bytes each, one behind the other; null in rows of before, until their words are read (renew-traces.ts). A service of schema 4 or 5 goes on beside one of this. */
export const TO_SCHEMA_6 = "ALTER TABLE memories ADD COLUMN traces BLOB";
