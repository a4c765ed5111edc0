/** The third step of the schema: bodies, marks, owners, answers, views and receipts; and what of older records fills them. */
import type { Database } from "better-sqlite3";
import type { Core } from "../../pipeline/records.ts";
import { hashBytes } from "../keyed-hash.ts";
import { columnMarks, marksOf } from "../marks.ts";
import { hourOf } from "../retention.ts";

/**
 * Bodies stand apart: the rows that lists and filters look at stay small. Marks are numbers, and have their manifests in the
 * order of time. Request and conversation are looked up by value only, so their indexes are partial.
 */
const TABLES = `
  ALTER TABLE manifests RENAME TO manifests_before;
  CREATE TABLE manifests (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    created_ms INTEGER NOT NULL,
    policy TEXT NOT NULL,
    digest TEXT NOT NULL,
    intent TEXT NOT NULL,
    request_id TEXT NOT NULL,
    conversation TEXT,
    erased_at TEXT
  );
  CREATE INDEX manifests_by_time ON manifests (tenant, created_ms);
  CREATE INDEX manifests_by_subject ON manifests (tenant, subject_hash, created_ms);
  CREATE INDEX manifests_by_request ON manifests (tenant, request_id) WHERE request_id <> '';
  CREATE INDEX manifests_by_conversation ON manifests (tenant, conversation, created_ms) WHERE conversation IS NOT NULL;
  CREATE TABLE bodies (
    manifest INTEGER PRIMARY KEY,
    body TEXT NOT NULL,
    body_hash BLOB NOT NULL
  );
  CREATE TABLE mark_names (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    mark TEXT NOT NULL,
    UNIQUE (tenant, mark)
  );
  CREATE TABLE marks (
    mark INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    manifest INTEGER NOT NULL,
    PRIMARY KEY (mark, created_ms, manifest)
  ) WITHOUT ROWID;
  CREATE TABLE text_owners (
    text INTEGER NOT NULL,
    subject_hash BLOB NOT NULL,
    used_hour INTEGER NOT NULL,
    PRIMARY KEY (text, subject_hash)
  ) WITHOUT ROWID;
  CREATE INDEX text_owners_by_subject ON text_owners (subject_hash);
  CREATE TABLE answers (
    manifest INTEGER PRIMARY KEY,
    record TEXT NOT NULL,
    record_hash BLOB NOT NULL,
    received_at TEXT NOT NULL,
    received_ms INTEGER NOT NULL
  );
  CREATE TABLE views (
    row INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    manifest_id TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    what TEXT NOT NULL,
    reason TEXT NOT NULL,
    viewer TEXT,
    viewer_hash BLOB,
    at TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  );
  CREATE INDEX views_by_manifest ON views (tenant, manifest_id);
  CREATE TABLE receipts (
    row INTEGER PRIMARY KEY,
    receipt_id TEXT NOT NULL,
    tenant TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    erased_at TEXT NOT NULL,
    manifests INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    texts INTEGER NOT NULL,
    memories INTEGER NOT NULL,
    finished INTEGER NOT NULL
  );
  CREATE INDEX receipts_unfinished ON receipts (tenant, subject_hash) WHERE finished = 0;
  INSERT INTO manifests SELECT row, id, tenant, subject_hash,
    CAST(round(coalesce(unixepoch(created_at, 'subsec'), 0) * 1000) AS INTEGER), policy, digest, intent, request_id, conversation, NULL
    FROM manifests_before;
  INSERT INTO bodies SELECT row, body, body_hash FROM manifests_before;
  DROP TABLE manifests_before;
`;

interface Old {
  readonly row: number;
  readonly tenant: string;
  readonly subject: Buffer;
  readonly createdMs: number;
  readonly policy: string;
  readonly digest: string;
  readonly intent: string;
  readonly body: Buffer;
}

/** Call in a transaction. */
export function toSchema3(database: Database): void {
  database.exec(TABLES);
  const next = database.prepare<[number], Old>(
    `SELECT row, tenant, subject_hash AS subject, created_ms AS createdMs, policy, digest, intent, CAST(body AS BLOB) AS body
     FROM manifests JOIN bodies ON manifest = row WHERE row > ? ORDER BY row LIMIT 1`,
  );
  const fill = filler(database);
  for (let old = next.get(-1); old !== undefined; old = next.get(old.row)) fill(old);
}

/** A record that is damaged, or of a shape that nobody knows any more, is found by its columns alone; its texts have no owner. */
function filler(database: Database): (old: Old) => void {
  const name = database.prepare("INSERT INTO mark_names (tenant, mark) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const put = database.prepare(
    "INSERT INTO marks (mark, created_ms, manifest) SELECT row, ?, ? FROM mark_names WHERE tenant = ? AND mark = ?",
  );
  const own = database.prepare(
    `INSERT INTO text_owners (text, subject_hash, used_hour) SELECT row, ?, ? FROM texts WHERE tenant = ? AND hash = ?
     ON CONFLICT (text, subject_hash) DO UPDATE SET used_hour = max(used_hour, excluded.used_hour)`,
  );
  return (old) => {
    const { marks, hashes } = contentOf(old.body);
    for (const mark of [...columnMarks(old), ...marks]) {
      name.run(old.tenant, mark);
      put.run(old.createdMs, old.row, old.tenant, mark);
    }
    for (const hash of hashes) own.run(old.subject, hourOf(old.createdMs), old.tenant, hash);
  };
}

function contentOf(body: Buffer): { readonly marks: readonly string[]; readonly hashes: readonly Buffer[] } {
  try {
    const { core, inputs } = JSON.parse(body.toString("utf8")) as { core: Partial<Core>; inputs: unknown };
    const { missing = [], retrieval = [], dropped = [], withheld = [], findings = [], variants = [] } = core;
    return { marks: marksOf({ missing, retrieval, dropped, withheld, findings, variants }), hashes: hashesIn(inputs) };
  } catch {
    return { marks: [], hashes: [] };
  }
}

/** Every keyed hash in a value, at whatever depth. */
function hashesIn(value: unknown): readonly Buffer[] {
  if (typeof value === "string") {
    const hash = hashBytes(value);
    return hash === null ? [] : [hash];
  }
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(hashesIn) : [];
}
