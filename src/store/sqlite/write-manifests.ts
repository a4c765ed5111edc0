/** Writes manifests with what they are found by. */
import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { columnMarks } from "../marks.ts";
import { bodyPlace, idsPlace } from "../places.ts";
import type { ManifestRow } from "../record-rows.ts";
import { type Seals, seal } from "../seal.ts";
import type { SubjectKeys } from "./subject-keys.ts";
import type { TextWriter } from "./write-texts.ts";

const MAX_KNOWN_MARKS = 5_000;

/** What a list tells of a manifest and nobody may read after an erasure. */
export type Details = readonly [intent: string, requestId: string, conversation: string | null];

export interface Sealing {
  readonly seals: Seals;
  readonly keys: SubjectKeys;
  readonly texts: TextWriter;
}

export interface Marked {
  readonly tenant: string;
  readonly createdMs: number;
  readonly row: number;
}

export interface ManifestWriter {
  /** Call in a transaction. Returns how many of its texts were not in the store. */
  put(row: ManifestRow): number;
  /** Call in a transaction. A further mark of a manifest that is there. */
  mark(of: Marked, mark: string): void;
  /** After a transaction that was rolled back. */
  forget(): void;
}

export function manifestWriter(database: Database, { seals, keys, texts }: Sealing): ManifestWriter {
  const insert = database.prepare(
    `INSERT INTO manifests (id, tenant, subject_hash, created_ms, policy, digest, request_hash, conversation_hash, details)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertBody = database.prepare("INSERT INTO bodies (manifest, sealed) VALUES (?, ?)");
  const insertMark = database.prepare("INSERT INTO marks (mark, created_ms, manifest) VALUES (?, ?, ?)");
  const known = new LRUCache<string, number>({ max: MAX_KNOWN_MARKS });
  const markRow = markRows(database, known);
  const put: ManifestWriter["put"] = (row) => {
    const { tenant, id, createdMs } = row;
    const subjectHash = Buffer.from(row.subjectHash, "hex");
    const key = keys.hold(tenant, subjectHash);
    const details: Details = [row.intent, row.requestId, row.conversation];
    const { lastInsertRowid: manifest } = insert.run(
      id,
      tenant,
      subjectHash,
      createdMs,
      row.policy,
      row.digest,
      seals.lookup(tenant, "request", row.requestId),
      row.conversation === null ? null : seals.lookup(tenant, "conversation", row.conversation),
      seal(key, JSON.stringify(details), idsPlace(tenant, id)),
    );
    insertBody.run(manifest, seal(key, row.body, bodyPlace(tenant, id)));
    for (const mark of [...columnMarks(row), ...row.marks]) insertMark.run(markRow(tenant, mark), createdMs, manifest);
    return texts.put({ tenant, subjectHash, usedMs: createdMs }, row.texts);
  };
  const mark: ManifestWriter["mark"] = ({ tenant, createdMs, row }, name) => {
    insertMark.run(markRow(tenant, name), createdMs, row);
  };
  return { put, mark, forget: () => known.clear() };
}

/** The number of a mark of a tenant. Numbers are never deleted: one that was committed is right for ever. */
function markRows(database: Database, known: LRUCache<string, number>): (tenant: string, mark: string) => number {
  const find = database.prepare<[string, string], number>("SELECT row FROM mark_names WHERE tenant = ? AND mark = ?").pluck();
  const insert = database.prepare("INSERT INTO mark_names (tenant, mark) VALUES (?, ?)");
  return (tenant, mark) => {
    const key = `${tenant}\n${mark}`;
    const row = known.get(key) ?? find.get(tenant, mark) ?? Number(insert.run(tenant, mark).lastInsertRowid);
    known.set(key, row);
    return row;
  };
}
