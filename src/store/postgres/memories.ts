/** What is remembered about people: written, replaced and taken out, sealed under the person's key. IO through the connections. */
import { joinedHashes } from "../memory-past.ts";
import {
  IDEMPOTENCY_MS,
  isMemoryId,
  type MemoryFound,
  type MemoryRow,
  memoryRow,
  refusedWrite,
  type Surroundings,
  type Verdict,
  verdictOn,
} from "../memory-rules.ts";
import type { MemoryStore, Origin } from "../memory-store.ts";
import { memoryPlace } from "../places.ts";
import { instantMs } from "../record-rows.ts";
import { seal } from "../seal.ts";
import { maySee, viewerOf } from "../sight.ts";
import type { Transaction } from "./connections.ts";
import { writtenMemoryIn } from "./read-memories.ts";
import { NOTE_TENANT } from "./save-queue.ts";
import { holdSubjectKeys } from "./subject-keys.ts";
import { type Writing, writing } from "./writing.ts";

/** One writer of a person at a time, also where the person has no row yet. Ends with the transaction. */
const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7))";
const COLUMNS = `m.id, m.origin, m.content_hash AS "contentHash", m.expires_ms AS "expiresMs", m.superseded_by AS "supersededBy",
  m.deleted_at AS "deletedAt"`;
const OWN = "SELECT 1 FROM winnow.memories WHERE tenant = $1 AND id = $2";
const OLD_REQUESTS = "DELETE FROM winnow.memory_requests WHERE tenant = $1 AND subject_hash = $2 AND at_ms <= $3";
const REQUEST = `
  SELECT r.memory AS id, r.body_hash AS "bodyHash", m.deleted_at AS "deletedAt" FROM winnow.memory_requests r
  JOIN winnow.memories m ON m.tenant = r.tenant AND m.id = r.memory
  WHERE r.tenant = $1 AND r.subject_hash = $2 AND r.request_hash = $3`;
const SLOT = `
  SELECT ${COLUMNS} FROM winnow.memories m WHERE m.tenant = $1 AND m.subject_hash = $2 AND m.slot_hash = $3
    AND m.superseded_by IS NULL AND m.deleted_at IS NULL ORDER BY m.id`;
