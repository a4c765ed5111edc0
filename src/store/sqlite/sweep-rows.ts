/** Frees the space of what is past its time, in small batches. Reads do not wait for it. */
import type { Database } from "better-sqlite3";
import { firstHourKept, type Swept } from "../retention.ts";
import type { Sweep } from "./entries.ts";
import { memorySweeper } from "./write-memories.ts";

/** Rows of one kind that one batch looks at: some milliseconds in which nothing else is written. */
const BATCH = 200;

/**
 * Call in a transaction, again and again. Rows are nearly in the order of time, so each kind ends at the first batch without an old
 * one; a row that a changed clock put behind younger ones waits for those. Texts are used again, in any order: they are
 * walked through from the first to the last, once a round.
 */
export function sweeper(database: Database): (sweep: Sweep) => Swept {
  const manifests = manifestSweeper(database);
  const texts = textSweeper(database);
  const answers = oldestSweeper(database, "answers", "received_ms");
  const views = oldestSweeper(database, "views", "at_ms");
  const memory = memorySweeper(database, BATCH);
  const shadows = shadowSweeper(database);
  return ({ cutoffs, at }) => {
    const swept = {
      manifests: manifests(cutoffs.manifests),
      answers: answers(cutoffs.answers),
      views: views(cutoffs.views),
      memory: memory(cutoffs.memory, at),
    };
    const { gone, more } = texts(firstHourKept(cutoffs.texts));
    const isMore = [more, shadows(), ...Object.values(swept).map((count) => count > 0)].includes(true);
    return { ...swept, texts: gone, more: isMore };
  };
}

function oldestSweeper(database: Database, table: "answers" | "views", column: string): (cutoff: number) => number {
  const key = table === "answers" ? "manifest" : "row";
  const drop = database.prepare(
    `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} ORDER BY ${key} LIMIT ${BATCH}) AND ${column} < ?`,
  );
  return (cutoff) => (cutoff === 0 ? 0 : drop.run(cutoff).changes);
}

function manifestSweeper(database: Database): (cutoff: number) => number {
  const find = database.prepare<[number], { row: number; createdMs: number; tenant: string }>(
    `SELECT row, created_ms AS createdMs, tenant FROM (SELECT * FROM manifests ORDER BY row LIMIT ${BATCH}) WHERE created_ms < ?`,
  );
  const dropMarks = database.prepare(
    "DELETE FROM marks WHERE mark IN (SELECT row FROM mark_names WHERE tenant = ?) AND created_ms = ? AND manifest = ?",
  );
  const drops = ["bodies", "answers"].map((table) => database.prepare(`DELETE FROM ${table} WHERE manifest = ?`));
  const dropShadows = database.prepare("DELETE FROM shadows WHERE manifest_id = (SELECT id FROM manifests WHERE row = ?)");
  const drop = database.prepare("DELETE FROM manifests WHERE row = ?");
  return (cutoff) => {
    if (cutoff === 0) return 0;
    const old = find.all(cutoff);
    for (const { row, createdMs, tenant } of old) {
      dropMarks.run(tenant, createdMs, row);
      for (const each of [...drops, dropShadows]) each.run(row);
      drop.run(row);
    }
    return old.length;
  };
}

/**
 * Shadows whose manifest is gone or erased: a service of before there were shadows, beside this one, sweeps and erases without them. Whether
 * there are more to look at. Invariant: `from` is the last manifest that this round looked at.
 */
function shadowSweeper(database: Database): () => boolean {
  const batch = database
    .prepare<[string], string>(
      `SELECT DISTINCT manifest_id FROM shadows WHERE manifest_id > ? ORDER BY manifest_id LIMIT ${BATCH}`,
    )
    .pluck();
  const drop = database.prepare(
    `DELETE FROM shadows WHERE manifest_id > ? AND manifest_id <= ?
     AND NOT EXISTS (SELECT 1 FROM manifests m WHERE m.id = shadows.manifest_id AND m.erased_at IS NULL)`,
  );
  let from = "";
  return () => {
    const ids = batch.all(from);
    const last = ids.at(-1);
    if (last !== undefined) drop.run(from, last);
    from = ids.length === BATCH && last !== undefined ? last : "";
    return from !== "";
  };
}

/** Invariant: `from` is the last text that this round looked at. */
function textSweeper(database: Database): (firstHour: number) => { readonly gone: number; readonly more: boolean } {
  const batch = database.prepare<[number], number>(`SELECT row FROM texts WHERE row > ? ORDER BY row LIMIT ${BATCH}`).pluck();
  const disown = database.prepare("DELETE FROM text_owners WHERE text > ? AND text <= ? AND used_hour < ?");
  const drop = database.prepare(
    "DELETE FROM texts WHERE row > ? AND row <= ? AND NOT EXISTS (SELECT 1 FROM text_owners o WHERE o.text = texts.row)",
  );
  let from = 0;
  return (firstHour) => {
    if (firstHour === 0) return { gone: 0, more: false };
    const rows = batch.all(from);
    const last = rows.at(-1);
    if (last !== undefined) disown.run(from, last, firstHour);
    const gone = last === undefined ? 0 : drop.run(from, last).changes;
    from = rows.length === BATCH && last !== undefined ? last : 0;
    return { gone, more: from !== 0 };
  };
}
