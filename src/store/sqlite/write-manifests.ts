/** Writes manifests with what they are found by. */
import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { columnMarks } from "../marks.ts";
import type { ManifestRow } from "../record-rows.ts";
import type { TextWriter } from "./write-texts.ts";

const MAX_KNOWN_MARKS = 5_000;

export interface ManifestWriter {
  /** Call in a transaction. Returns how many of its texts were not in the store. */
  put(row: ManifestRow): number;
  /** After a transaction that was rolled back. */
  forget(): void;
}

export function manifestWriter(database: Database, texts: TextWriter): ManifestWriter {
  const insert = database.prepare(
    `INSERT INTO manifests (id, tenant, subject_hash, created_ms, policy, digest, intent, request_id, conversation)
     VALUES (@id, @tenant, @subjectHash, @createdMs, @policy, @digest, @intent, @requestId, @conversation)`,
  );
  const insertBody = database.prepare("INSERT INTO bodies (manifest, body, body_hash) VALUES (?, ?, ?)");
  const insertMark = database.prepare("INSERT INTO marks (mark, created_ms, manifest) VALUES (?, ?, ?)");
  const known = new LRUCache<string, number>({ max: MAX_KNOWN_MARKS });
  const markRow = markRows(database, known);
  const put: ManifestWriter["put"] = ({ body, bodyHash, marks, texts: own, ...columns }) => {
    const subjectHash = Buffer.from(columns.subjectHash, "hex");
    const manifest = insert.run({ ...columns, subjectHash }).lastInsertRowid;
    insertBody.run(manifest, body, Buffer.from(bodyHash, "hex"));
    for (const mark of [...columnMarks(columns), ...marks]) {
      insertMark.run(markRow(columns.tenant, mark), columns.createdMs, manifest);
    }
    return texts.put({ tenant: columns.tenant, subjectHash, usedMs: columns.createdMs }, own);
  };
  return { put, forget: () => known.clear() };
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
