/** The third step of the schema: bodies, marks, owners, answers, views and receipts; and what of older records fills them. */
import type { Database } from "better-sqlite3";
import type { Core } from "../../pipeline/records/core.ts";
import { hashBytes, type KeyedHash } from "../keyed-hash.ts";
import { marksOf } from "../marks.ts";
import type { ManifestRow } from "../record-rows.ts";
import type { Seals } from "../seal.ts";
import { subjectKeys } from "./subject-keys.ts";
import { manifestWriter } from "./write-manifests.ts";
import { textWriter } from "./write-texts.ts";

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
    request_hash BLOB,
    conversation_hash BLOB,
    details BLOB,
    erased_at TEXT
  );
  CREATE INDEX manifests_by_time ON manifests (tenant, created_ms);
  CREATE INDEX manifests_by_subject ON manifests (tenant, subject_hash, created_ms);
  CREATE INDEX manifests_by_request ON manifests (tenant, request_hash) WHERE request_hash IS NOT NULL;
  CREATE INDEX manifests_by_conversation ON manifests (tenant, conversation_hash, created_ms)
    WHERE conversation_hash IS NOT NULL;
  CREATE TABLE bodies (
    manifest INTEGER PRIMARY KEY,
    sealed BLOB NOT NULL
  );
  CREATE TABLE subject_keys (
    row INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    wrapped BLOB NOT NULL
  );
  CREATE INDEX subject_keys_by_subject ON subject_keys (subject_hash);
  ALTER TABLE texts RENAME TO texts_before;
  CREATE TABLE texts (
    row INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    hash BLOB NOT NULL,
    sealed BLOB NOT NULL,
    UNIQUE (tenant, hash)
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
    wrapped BLOB NOT NULL,
    PRIMARY KEY (text, subject_hash)
  ) WITHOUT ROWID;
  CREATE INDEX text_owners_by_subject ON text_owners (subject_hash);
  CREATE TABLE answers (
    manifest INTEGER PRIMARY KEY,
    sealed BLOB NOT NULL,
    received_ms INTEGER NOT NULL
  );
  CREATE TABLE leftovers (
    row INTEGER PRIMARY KEY,
    what TEXT NOT NULL,
    item INTEGER NOT NULL
  );
  CREATE TABLE views (
    row INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    manifest_id TEXT NOT NULL,
    subject_hash BLOB NOT NULL,
    what TEXT NOT NULL,
    sealed_reason BLOB,
    sealed_viewer BLOB,
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
`;

interface Old {
  readonly row: number;
  readonly id: string;
  readonly tenant: string;
  readonly subject: Buffer;
  readonly created_at: string;
  readonly policy: string;
  readonly digest: string;
  readonly intent: string;
  readonly request_id: string;
  readonly conversation: string | null;
  readonly body: Buffer;
  readonly bodyHash: Buffer;
}

/** What records are hashed and sealed with. */
export interface StoreKeys {
  readonly hash: KeyedHash;
  readonly seals: Seals;
}

/** Call in a transaction. Written as a new record is; the tables of before go with every page that they had. */
export function toSchema3(database: Database, { hash, seals }: StoreKeys): void {
  database.exec(TABLES);
  const next = database.prepare<[number], Old>(
    `SELECT row, id, tenant, subject_hash AS subject, created_at, policy, digest, intent, request_id, conversation,
     CAST(body AS BLOB) AS body, CAST(body_hash AS BLOB) AS bodyHash FROM manifests_before WHERE row > ? ORDER BY row LIMIT 1`,
  );
  const oldText = database
    .prepare<[string, Buffer], Buffer>("SELECT CAST(body AS BLOB) FROM texts_before WHERE tenant = ? AND hash = ?")
    .pluck();
  const keys = subjectKeys(database, seals);
  const texts = textWriter(database, seals, keys);
  const manifests = manifestWriter(database, { seals, keys, texts });
  // A body that does not open is what a damaged one is from here on.
  const spoil = database.prepare("UPDATE bodies SET sealed = x'' WHERE manifest = (SELECT row FROM manifests WHERE id = ?)");
  for (let old = next.get(-1); old !== undefined; old = next.get(old.row)) {
    const { tenant, id, body, bodyHash } = old;
    manifests.put(rowOf(old, (text) => oldText.get(tenant, text)));
    if (!hash.bytes(tenant, body).equals(bodyHash)) spoil.run(id);
  }
  database.exec("DROP TABLE manifests_before; DROP TABLE texts_before");
}

/** A damaged text is sealed as it is found: its hash does not fit it, which every read of it finds. */
function rowOf(old: Old, textOf: (hash: Buffer) => Buffer | undefined): ManifestRow {
  const { marks, hashes } = contentOf(old.body);
  const texts = hashes.flatMap((hash) => {
    const body = textOf(hash)?.toString("utf8");
    return body === undefined ? [] : [{ hash: hash.toString("hex"), body }];
  });
  return {
    id: old.id,
    tenant: old.tenant,
    subjectHash: old.subject.toString("hex"),
    createdMs: Date.parse(old.created_at) || 0,
    policy: old.policy,
    digest: old.digest,
    intent: old.intent,
    requestId: old.request_id,
    conversation: old.conversation,
    body: old.body.toString("utf8"),
    bodyHash: "",
    marks,
    texts,
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
