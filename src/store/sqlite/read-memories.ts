/** Reads what is remembered about a person, and opens it with the keys of the person and of the statement. */
import type { CallerAbout } from "../../caller.ts";
import { type MemoryStored, memoryPage, soundMemory } from "../memory-rules.ts";
import type { MemoryStore, MemoryWritten, StoredMemory } from "../memory-store.ts";
import type { PersonRecord } from "../people-store.ts";
import { memoryKeyPlace, memoryPlace } from "../places.ts";
import { open } from "../seal.ts";
import { cutoffsNow } from "../sight.ts";
import { damaged, erasedRecord } from "../store-errors.ts";
import { openOwn } from "./read-manifests.ts";
import { type Reading, reading } from "./reading.ts";
import { ENDED_MS } from "./schema-5.ts";

/** Later than any statement. */
const NEVER_MS = 2 ** 52;

export interface Row extends Omit<MemoryStored, "body"> {
  readonly row: number;
  readonly subject: Buffer;
  readonly sealed: Buffer;
  /** The key of the statement, sealed for the person. */
  readonly wrapped: Buffer;
  readonly createdMs: number;
}

export const COLUMNS = `m.row AS row, m.id AS id, m.subject_hash AS subject, m.created_ms AS createdMs, CAST(m.sealed AS BLOB) AS sealed,
  k.wrapped AS wrapped, CAST(m.body_hash AS BLOB) AS bodyHash, m.superseded_by AS supersededBy, m.superseded_ms AS supersededMs`;
export const KEY = "JOIN memory_keys k ON k.row = m.key";
/** What was replaced or ran out may be past its time. */
export const KEPT = `(${ENDED_MS} IS NULL OR ${ENDED_MS} >= @oldest)`;
const BY_SUBJECT = `SELECT ${COLUMNS} FROM memories m INDEXED BY memories_by_subject ${KEY}`;

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function openMemory(from: Reading, tenant: string, { subject, sealed, wrapped, ...row }: Row): StoredMemory {
  const key = openOwn(from, tenant, { subject, sealed: wrapped, place: memoryKeyPlace(tenant, row.id) });
  const body = key === null ? null : open(key, sealed, memoryPlace(tenant, row.id));
  if (body === null) throw damaged(`Memory ${row.id}`);
  return soundMemory(from.hash, tenant, { ...row, body });
}

export function memoryLister(from: Reading): MemoryStore["memories"] {
  const { database, hash } = from;
  const list = database.prepare<[Record<string, string | number | Buffer>], Row>(
    `${BY_SUBJECT} WHERE m.tenant = @tenant AND m.subject_hash = @subject AND m.deleted_at IS NULL
     AND (@all = 1 OR m.superseded_by IS NULL) AND ${KEPT} AND m.created_ms <= @ms AND (m.created_ms < @ms OR m.id > @id)
     ORDER BY m.created_ms DESC, m.id LIMIT @limit`,
  );
  return async ({ tenant, about }, { limit, after, superseded }) => {
    const place = { ms: after === null ? NEVER_MS : Date.parse(after.created_at), id: after?.id ?? "" };
    const asked = { all: superseded ? 1 : 0, ...place, limit: limit + 1, oldest: cutoffsNow(from).memory };
    const values = { tenant, subject: hash.subject(tenant, about), ...asked };
    return reading(from, "The memory of a person", () =>
      memoryPage(
        list.all(values).map((row) => ({ memory: openMemory(from, tenant, row), createdMs: row.createdMs })),
        limit,
      ),
    );
  };
}

/** What was written, read back. Throws AppError `erased` where it was deleted since. */
export function writtenReader(from: Reading): (caller: CallerAbout, id: string, already: boolean) => MemoryWritten {
  const one = from.database.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM memories m ${KEY} WHERE m.id = ? AND m.tenant = ? AND m.deleted_at IS NULL`,
  );
  const replaced = from.database
    .prepare<[string, string], string>("SELECT id FROM memories WHERE superseded_by = ? AND tenant = ? ORDER BY id")
    .pluck();
  return ({ tenant }, id, already) =>
    reading(from, `Memory ${id}`, () => {
      const row = one.get(id, tenant);
      if (row === undefined) throw erasedRecord(`Memory ${id}`);
      return { memory: openMemory(from, tenant, row), already, superseded: replaced.all(id, tenant) };
    });
}

/** A page of a person's statements for an export, in the order in which they were written. */
export function memoryExporter(from: Reading, page: number): (caller: CallerAbout, after: number) => readonly Exported[] {
  const { database, hash } = from;
  const select = database.prepare<[Record<string, string | number | Buffer>], Row>(
    `${BY_SUBJECT} WHERE m.tenant = @tenant AND m.subject_hash = @subject AND m.deleted_at IS NULL AND ${KEPT} AND m.row > @after
     ORDER BY m.row LIMIT ${page}`,
  );
  return ({ tenant, about }, after) =>
    select
      .all({ tenant, subject: hash.subject(tenant, about), after, oldest: cutoffsNow(from).memory })
      .map((row) => ({ row: row.row, record: { kind: "memory", id: row.id, body: openMemory(from, tenant, row) } }));
}

export interface Exported {
  readonly row: number;
  readonly record: PersonRecord;
}
