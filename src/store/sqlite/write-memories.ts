/** Writes what is remembered about people, and takes it out again. Call each in a transaction. */
import type { Database } from "better-sqlite3";
import { IDEMPOTENCY_MS, type MemoryFound, type MemoryRow, type Surroundings, verdictOn } from "../memory-rules.ts";
import type { Origin } from "../memory-store.ts";
import type { Forgetting, MemoryEntry, Written } from "./entries.ts";

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

export function memoryWriter(database: Database): (row: MemoryEntry) => Written {
  const surroundings = surroundingsReader(database);
  const insert = database.prepare(
    `INSERT INTO memories (id, tenant, subject_hash, created_ms, slot_hash, content_hash, turn_hash, origin, expires_ms, body, body_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = database.prepare("UPDATE memories SET superseded_by = ?, superseded_ms = ? WHERE tenant = ? AND id = ?");
  const forgetRequests = database.prepare("DELETE FROM memory_requests WHERE tenant = ? AND subject_hash = ? AND at_ms <= ?");
  const noteRequest = database.prepare("INSERT INTO memory_requests VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
  const put = (row: MemoryRow): void => {
    const { id, tenant, createdMs, origin, expiresMs, body } = row;
    const turn = row.turnHash === null ? null : bytes(row.turnHash);
    const hashes = [bytes(row.slotHash), bytes(row.contentHash), turn] as const;
    insert.run(id, tenant, bytes(row.subjectHash), createdMs, ...hashes, origin, expiresMs, body, bytes(row.bodyHash));
  };
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

function surroundingsReader(database: Database): (row: MemoryRow) => Surroundings {
  const request = database.prepare<[string, Buffer, Buffer], { id: string; bodyHash: Buffer; deletedAt: string | null }>(
    `SELECT r.memory AS id, r.body_hash AS bodyHash, m.deleted_at AS deletedAt FROM memory_requests r JOIN memories m ON m.id = r.memory
     WHERE r.tenant = ? AND r.subject_hash = ? AND r.request_hash = ?`,
  );
  const slot = database.prepare<[Buffer, string, Buffer], Found>(
    `SELECT ${COLUMNS} FROM memories WHERE slot_hash = ? AND tenant = ? AND subject_hash = ? AND superseded_by IS NULL
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

/** The turn of a replaced statement stays known by its hash: it must not bring the words back. */
export function memoryForgetter(database: Database): (forgetting: Forgetting) => Written {
  const find = database.prepare<[string, string], { subject: Buffer; deletedAt: string | null }>(
    "SELECT subject_hash AS subject, deleted_at AS deletedAt FROM memories WHERE id = ? AND tenant = ?",
  );
  const clear = database.prepare(
    `UPDATE memories SET deleted_at = ?, body = NULL, body_hash = NULL, slot_hash = NULL, content_hash = NULL,
     turn_hash = CASE WHEN superseded_by IS NULL THEN NULL ELSE turn_hash END WHERE id = ? AND tenant = ?`,
  );
  return ({ tenant, onlyOf, id, at }) => {
    const found = find.get(id, tenant);
    if (found === undefined || (onlyOf !== null && found.subject.toString("hex") !== onlyOf)) {
      return { kind: "forget", deletedAt: null };
    }
    if (found.deletedAt === null) clear.run(at, id, tenant);
    return { kind: "forget", deletedAt: found.deletedAt ?? at };
  };
}

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
