/** Writes what is remembered about people, sealed, and takes it out again. Call each in a transaction. */
import { randomBytes } from "node:crypto";
import type { Database } from "better-sqlite3";
import { TRACE_VERSION } from "../../text/restated/traces.ts";
import { joinedHashes } from "../memory-past.ts";
import { IDEMPOTENCY_MS, type MemoryFound, type MemoryRow, type Surroundings, verdictOn } from "../memory-rules.ts";
import type { Origin } from "../memory-store.ts";
import { memoryKeyPlace, memoryPlace } from "../places.ts";
import { seal } from "../seal.ts";
import type { Forgetting, MemoryEntry, TraceRows, Written } from "./entries.ts";
import { ENDED_MS } from "./schema-5.ts";
import type { SubjectKeys } from "./subject-keys.ts";

const KEY_BYTES = 32;

interface Found {
  readonly id: string;
  readonly origin: Origin;
  readonly contentHash: Buffer | null;
  readonly expiresMs: number | null;
  readonly supersededBy: string | null;
  readonly deletedAt: string | null;
}

const COLUMNS =
  "id, origin, content_hash AS contentHash, expires_ms AS expiresMs, superseded_by AS supersededBy, deleted_at AS deletedAt";

const foundOf = ({ contentHash, deletedAt, ...found }: Found): MemoryFound => ({
  ...found,
  contentHash: contentHash?.toString("hex") ?? "",
  isDeleted: deletedAt !== null,
});

