/** Reads what is remembered about a person, and opens it with the person's key. IO through the connections. */
import { memoryPage, soundMemory } from "../memory-rules.ts";
import type { MemoryStore, MemoryWritten, StoredMemory } from "../memory-store.ts";
import { memoryPlace } from "../places.ts";
import { open } from "../seal.ts";
import { cutoffsNow } from "../sight.ts";
import { damaged, erasedRecord } from "../store-errors.ts";
import type { Transaction } from "./connections.ts";
import { type Reading, reading } from "./reading.ts";
import { ENDED_MS } from "./schema.ts";
import { openedKey } from "./subject-keys.ts";

/** Later than any statement. */
const NEVER_MS = 2 ** 52;

export const SELECT = `
  SELECT m.id, m.subject_hash AS subject, m.created_ms AS "createdMs", m.sealed_body AS sealed, m.body_hash AS "bodyHash",
    m.superseded_by AS "supersededBy", m.superseded_ms AS "supersededMs", k.wrapped
  FROM winnow.memories m JOIN winnow.subject_keys k ON k.tenant = m.tenant AND k.subject_hash = m.subject_hash`;
/** What was replaced or ran out may be past its time. */
export const keptFrom = (oldest: string): string => `coalesce(${ENDED_MS} >= ${oldest}, true)`;
const LIST = `${SELECT}
  WHERE m.tenant = $1 AND m.subject_hash = $2 AND m.deleted_at IS NULL AND ($3 OR m.superseded_by IS NULL)
    AND m.created_ms <= $4 AND (m.created_ms < $4 OR m.id > $5) AND ${keptFrom("$7")}
  ORDER BY m.created_ms DESC, m.id LIMIT $6`;
export const EXPORTED_MEMORIES = `${SELECT}
  WHERE m.tenant = $1 AND m.subject_hash = $2 AND m.deleted_at IS NULL AND (m.created_ms, m.id) > ($3, $4)
    AND ${keptFrom("$5")}
  ORDER BY m.created_ms, m.id`;
const ONE = `${SELECT} WHERE m.tenant = $1 AND m.id = $2 AND m.deleted_at IS NULL`;
const REPLACED = "SELECT id FROM winnow.memories WHERE tenant = $1 AND superseded_by = $2 ORDER BY id";
export interface SealedMemory {
  readonly id: string;
  readonly subject: Buffer;
  readonly createdMs: string;
  readonly sealed: Buffer;
  readonly bodyHash: Buffer;
  readonly supersededBy: string | null;
  readonly supersededMs: string | null;
  readonly wrapped: Buffer;
}

export function memoryLister(from: Reading): MemoryStore["memories"] {
  return async ({ tenant, about }, { limit, after, superseded }) => {
    const place = [after === null ? NEVER_MS : Date.parse(after.created_at), after?.id ?? ""];
    const values = [tenant, from.hash.subject(tenant, about), superseded, ...place, limit + 1, cutoffsNow(from).memory];
    const rows = await reading(from, tenant, (transaction) => transaction.rows<SealedMemory>(LIST, values));
    return memoryPage(
      rows.map((row) => ({ memory: openMemory(from, tenant, row), createdMs: Number(row.createdMs) })),
      limit,
    );
  };
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function openMemory({ seals, hash }: Pick<Reading, "seals" | "hash">, tenant: string, row: SealedMemory): StoredMemory {
  const { id, subject, wrapped, sealed, bodyHash, supersededBy, supersededMs } = row;
  const body = open(openedKey(seals, tenant, { subject, wrapped }), sealed, memoryPlace(tenant, id));
  if (body === null) throw damaged(`Memory ${id}`);
  const ms = supersededMs === null ? null : Number(supersededMs);
  return soundMemory(hash, tenant, { id, body, bodyHash, supersededBy, supersededMs: ms });
}

/** What was written, read back in the same transaction. Throws AppError `erased` where it was deleted since. */
export async function writtenMemoryIn(
  from: Pick<Reading, "seals" | "hash">,
  transaction: Transaction,
  { tenant, id, already }: { readonly tenant: string; readonly id: string; readonly already: boolean },
): Promise<MemoryWritten> {
  const [row] = await transaction.rows<SealedMemory>(ONE, [tenant, id]);
  if (row === undefined) throw erasedRecord(`Memory ${id}`);
  const replaced = await transaction.rows<{ id: string }>(REPLACED, [tenant, id]);
  return { memory: openMemory(from, tenant, row), already, superseded: replaced.map((one) => one.id) };
}
