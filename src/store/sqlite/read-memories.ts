/** Reads what is remembered about a person. */
import type { CallerAbout } from "../../caller.ts";
import { type MemoryStored, memoryPage, soundMemory } from "../memory-rules.ts";
import type { MemoryStore, MemoryWritten } from "../memory-store.ts";
import type { PersonRecord } from "../people-store.ts";
import { erasedRecord } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";

/** Later than any statement. */
const NEVER_MS = 2 ** 52;

interface Row extends MemoryStored {
  readonly row: number;
  readonly createdMs: number;
}

const SELECT = `SELECT row, id, created_ms AS createdMs, CAST(body AS BLOB) AS body, CAST(body_hash AS BLOB) AS bodyHash,
  superseded_by AS supersededBy, superseded_ms AS supersededMs FROM memories`;

export function memoryReaders(from: Reading): Pick<MemoryStore, "memories" | "supersededTurns"> {
  const { database, hash } = from;
  const list = database.prepare<[Record<string, string | number | Buffer>], Row>(
    `${SELECT} INDEXED BY memories_by_subject WHERE tenant = @tenant AND subject_hash = @subject AND body IS NOT NULL
     AND (@all = 1 OR superseded_by IS NULL) AND created_ms <= @ms AND (created_ms < @ms OR id > @id)
     ORDER BY created_ms DESC, id LIMIT @limit`,
  );
  const turns = database
    .prepare<[string, Buffer], Buffer>(
      "SELECT turn_hash FROM memories WHERE tenant = ? AND subject_hash = ? AND superseded_by IS NOT NULL AND turn_hash IS NOT NULL",
    )
    .pluck();
  return {
    async memories({ tenant, about }, { limit, after, superseded }) {
      const place = { ms: after === null ? NEVER_MS : Date.parse(after.created_at), id: after?.manifest_id ?? "" };
      const values = { tenant, subject: hash.subject(tenant, about), all: superseded ? 1 : 0, ...place, limit: limit + 1 };
      const rows = reading(from, "The memory of a person", () => list.all(values));
      return memoryPage(
        rows.map((row) => ({ memory: soundMemory(hash, tenant, row), createdMs: row.createdMs })),
        limit,
      );
    },
    async supersededTurns({ tenant, about }) {
      const found = reading(from, "The memory of a person", () => turns.all(tenant, hash.subject(tenant, about)));
      return new Set(found.map((turn) => `hmac-sha256:${turn.toString("hex")}`));
    },
  };
}

/** What was written, read back. Throws AppError `erased` where it was deleted since. */
export function writtenReader(from: Reading): (caller: CallerAbout, id: string, already: boolean) => MemoryWritten {
  const one = from.database.prepare<[string, string], Row>(`${SELECT} WHERE id = ? AND tenant = ? AND body IS NOT NULL`);
  const replaced = from.database
    .prepare<[string, string], string>("SELECT id FROM memories WHERE superseded_by = ? AND tenant = ? ORDER BY id")
    .pluck();
  return ({ tenant }, id, already) =>
    reading(from, `Memory ${id}`, () => {
      const row = one.get(id, tenant);
      if (row === undefined) throw erasedRecord(`Memory ${id}`);
      return { memory: soundMemory(from.hash, tenant, row), already, superseded: replaced.all(id, tenant) };
    });
}

/** A page of a person's statements for an export, in the order in which they were written. */
export function memoryExporter(from: Reading, page: number): (caller: CallerAbout, after: number) => readonly Exported[] {
  const { database, hash } = from;
  const select = database.prepare<[string, Buffer, number], Row>(
    `${SELECT} INDEXED BY memories_by_subject WHERE tenant = ? AND subject_hash = ? AND body IS NOT NULL AND row > ?
     ORDER BY row LIMIT ${page}`,
  );
  return ({ tenant, about }, after) =>
    select
      .all(tenant, hash.subject(tenant, about), after)
      .map((row) => ({ row: row.row, record: { kind: "memory", id: row.id, body: soundMemory(hash, tenant, row) } }));
}

export interface Exported {
  readonly row: number;
  readonly record: PersonRecord;
}