export function memoryWriter(database: Database, keys: SubjectKeys): (row: MemoryEntry) => Written {
  const surroundings = surroundingsReader(database);
  const put = putter(database, keys);
  const replace = database.prepare("UPDATE memories SET superseded_by = ?, superseded_ms = ? WHERE tenant = ? AND id = ?");
  const forgetRequests = database.prepare("DELETE FROM memory_requests WHERE tenant = ? AND subject_hash = ? AND at_ms <= ?");
  const noteRequest = database.prepare("INSERT INTO memory_requests VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
  return (row) => {
    const { tenant, createdMs, requestHash, requestBodyHash } = row;
    const subject = bytes(row.subjectHash);
    forgetRequests.run(tenant, subject, createdMs - IDEMPOTENCY_MS);
    const verdict = verdictOn(row, surroundings(row));
    if (verdict.what === "refused") return { kind: "memory", verdict };
    if (verdict.what === "store") {
      put(row);
      for (const id of verdict.superseded) replace.run(row.id, createdMs, tenant, id);
    }
    if (requestHash !== null && requestBodyHash !== null) {
      const id = verdict.what === "store" ? row.id : verdict.id;
      noteRequest.run(tenant, subject, bytes(requestHash), bytes(requestBodyHash), id, createdMs);
    }
    return { kind: "memory", verdict };
  };
}

/** The statement under a key of its own, and that key under the person's. */
function putter(database: Database, keys: SubjectKeys): (row: MemoryRow) => void {
  const insertKey = database.prepare("INSERT INTO memory_keys (wrapped) VALUES (?)");
  const insert = database.prepare(
    `INSERT INTO memories (id, tenant, subject_hash, created_ms, slot_hash, content_hash, turn_hash, traces, trace_version, origin,
     expires_ms, key, sealed, body_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ id, tenant, createdMs, origin, expiresMs, body, ...row }) => {
    const subject = bytes(row.subjectHash);
    const turn = row.turnHash === null ? null : bytes(row.turnHash);
    const traces = [joinedHashes(row.traceHashes), row.traceVersion] as const;
    const hashes = [bytes(row.slotHash), bytes(row.contentHash), turn, ...traces] as const;
    const key = randomBytes(KEY_BYTES);
    const wrapped = seal(keys.hold(tenant, subject), key, memoryKeyPlace(tenant, id));
    const { lastInsertRowid } = insertKey.run(wrapped);
    const sealed = seal(key, body, memoryPlace(tenant, id));
    insert.run(id, tenant, subject, createdMs, ...hashes, origin, expiresMs, lastInsertRowid, sealed, bytes(row.bodyHash));
  };
}

function surroundingsReader(database: Database): (row: MemoryRow) => Surroundings {
  const request = database.prepare<[string, Buffer, Buffer], { id: string; bodyHash: Buffer; deletedAt: string | null }>(
    `SELECT r.memory AS id, r.body_hash AS bodyHash, m.deleted_at AS deletedAt FROM memory_requests r JOIN memories m ON m.id = r.memory
     WHERE r.tenant = ? AND r.subject_hash = ? AND r.request_hash = ?`,
  );
  const slot = database.prepare<[Buffer, string, Buffer], Found>(
    `SELECT ${COLUMNS} FROM memories INDEXED BY memories_by_slot WHERE slot_hash = ? AND tenant = ? AND subject_hash = ? AND superseded_by IS NULL
     AND deleted_at IS NULL ORDER BY id`,
  );
  const link = database.prepare<[string, string, Buffer], Found>(
    `SELECT ${COLUMNS} FROM memories WHERE id = ? AND tenant = ? AND subject_hash = ?`,
  );
  return ({ tenant, requestHash, slotHash, links, ...row }) => {
    const subject = bytes(row.subjectHash);
    const asked = requestHash === null ? undefined : request.get(tenant, subject, bytes(requestHash));
    return {
      request:
        asked === undefined
          ? null
          : { id: asked.id, bodyHash: asked.bodyHash.toString("hex"), isDeleted: asked.deletedAt !== null },
      slot: slot.all(bytes(slotHash), tenant, subject).map(foundOf),
      links: links.flatMap((id) => link.all(id, tenant, subject)).map(foundOf),
    };
  };
}

export function traceWriter(database: Database): (rows: TraceRows) => Written {
  const update = database.prepare(
    `UPDATE memories SET traces = ?, trace_version = ${TRACE_VERSION} WHERE tenant = ? AND id = ? AND deleted_at IS NULL
     AND trace_version < ${TRACE_VERSION}`,
  );
  return ({ tenant, renewed }) => {
    for (const { id, traceHashes } of renewed) update.run(joinedHashes(traceHashes), tenant, id);
    return { kind: "traces" };
  };
}

export function memoryForgetter(database: Database): (forgetting: Forgetting) => Written {
  const find = database.prepare<[string, string], { row: number; subject: Buffer; deletedAt: string | null }>(
    "SELECT row, subject_hash AS subject, deleted_at AS deletedAt FROM memories WHERE id = ? AND tenant = ?",
  );
  const clear = memoryClearer(database, "forgotten");
  return ({ tenant, onlyOf, id, at }) => {
    const found = find.get(id, tenant);
    if (found === undefined || (onlyOf !== null && found.subject.toString("hex") !== onlyOf)) {
      return { kind: "forget", deletedAt: null };
    }
    if (found.deletedAt === null) clear(found.row, at);
    return { kind: "forget", deletedAt: found.deletedAt ?? at };
  };
}

/** Of statements that were replaced or ran out before the cutoff, one batch; how many. */
export function memorySweeper(database: Database, batch: number): (cutoff: number, at: string) => number {
  const find = database
    .prepare<[number], number>(
      `SELECT row FROM memories INDEXED BY memories_ended WHERE deleted_at IS NULL AND ${ENDED_MS} IS NOT NULL AND ${ENDED_MS} < ?
       LIMIT ${batch}`,
    )
    .pluck();
  const clear = memoryClearer(database, "swept");
  return (cutoff, at) => {
    const ended = cutoff === 0 ? [] : find.all(cutoff);
    for (const row of ended) clear(row, at);
    return ended.length;
  };
}

/**
 * What was replaced or deleted, and its turn, stay known by hashes: nothing must bring the words back. What ran out and is swept is no secret:
 * nothing of it stays. The key of the statement is written over in its place, so that no copy of the row can be read, wherever SQLite left one.
 */
function memoryClearer(database: Database, why: "forgotten" | "swept"): (row: number, at: string) => void {
  const destroy = database.prepare(
    "UPDATE memory_keys SET wrapped = zeroblob(length(wrapped)) WHERE row = (SELECT key FROM memories WHERE row = ?)",
  );
  const clear = database.prepare(
    `UPDATE memories SET deleted_at = ?, sealed = NULL, body_hash = NULL, slot_hash = NULL, content_hash = NULL${why === "forgotten" ? "" : RAN_OUT} WHERE row = ?`,
  );
  return (row, at) => {
    destroy.run(row);
    clear.run(at, row);
  };
}

const RAN_OUT = `, turn_hash = CASE WHEN superseded_by IS NULL THEN NULL ELSE turn_hash END,
     traces = CASE WHEN superseded_by IS NULL THEN NULL ELSE traces END`;

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
