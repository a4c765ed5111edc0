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
}

/** Of the person's manifests that still have their content. */
const THEIRS = "SELECT row FROM manifests WHERE tenant = @tenant AND subject_hash = @subject AND erased_at IS NULL";

/**
 * What was asked about, by which request and in which conversation goes; policy and digest name a version of the service.
 * A reason for viewing is written by a colleague and may tell of the person; a viewer who is erased stays as a hash.
 */
const STEPS = {
  answers: `DELETE FROM answers WHERE manifest IN (${THEIRS})`,
  bodies: `DELETE FROM bodies WHERE manifest IN (${THEIRS})`,
  marks: `DELETE FROM marks WHERE (mark, created_ms, manifest) IN (
    SELECT n.row, m.created_ms, m.row FROM manifests m JOIN mark_names n ON n.tenant = m.tenant
    WHERE m.tenant = @tenant AND m.subject_hash = @subject AND m.erased_at IS NULL
      AND n.mark NOT LIKE 'policy:%' AND n.mark NOT LIKE 'digest:%')`,
  manifests: `UPDATE manifests SET erased_at = @at, request_hash = NULL, conversation_hash = NULL, details = NULL
    WHERE tenant = @tenant AND subject_hash = @subject AND erased_at IS NULL`,
  texts: `DELETE FROM texts WHERE row IN (SELECT text FROM text_owners WHERE subject_hash = @subject)
    AND NOT EXISTS (SELECT 1 FROM text_owners o WHERE o.text = texts.row AND o.subject_hash <> @subject)`,
  owners: "DELETE FROM text_owners WHERE subject_hash = @subject",
  viewed: "UPDATE views SET sealed_reason = NULL WHERE tenant = @tenant AND subject_hash = @subject",
  viewers: "UPDATE views SET sealed_viewer = NULL WHERE tenant = @tenant AND viewer_hash = @subject",
} as const;

/**
 * Call in a transaction. The person's key is destroyed first: without it no copy of a row can be read, wherever SQLite left one;
 * then the rows go, for their space. The counts: with those of earlier erasures of the person whose receipt nobody has.
 */
export function eraser(database: Database, keys: SubjectKeys): (erasure: Erasure) => ErasureCounts {
  const run = Object.fromEntries(Object.entries(STEPS).map(([name, sql]) => [name, database.prepare(sql)])) as Record<
    keyof typeof STEPS,
    ReturnType<Database["prepare"]>
  >;
  const unfinished = database.prepare<[string, Buffer], Receipt>(
    "SELECT row, receipt_id, manifests, answers, texts FROM receipts WHERE tenant = ? AND subject_hash = ? AND finished = 0",
  );
  const drop = database.prepare("DELETE FROM receipts WHERE row = ?");
  const insert = database.prepare(
    `INSERT INTO receipts (receipt_id, tenant, subject_hash, erased_at, manifests, answers, texts, memories, finished)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)`,
  );
  return ({ tenant, subjectHash, receiptId, at }) => {
    const subject = Buffer.from(subjectHash, "hex");
    const given = { tenant, subject, at };
    keys.destroy(subject);
    const only = { tenant, subject };
    const counts = { answers: run.answers.run(only).changes, manifests: 0, texts: 0 };
    run.bodies.run(only);
    run.marks.run(only);
    counts.manifests = run.manifests.run(given).changes;
    counts.texts = run.texts.run({ subject }).changes;
    run.owners.run({ subject });
    run.viewed.run(only);
    run.viewers.run(only);
    for (const earlier of unfinished.all(tenant, subject)) {
      for (const name of ["answers", "manifests", "texts"] as const) counts[name] += earlier[name];
      drop.run(earlier.row);
    }
    insert.run(receiptId, tenant, subject, at, counts.manifests, counts.answers, counts.texts);
    return { ...counts, memories: 0 };
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
