/** The schema of the SQLite store, as a list of steps; a step that was released is never changed. */
import type { Database } from "better-sqlite3";
import { auditUnavailable } from "../store-errors.ts";
import { type StoreKeys, toSchema3 } from "./schema-3.ts";
import { TO_SCHEMA_4 } from "./schema-4.ts";
import { TO_SCHEMA_5 } from "./schema-5.ts";
import { TO_SCHEMA_6 } from "./schema-6.ts";
import { TO_SCHEMA_7 } from "./schema-7.ts";
import { TO_SCHEMA_8 } from "./schema-8.ts";

/** "Winn": marks the file as ours, so that another program's database is never written to. */
const APPLICATION_ID = 0x57696e6e;

/**
 * Step n leads from schema n to n + 1. Integer rowids with 32-byte blob keys: half the write time of text keys without
 * rowid. The columns beside `body` only serve searching; the body is the record, and `body_hash` covers it.
 */
const STEPS: readonly (string | ((database: Database, keys: StoreKeys) => void))[] = [
  `
  CREATE TABLE meta (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    schema_version INTEGER NOT NULL,
    service_version TEXT NOT NULL,
    hash_key_id TEXT
  );
  INSERT INTO meta (only_row, schema_version, service_version) VALUES (1, 0, '');
  CREATE TABLE manifests (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    created_at TEXT NOT NULL,
    policy TEXT NOT NULL,
    digest TEXT NOT NULL,
    intent TEXT NOT NULL,
    request_id TEXT NOT NULL,
    conversation TEXT,
    body TEXT NOT NULL,
    body_hash BLOB NOT NULL
  );
  CREATE TABLE texts (
    row INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    hash BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (tenant, hash)
  );
  CREATE TABLE snapshots (
    row INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    files TEXT NOT NULL,
    files_hash BLOB NOT NULL
  );
  `,
  `
  CREATE TABLE vectors (
    row INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    check_hash BLOB NOT NULL,
    UNIQUE (model, text_hash)
  );
  `,
  toSchema3,
  TO_SCHEMA_4,
  TO_SCHEMA_5,
  TO_SCHEMA_6,
  TO_SCHEMA_7,
  TO_SCHEMA_8,
];

/** The oldest schema whose service works on this one. */
const COMPATIBLE_FROM = 4;

const SCHEMA_VERSION = STEPS.length;

/**
 * Brings the schema up to date, in one exclusive transaction, so that two processes at once do it once.
 * Throws AppError `audit_unavailable`, before it changed anything, for a newer schema that this version cannot work with and for a database of another program.
 */
export function migrate(database: Database, serviceVersion: string, keys: StoreKeys): void {
  if (schemaVersion(database) >= SCHEMA_VERSION) return;
  const run = database.transaction(() => {
    const found = schemaVersion(database);
    if (found >= SCHEMA_VERSION) return;
    database.pragma(`application_id = ${APPLICATION_ID}`);
    for (const step of STEPS.slice(found)) {
      if (typeof step === "string") database.exec(step);
      else step(database, keys);
    }
    database
      .prepare("UPDATE meta SET schema_version = ?, service_version = ?, compatible_from = ?")
      .run(SCHEMA_VERSION, serviceVersion, COMPATIBLE_FROM);
  });
  run.exclusive();
}

interface Meta {
  readonly schema_version: number;
  readonly service_version: string;
  /** The oldest schema whose service works on this one; absent in stores of before schema 5. */
  readonly compatible_from?: number;
}

/** 0 for an empty database; above ours where a later version says that this one can go on with its file. Throws as `migrate` does. */
export function schemaVersion(database: Database): number {
  const tables = database.prepare<[], number>("SELECT count(*) FROM sqlite_schema").pluck().get();
  if (tables === 0) return 0;
  if (database.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
    throw auditUnavailable("the file is a SQLite database of another program. Set STORE_PATH to a file of Winnow's own.");
  }
  const meta = database.prepare<[], Meta>("SELECT * FROM meta").get();
  if (meta === undefined) throw auditUnavailable("the store has no schema version. Restore it from a backup.");
  const { compatible_from: compatibleFrom = meta.schema_version } = meta;
  if (meta.schema_version > SCHEMA_VERSION && compatibleFrom > SCHEMA_VERSION) {
    throw auditUnavailable(
      `the store has schema ${meta.schema_version}, written by version ${meta.service_version}, which works with services of schema ` +
        `${compatibleFrom} and later; this version has schema ${SCHEMA_VERSION}. Run that version or a later one, or set STORE_PATH to another file.`,
    );
  }
  return meta.schema_version;
}

/** Id of the key that the store's hashes were made with; null until the first process bound one. */
export function boundKeyId(database: Database): string | null {
  if (schemaVersion(database) === 0) return null;
  return database.prepare<[], string | null>("SELECT hash_key_id FROM meta").pluck().get() ?? null;
}

/** Binds a new store to its hash key. Throws as `checkKey`. */
export function bindKey(database: Database, keyId: string): void {
  database.prepare("UPDATE meta SET hash_key_id = ? WHERE hash_key_id IS NULL").run(keyId);
  checkKey(database, keyId);
}

/** Throws AppError `audit_unavailable` for a store that is bound to another key: under a wrong one every record would look damaged. */
export function checkKey(database: Database, keyId: string): void {
  const bound = boundKeyId(database);
  if (bound === null || bound === keyId) return;
  throw auditUnavailable(
    `The store was written under hash key ${bound}, and this process has hash key ${keyId}. ` +
      "Set HASH_KEY (or the key file) to the earlier key, or set STORE_PATH to another file.",
  );
}