const LINKS = `SELECT ${COLUMNS} FROM winnow.memories m WHERE m.tenant = $1 AND m.subject_hash = $2 AND m.id = ANY($3::text[])`;
const INSERT = `
  INSERT INTO winnow.memories (tenant, subject_hash, id, created_ms, slot_hash, content_hash, turn_hash, traces,
    trace_version, origin, expires_ms, sealed_body, body_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
const REPLACE = "UPDATE winnow.memories SET superseded_by = $2, superseded_ms = $3 WHERE tenant = $1 AND id = ANY($4::text[])";
const NOTE_REQUEST = "INSERT INTO winnow.memory_requests VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
const FIND =
  "SELECT subject_hash AS subject, deleted_at AS deleted FROM winnow.memories WHERE tenant = $1 AND id = $2 FOR UPDATE";
/** What was deleted, and its turn, stay known by hashes: nothing must bring the words back. */
export const CLEARED = "deleted_at = $3, sealed_body = NULL, body_hash = NULL, slot_hash = NULL, content_hash = NULL";
const CLEAR = `UPDATE winnow.memories SET ${CLEARED} WHERE tenant = $1 AND id = $2`;

interface Found {
  readonly id: string;
  readonly origin: Origin;
  readonly contentHash: Buffer | null;
  readonly expiresMs: string | null;
  readonly supersededBy: string | null;
  readonly deletedAt: string | null;
}

const foundOf = ({ contentHash, expiresMs, deletedAt, ...found }: Found): MemoryFound => ({
  ...found,
  contentHash: contentHash?.toString("hex") ?? "",
  expiresMs: expiresMs === null ? null : Number(expiresMs),
  isDeleted: deletedAt !== null,
});

export function memoryWriter(to: Writing): MemoryStore["remember"] {
  return async (caller, memory) => {
    const { tenant } = caller;
    const row = memoryRow(to.hash, caller, memory);
    let isAgain = false;
    return writing(to, tenant, async (transaction) => {
      await transaction.rows(ONE_AT_A_TIME, [`${tenant} ${row.subjectHash}`]);
      // A commit of which we do not know whether it took place.
      const isOurs = isAgain && (await transaction.rows(OWN, [tenant, row.id])).length > 0;
      isAgain = true;
      const verdict: Verdict = isOurs ? { what: "store", superseded: [] } : await write(to, transaction, row);
      if (verdict.what === "refused") throw refusedWrite(verdict.why);
      const written = { id: verdict.what === "already" ? verdict.id : row.id, already: verdict.what === "already" };
      return writtenMemoryIn(to, transaction, { tenant, ...written });
    });
  };
}

async function write(to: Writing, transaction: Transaction, row: MemoryRow): Promise<Verdict> {
  const { tenant, createdMs, requestHash, requestBodyHash } = row;
  const subject = bytes(row.subjectHash);
  const keys = await holdSubjectKeys(transaction, to.seals, { tenant, subjects: [subject] });
  await transaction.rows(OLD_REQUESTS, [tenant, subject, createdMs - IDEMPOTENCY_MS]);
  const verdict = verdictOn(row, await surroundingsOf(transaction, row));
  if (verdict.what === "refused") return verdict;
  if (verdict.what === "store") {
    const sealed = seal(keys.get(row.subjectHash) as Buffer, row.body, memoryPlace(tenant, row.id));
    const turn = row.turnHash === null ? null : bytes(row.turnHash);
    const traces = [joinedHashes(row.traceHashes), row.traceVersion];
    const hashes = [bytes(row.slotHash), bytes(row.contentHash), turn, ...traces];
    const values = [tenant, subject, row.id, createdMs, ...hashes, row.origin, row.expiresMs, sealed, bytes(row.bodyHash)];
    await transaction.rows(NOTE_TENANT, [tenant]);
    await transaction.rows(INSERT, values);
    if (verdict.superseded.length > 0) await transaction.rows(REPLACE, [tenant, row.id, createdMs, verdict.superseded]);
  }
  if (requestHash !== null && requestBodyHash !== null) {
    const id = verdict.what === "store" ? row.id : verdict.id;
    await transaction.rows(NOTE_REQUEST, [tenant, subject, bytes(requestHash), bytes(requestBodyHash), id, createdMs]);
  }
  return verdict;
}

async function surroundingsOf(transaction: Transaction, row: MemoryRow): Promise<Surroundings> {
  const of = [row.tenant, bytes(row.subjectHash)];
  type Request = { readonly id: string; readonly bodyHash: Buffer; readonly deletedAt: string | null };
  const [asked] = row.requestHash === null ? [] : await transaction.rows<Request>(REQUEST, [...of, bytes(row.requestHash)]);
  const slot = await transaction.rows<Found>(SLOT, [...of, bytes(row.slotHash)]);
  const links = row.links.length === 0 ? [] : await transaction.rows<Found>(LINKS, [...of, row.links]);
  return {
    request:
      asked === undefined
        ? null
        : { id: asked.id, bodyHash: asked.bodyHash.toString("hex"), isDeleted: asked.deletedAt !== null },
    slot: slot.map(foundOf),
    links: links.map(foundOf),
  };
}

export function memoryForgetter(to: Writing): MemoryStore["forget"] {
  return async (caller, id, at) => {
    const { tenant } = caller;
    if (!isMemoryId(id)) return "unknown";
    instantMs(at);
    return writing(to, tenant, async (transaction) => {
      const [found] = await transaction.rows<{ subject: Buffer; deleted: string | null }>(FIND, [tenant, id]);
      if (found === undefined || !maySee(viewerOf(to, caller), found.subject)) return "unknown";
      if (found.deleted === null) await transaction.rows(CLEAR, [tenant, id, at]);
      return { deleted_at: found.deleted ?? at };
    });
  };
}

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
