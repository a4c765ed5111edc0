/** A store of the second schema, written as the versions that had it did. */
import Database from "better-sqlite3";
import { keyedHash } from "../../../src/store/keyed-hash.ts";
import { CORE } from "../../http/canned-answer.ts";
import { temporaryFolder } from "../../support/test-end.ts";
import { KEY } from "../manifest-fixture.ts";

const hash = keyedHash(KEY);
export const CREATED = "2026-11-29T12:00:00.123Z";

/** As versions 0.1 and 0.2 wrote it: texts in clear. */
const SCHEMA_2 = `
  PRAGMA application_id = 0x57696e6e;
  CREATE TABLE meta (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), schema_version INTEGER NOT NULL,
    service_version TEXT NOT NULL, hash_key_id TEXT);
  CREATE TABLE manifests (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL, subject_hash BLOB NOT NULL,
    created_at TEXT NOT NULL, policy TEXT NOT NULL, digest TEXT NOT NULL, intent TEXT NOT NULL, request_id TEXT NOT NULL,
    conversation TEXT, body TEXT NOT NULL, body_hash BLOB NOT NULL);
  CREATE TABLE texts (row INTEGER PRIMARY KEY, tenant TEXT NOT NULL, hash BLOB NOT NULL, body TEXT NOT NULL, UNIQUE (tenant, hash));
  CREATE TABLE snapshots (row INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, files TEXT NOT NULL, files_hash BLOB NOT NULL);
  CREATE TABLE vectors (row INTEGER PRIMARY KEY, model TEXT NOT NULL, text_hash BLOB NOT NULL, vector BLOB NOT NULL,
    check_hash BLOB NOT NULL, UNIQUE (model, text_hash));`;

interface Old {
  readonly database: Database.Database;
  readonly path: string;
  save(id: string, question: string, conversation: string | null): void;
}

export function oldStore(): Old {
  const path = `${temporaryFolder()}/winnow.db`;
  const database = new Database(path);
  database.exec(SCHEMA_2);
  database.prepare("INSERT INTO meta VALUES (1, 2, '0.2.0', ?)").run(hash.keyId);
  const manifest = database.prepare("INSERT INTO manifests VALUES (NULL, ?, 'north', ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const text = database.prepare("INSERT INTO texts VALUES (NULL, 'north', ?, ?) ON CONFLICT DO NOTHING");
  return {
    database,
    path,
    save(id, question, conversation) {
      const inputs = { question_hash: hash.text("north", question), request_hash: hash.text("north", `{"${id}"}`), sources: [] };
      const envelope = { manifest_id: id, request_id: `request-${id}`, created_at: CREATED, conversation };
      const body = JSON.stringify({ core: CORE, inputs, envelope });
      const { policy, routing } = CORE;
      const columns = [CREATED, policy.name, policy.digest, routing.intent, `request-${id}`, conversation, body];
      manifest.run(id, hash.subject("north", "anna"), ...columns, hash.bytes("north", body));
      for (const one of [question, `{"${id}"}`]) text.run(hash.bytes("north", one), one);
    },
  };
}
