/**
 * The data keys of people in the SQLite file. What is kept about a person is sealed under theirs: SQLite leaves copies of rows
 * behind in the slack of pages when it moves them, also with secure_delete, so taking the rows away alone would not do.
 *
 * Invariant: a key's own row is never moved, so no copy of it is left. Rows are appended, never deleted, never of another
 * size: a key is destroyed by writing zeros over it in its place, and a person who comes again gets another row.
 */
import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import type { Seals } from "../seal.ts";
import { damaged } from "../store-errors.ts";

/** About 200 bytes each. */
const MAX_KNOWN = 10_000;

export interface SubjectKeys {
  /** The person's key, made where there is none. Call in a transaction. */
  hold(tenant: string, subject: Buffer): Buffer;
  /** Call in a transaction. */
  destroy(subject: Buffer): void;
  /** After a transaction that was rolled back, and when another connection wrote: it may have destroyed a key. */
  forget(): void;
}

/** The person's key; null where there is none. Throws AppError `hash_mismatch` when it is not what was written. */
export type KeyReader = (tenant: string, subject: Buffer) => Buffer | null;

export function keyReader(database: Database, seals: Seals): KeyReader {
  const select = database
    .prepare<[Buffer], Buffer>("SELECT wrapped FROM subject_keys WHERE subject_hash = ? ORDER BY row DESC LIMIT 1")
    .pluck();
  return (tenant, subject) => {
    const wrapped = select.get(subject);
    if (wrapped === undefined || wrapped.every((byte) => byte === 0)) return null;
    const key = seals.openSubjectKey(tenant, subject, wrapped);
    if (key === null) throw damaged("The key of a person");
    return key;
  };
}

export function subjectKeys(database: Database, seals: Seals): SubjectKeys {
  const read = keyReader(database, seals);
  const insert = database.prepare("INSERT INTO subject_keys (tenant, subject_hash, wrapped) VALUES (?, ?, ?)");
  const overwrite = database.prepare("UPDATE subject_keys SET wrapped = zeroblob(length(wrapped)) WHERE subject_hash = ?");
  const known = new LRUCache<string, Buffer>({ max: MAX_KNOWN });
  const made = (tenant: string, subject: Buffer): Buffer => {
    const { key, wrapped } = seals.newSubjectKey(tenant, subject);
    insert.run(tenant, subject, wrapped);
    return key;
  };
  return {
    hold(tenant, subject) {
      const name = subject.toString("latin1");
      const key = known.get(name) ?? read(tenant, subject) ?? made(tenant, subject);
      known.set(name, key);
      return key;
    },
    destroy(subject) {
      known.delete(subject.toString("latin1"));
      overwrite.run(subject);
    },
    forget: () => known.clear(),
  };
}
