/** The memory of a person for one request, in one view of the database: what stands, and what the request must not bring back. IO through the connections. */
import { TRACE_VERSION } from "../../text/restated/traces.ts";
import { type Compared, joinedHashes, NOTHING_PAST, type PastRow, pastOf, writtenHashes } from "../memory-past.ts";
import { type MemoryStore, MOST_COMPARED } from "../memory-store.ts";
import { MOST_RENEWED, type Renewing, renewingRecall } from "../renew-traces.ts";
import { cutoffsNow } from "../sight.ts";
import type { Transaction } from "./connections.ts";
import { keptFrom, openMemory, SELECT, type SealedMemory } from "./read-memories.ts";
import { type Reading, reading } from "./reading.ts";
import { TELLS } from "./schema.ts";
import { type Writing, writing } from "./writing.ts";

const THEIRS = "m.tenant = $1 AND m.subject_hash = $2";
const STANDS = "m.superseded_by IS NULL AND m.deleted_at IS NULL";
const RUN_OUT = "coalesce(m.expires_ms <= $3, false)";
const RECALLED = `${SELECT} WHERE ${THEIRS} AND ${STANDS} AND ${keptFrom("$5")}
  ORDER BY ${RUN_OUT}, m.origin = 'inferred', m.created_ms DESC, m.id LIMIT $4`;
const IS_STALE = (oldest: string): string =>
  `${THEIRS} AND m.trace_version < ${TRACE_VERSION} AND m.deleted_at IS NULL AND ${keptFrom(oldest)}`;
const IN_FORCE = `SELECT count(*)::int AS count, EXISTS (SELECT FROM winnow.memories m WHERE ${IS_STALE("$4")}) AS "isStale"
  FROM winnow.memories m WHERE ${THEIRS} AND ${STANDS} AND NOT ${RUN_OUT}`;
const STALE = `${SELECT} WHERE ${IS_STALE("$3")} LIMIT ${MOST_RENEWED}`;
const RENEW = `
  UPDATE winnow.memories m SET traces = n.traces, trace_version = ${TRACE_VERSION}
  FROM unnest($2::text[], $3::bytea[]) AS n (id, traces)
  WHERE m.tenant = $1 AND m.id = n.id AND m.deleted_at IS NULL AND m.trace_version < ${TRACE_VERSION}`;
const GONE = `SELECT m.id, m.superseded_by AS by FROM winnow.memories m WHERE ${THEIRS} AND m.id = ANY($3::text[]) AND NOT (${STANDS})`;
const PAST_COLUMNS = `id, superseded_by AS by, superseded_ms AS "replacedMs", deleted_at AS "deletedAt", turn_hash AS turn, traces,
  superseded_by IS NOT NULL AND deleted_at IS NULL AND ${keptFrom("$3")} AS "isKept"`;
const PAST_OF_PERSON = `SELECT ${PAST_COLUMNS} FROM winnow.memories WHERE tenant = $1 AND subject_hash = $2 AND ${TELLS}`;
const PAST = `
  (${PAST_OF_PERSON} AND superseded_by IS NOT NULL ORDER BY superseded_ms DESC, id LIMIT ${MOST_COMPARED})
  UNION ALL
  (${PAST_OF_PERSON} AND superseded_by IS NULL AND deleted_at IS NOT NULL ORDER BY deleted_at DESC, id LIMIT ${MOST_COMPARED})`;
const TRACES = `
  SELECT m.traces FROM winnow.memories m WHERE ${THEIRS} AND ${STANDS} AND NOT ${RUN_OUT} AND m.traces IS NOT NULL
  ORDER BY m.created_ms DESC, m.id LIMIT ${MOST_COMPARED}`;
const TEXTS = `${SELECT} WHERE ${THEIRS} AND m.id = ANY($4::text[]) AND m.deleted_at IS NULL AND ${keptFrom("$3")}`;

export function recaller(to: Writing): MemoryStore["recall"] {
  return renewingRecall({
    hash: to.hash,
    look: looker(to),
    write: (tenant, renewed) => {
      const traces = renewed.map(({ traceHashes }) => joinedHashes(traceHashes));
      const values = [tenant, renewed.map(({ id }) => id), traces];
      return writing(to, tenant, (transaction) => transaction.rows(RENEW, values));
    },
  });
}

function looker(from: Reading): Renewing["look"] {
  return async ({ tenant, about }, { most, atMs, ids, compares }) => {
    const theirs = [tenant, from.hash.subject(tenant, about)];
    const oldest = cutoffsNow(from).memory;
    return reading(from, tenant, async (transaction) => {
      const rows = await transaction.rows<SealedMemory>(RECALLED, [...theirs, atMs, most, oldest]);
      const [counted] = await transaction.rows<{ count: number; isStale: boolean }>(IN_FORCE, [...theirs, atMs, oldest]);
      const gone = ids.length === 0 ? [] : await transaction.rows<{ id: string; by: string | null }>(GONE, [...theirs, ids]);
      const isStale = compares && counted?.isStale === true;
      const stale = isStale ? await transaction.rows<SealedMemory>(STALE, [...theirs, oldest]) : [];
      const view = {
        items: rows.map((row) => openMemory(from, tenant, row)),
        inForce: counted?.count ?? 0,
        gone: new Map(gone.map(({ id, by }) => [id, by])),
        ...(compares ? await pastIn(from, transaction, { theirs, atMs, oldest }) : NOTHING_PAST),
      };
      return { view, stale: stale.map((row) => openMemory(from, tenant, row)) };
    });
  };
}

interface Asked {
  readonly theirs: readonly unknown[];
  readonly atMs: number;
  readonly oldest: number;
}

async function pastIn(from: Reading, transaction: Transaction, { theirs, atMs, oldest }: Asked): Promise<Compared> {
  const found = pastOf(await transaction.rows<PastRow>(PAST, [...theirs, oldest]));
  if (found.past.length === 0) return NOTHING_PAST;
  const traces = await transaction.rows<{ traces: Buffer }>(TRACES, [...theirs, atMs]);
  const texts = await transaction.rows<SealedMemory>(TEXTS, [...theirs, oldest, found.texts]);
  const tenant = theirs[0] as string;
  return {
    past: found.past,
    traces: new Set(traces.flatMap((row) => writtenHashes(row.traces))),
    texts: new Map(texts.map((row) => [row.id, openMemory(from, tenant, row)])),
  };
}
