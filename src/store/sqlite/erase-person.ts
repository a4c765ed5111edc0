/** Takes the content of everything about one person out of the database. What stays: ids, hashes, times. */
import type { Database } from "better-sqlite3";
import type { ErasureCounts } from "../people-store.ts";
import type { Erasure } from "./entries.ts";

interface Receipt {
  readonly row: number;
  readonly receipt_id: string;
  readonly manifests: number;
  readonly answers: number;
  readonly texts: number;
  readonly memories: number;
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
  manifests: `UPDATE manifests SET erased_at = @at, intent = '', request_id = '', conversation = NULL
    WHERE tenant = @tenant AND subject_hash = @subject AND erased_at IS NULL`,
  texts: `DELETE FROM texts WHERE row IN (SELECT text FROM text_owners WHERE subject_hash = @subject)
    AND NOT EXISTS (SELECT 1 FROM text_owners o WHERE o.text = texts.row AND o.subject_hash <> @subject)`,
  owners: "DELETE FROM text_owners WHERE subject_hash = @subject",
  requests: "DELETE FROM memory_requests WHERE tenant = @tenant AND subject_hash = @subject",
  // A tombstone of an earlier deletion loses its hashes too.
  tombstones: `UPDATE memories SET turn_hash = NULL WHERE tenant = @tenant AND subject_hash = @subject AND deleted_at IS NOT NULL`,
  memories: `UPDATE memories SET deleted_at = @at, body = NULL, body_hash = NULL, slot_hash = NULL, content_hash = NULL, turn_hash = NULL
    WHERE tenant = @tenant AND subject_hash = @subject AND deleted_at IS NULL`,
  viewed: "UPDATE views SET reason = '' WHERE tenant = @tenant AND subject_hash = @subject",
  viewers: "UPDATE views SET viewer = NULL WHERE tenant = @tenant AND viewer_hash = @subject",
} as const;

/**
 * Call in a transaction. The counts: with those of earlier erasures of the person whose bytes were perhaps still on disk when
 * the process ended, since nobody has their receipt.
 */
export function eraser(database: Database): (erasure: Erasure) => ErasureCounts {
  const run = Object.fromEntries(Object.entries(STEPS).map(([name, sql]) => [name, database.prepare(sql)])) as Record<
    keyof typeof STEPS,
    ReturnType<Database["prepare"]>
  >;
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
    const given = { tenant, subject, at };
    const only = { tenant, subject };
    const counts = { answers: run.answers.run(only).changes, manifests: 0, texts: 0, memories: 0 };
    run.bodies.run(only);
    run.marks.run(only);
    counts.manifests = run.manifests.run(given).changes;
    counts.texts = run.texts.run({ subject }).changes;
    run.owners.run({ subject });
    run.requests.run(only);
    run.tombstones.run(only);
    counts.memories = run.memories.run(given).changes;
    run.viewed.run(only);
    run.viewers.run(only);
    for (const earlier of unfinished.all(tenant, subject)) {
      for (const name of ["answers", "manifests", "texts", "memories"] as const) counts[name] += earlier[name];
      drop.run(earlier.row);
    }
    insert.run(receiptId, tenant, subject, at, counts.manifests, counts.answers, counts.texts, counts.memories);
    return counts;
  };
}

/** Notes that the bytes of all erasures so far are gone from the disk. */
export function receiptFinisher(database: Database): () => void {
  const finish = database.prepare("UPDATE receipts SET finished = 1 WHERE finished = 0");
  return () => void finish.run();
}
