/** Takes the content of everything about one person out of the database. What stays: ids, hashes, times. */
import type { Database } from "better-sqlite3";
import type { ErasureCounts } from "../people-store.ts";
import type { Erasure, ReceiptGiven, Written } from "./entries.ts";
import type { SubjectKeys } from "./subject-keys.ts";

interface Receipt {
  readonly row: number;
  readonly receipt_id: string;
  readonly manifests: number;
  readonly answers: number;
  readonly texts: number;
  readonly memories: number;
}

/** The person's manifests that still have their content. */
const THEIRS = "FROM manifests WHERE tenant = @tenant AND subject_hash = @subject AND erased_at IS NULL";
/** Of the person's texts those that nobody else refers to. */
const ONLY_THEIRS = `FROM text_owners o WHERE o.subject_hash = @subject
  AND NOT EXISTS (SELECT 1 FROM text_owners p WHERE p.text = o.text AND p.subject_hash <> @subject)`;

/**
 * In this order. What was asked about, by which request and in which conversation goes; policy and digest name a version of the
 * service. A reason for viewing is written by a colleague and may tell of the person; a viewer who is erased stays as a hash.
 * The large rows stay as leftovers: without the key they are noise, and taking them away needs as much log as they are large.
 */
const STEPS = {
  bodies: `INSERT INTO leftovers (what, item) SELECT 'manifest', row ${THEIRS}`,
  texts: `INSERT INTO leftovers (what, item) SELECT 'text', o.text ${ONLY_THEIRS}`,
  owners: "DELETE FROM text_owners WHERE subject_hash = @subject",
  marks: `DELETE FROM marks WHERE (mark, created_ms, manifest) IN (
    SELECT n.row, m.created_ms, m.row FROM manifests m JOIN mark_names n ON n.tenant = m.tenant
    WHERE m.tenant = @tenant AND m.subject_hash = @subject AND m.erased_at IS NULL
      AND n.mark NOT LIKE 'policy:%' AND n.mark NOT LIKE 'digest:%')`,
  manifests: `UPDATE manifests SET erased_at = @at, request_hash = NULL, conversation_hash = NULL, details = NULL
    WHERE tenant = @tenant AND subject_hash = @subject AND erased_at IS NULL`,
  // The keys of writes stay as hashes: a write that is sent again must not bring back what was erased.
  requests: "UPDATE memory_requests SET body_hash = x'' WHERE tenant = @tenant AND subject_hash = @subject",
  // A tombstone of an earlier deletion loses its hashes too.
  tombstones: `UPDATE memories SET turn_hash = NULL, traces = NULL WHERE tenant = @tenant AND subject_hash = @subject AND deleted_at IS NOT NULL`,
  memories: `UPDATE memories SET deleted_at = @at, sealed = NULL, body_hash = NULL, slot_hash = NULL, content_hash = NULL,
    turn_hash = NULL, traces = NULL WHERE tenant = @tenant AND subject_hash = @subject AND deleted_at IS NULL`,
  viewed: "UPDATE views SET sealed_reason = NULL WHERE tenant = @tenant AND subject_hash = @subject",
  viewers: "UPDATE views SET sealed_viewer = NULL WHERE tenant = @tenant AND viewer_hash = @subject",
} as const;

/**
 * Call in a transaction. The person's key is destroyed first: without it no copy of a row can be read, wherever SQLite left one.
 * The counts: with those of earlier erasures of the person whose receipt nobody has.
 */
export function eraser(database: Database, keys: SubjectKeys): (erasure: Erasure) => ErasureCounts {
  const steps = Object.entries(STEPS).map(([name, sql]) => [name, database.prepare<[object]>(sql)] as const);
  const answers = database
    .prepare<[object], number>(`SELECT count(*) FROM answers WHERE manifest IN (SELECT row ${THEIRS})`)
    .pluck();
  const unfinished = database.prepare<[string, Buffer], Receipt>(
    "SELECT row, receipt_id, manifests, answers, texts, memories FROM receipts WHERE tenant = ? AND subject_hash = ? AND finished = 0",
  );
  const drop = database.prepare("DELETE FROM receipts WHERE row = ?");
  const insert = database.prepare(
    `INSERT INTO receipts (receipt_id, tenant, subject_hash, erased_at, manifests, answers, texts, memories, finished)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  );
  return ({ tenant, subjectHash, receiptId, at }) => {
    const subject = Buffer.from(subjectHash, "hex");
    keys.destroy(subject);
    const counts = { manifests: 0, answers: answers.get({ tenant, subject }) ?? 0, texts: 0, memories: 0 };
    for (const [name, step] of steps) {
      const { changes } = step.run({ tenant, subject, at });
      if (name === "manifests" || name === "texts" || name === "memories") counts[name] = changes;
    }
    for (const earlier of unfinished.all(tenant, subject)) {
      for (const name of ["answers", "manifests", "texts", "memories"] as const) counts[name] += earlier[name];
      drop.run(earlier.row);
    }
    insert.run(receiptId, tenant, subject, at, counts.manifests, counts.answers, counts.texts, counts.memories);
    return counts;
  };
}

/** Leftovers that one batch takes: few, so that on a full disk it needs little log. */
const LEFTOVERS = 16;

/**
 * Call in a transaction. Takes some of what erasures left; whether there is more. A number may be of another record by now (SQLite
 * uses them again): only a manifest that is erased, and a text that nobody refers to, lose anything.
 */
export function leftoversTaker(database: Database): () => Written {
  const some = database.prepare<[], { row: number; what: string; item: number }>(
    `SELECT row, what, item FROM leftovers ORDER BY row LIMIT ${LEFTOVERS}`,
  );
  const erased = "AND EXISTS (SELECT 1 FROM manifests WHERE row = @item AND erased_at IS NOT NULL)";
  const drops: Readonly<Record<string, readonly ReturnType<Database["prepare"]>[]>> = {
    manifest: [
      ...["bodies", "answers"].map((table) => database.prepare(`DELETE FROM ${table} WHERE manifest = @item ${erased}`)),
      database.prepare(
        "DELETE FROM shadows WHERE manifest_id = (SELECT id FROM manifests WHERE row = @item AND erased_at IS NOT NULL)",
      ),
    ],
    text: [database.prepare("DELETE FROM texts WHERE row = @item AND NOT EXISTS (SELECT 1 FROM text_owners WHERE text = @item)")],
  };
  const done = database.prepare("DELETE FROM leftovers WHERE row = ?");
  return () => {
    const rows = some.all();
    for (const { row, what, item } of rows) {
      for (const drop of drops[what] ?? []) drop.run({ item });
      done.run(row);
    }
    return { kind: "leftovers", more: rows.length === LEFTOVERS };
  };
}

/** Call in a transaction. The next receipt of the person counts what comes from here on. */
export function receiptFinisher(database: Database): (given: ReceiptGiven) => Written {
  const finish = database.prepare("UPDATE receipts SET finished = 1 WHERE receipt_id = ?");
  return ({ receiptId }) => {
    finish.run(receiptId);
    return { kind: "receipt" };
  };
}
