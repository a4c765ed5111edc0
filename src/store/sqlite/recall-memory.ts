/** The memory of a person for one request, in one view of the file: what stands, and what the request must not bring back. */
import { TRACE_VERSION } from "../../text/restated/traces.ts";
import { type Compared, NOTHING_PAST, type PastRow, pastOf, writtenHashes } from "../memory-past.ts";
import { type MemoryStore, MOST_COMPARED } from "../memory-store.ts";
import { MOST_RENEWED, type Renewing, renewingRecall } from "../renew-traces.ts";
import { cutoffsNow } from "../sight.ts";
import { COLUMNS, KEPT, KEY, openMemory, type Row } from "./read-memories.ts";
import { type Reading, reading } from "./reading.ts";
import { TELLS } from "./schema-8.ts";
import type { Writing } from "./store-writes.ts";

type Values = Record<string, string | number | Buffer>;

const THEIRS = "tenant = @tenant AND subject_hash = @subject";
const STANDING = "superseded_by IS NULL AND deleted_at IS NULL";
const RUN_OUT = "(expires_ms IS NOT NULL AND expires_ms <= @atMs)";
const CHOSEN = `
  WITH chosen AS (SELECT row AS place, ${RUN_OUT} AS out FROM memories INDEXED BY memories_standing
    WHERE ${THEIRS} AND ${STANDING} AND ${KEPT} ORDER BY out, origin = 'inferred', created_ms DESC, id LIMIT @most)
  SELECT ${COLUMNS} FROM chosen JOIN memories m ON m.row = place ${KEY} ORDER BY out, m.origin = 'inferred', m.created_ms DESC, m.id`;
const IN_FORCE = `SELECT count(*) FROM memories INDEXED BY memories_standing WHERE ${THEIRS} AND ${STANDING} AND NOT ${RUN_OUT}`;
const GONE = `SELECT id, superseded_by FROM memories WHERE id IN (SELECT value FROM json_each(@ids)) AND ${THEIRS} AND NOT (${STANDING})`;
const PAST_COLUMNS = `id, superseded_by AS by, superseded_ms AS replacedMs, deleted_at AS deletedAt, turn_hash AS turn, traces,
  superseded_by IS NOT NULL AND deleted_at IS NULL AND ${KEPT} AS isKept`;
const OF_PERSON = "subject_hash = @subject AND tenant = @tenant";
const PAST = `
  SELECT * FROM (SELECT ${PAST_COLUMNS} FROM memories INDEXED BY memories_replaced WHERE ${OF_PERSON} AND superseded_by IS NOT NULL AND ${TELLS}
    ORDER BY superseded_ms DESC, id LIMIT ${MOST_COMPARED})
  UNION ALL
  SELECT * FROM (SELECT ${PAST_COLUMNS} FROM memories INDEXED BY memories_deleted WHERE ${OF_PERSON} AND superseded_by IS NULL
    AND deleted_at IS NOT NULL AND ${TELLS} ORDER BY deleted_at DESC, id LIMIT ${MOST_COMPARED})`;
const TRACES = `SELECT traces FROM memories INDEXED BY memories_standing WHERE ${THEIRS} AND ${STANDING} AND NOT ${RUN_OUT}
  AND traces IS NOT NULL ORDER BY created_ms DESC, id LIMIT ${MOST_COMPARED}`;
const TEXTS = `SELECT ${COLUMNS} FROM memories m ${KEY} WHERE m.id IN (SELECT value FROM json_each(@texts)) AND m.tenant = @tenant
  AND m.subject_hash = @subject AND m.deleted_at IS NULL AND ${KEPT}`;
const STALE = `SELECT ${COLUMNS} FROM memories m INDEXED BY memories_by_trace_version ${KEY} WHERE m.tenant = @tenant
  AND m.subject_hash = @subject AND m.trace_version < ${TRACE_VERSION} AND m.deleted_at IS NULL AND ${KEPT} LIMIT ${MOST_RENEWED}`;
/** Of what waits to be written, a statement's hashes. */
const RENEWED_BYTES = 1_024;

export function recaller(to: Writing): MemoryStore["recall"] {
  return renewingRecall({
    hash: to.hash,
    look: looker(to),
    write: (tenant, renewed) => to.queue.add({ kind: "traces", tenant, renewed }, renewed.length * RENEWED_BYTES),
  });
}

function looker(from: Reading): Renewing["look"] {
  const { database, hash } = from;
  const standing = database.prepare<[Values], Row>(CHOSEN);
  const counted = database.prepare<[Values], number>(IN_FORCE).pluck();
  const gone = database.prepare<[Values], [string, string | null]>(GONE).raw();
  const compared = pastReader(from);
  const stale = database.prepare<[Values], Row>(STALE);
  return async ({ tenant, about }, { most, atMs, ids, compares }) => {
    const subject = hash.subject(tenant, about);
    const values = { tenant, subject, most, atMs, oldest: cutoffsNow(from).memory, ids: JSON.stringify(ids) };
    return reading(from, "The memory of a person", () => ({
      view: {
        items: standing.all(values).map((row) => openMemory(from, tenant, row)),
        inForce: counted.get(values) ?? 0,
        gone: new Map(gone.all(values)),
        ...(compares ? compared(tenant, values) : NOTHING_PAST),
      },
      stale: compares ? stale.all(values).map((row) => openMemory(from, tenant, row)) : [],
    }));
  };
}

function pastReader(from: Reading): (tenant: string, values: Values) => Compared {
  const { database } = from;
  const select = database.prepare<[Values], PastRow>(PAST);
  const traces = database.prepare<[Values], Buffer>(TRACES).pluck();
  const texts = database.prepare<[Values], Row>(TEXTS);
  return (tenant, values) => {
    const found = pastOf(select.all(values));
    if (found.past.length === 0) return NOTHING_PAST;
    const rows = texts.all({ ...values, texts: JSON.stringify(found.texts) });
    return {
      past: found.past,
      traces: new Set(traces.all(values).flatMap(writtenHashes)),
      texts: new Map(rows.map((row) => [row.id, openMemory(from, tenant, row)])),
    };
  };
}
