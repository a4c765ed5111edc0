/** The data keys of people: what is kept about a person is sealed under theirs, and without it nobody reads it again. IO through the transaction. */

import type { Seals } from "../seal.ts";
import { damaged } from "../store-errors.ts";
import type { Transaction } from "./connections.ts";

const LOCK = `
  SELECT subject_hash AS subject, wrapped FROM winnow.subject_keys
  WHERE tenant = $1 AND subject_hash = ANY($2::bytea[]) ORDER BY subject_hash FOR KEY SHARE`;
const INSERT = `
  INSERT INTO winnow.subject_keys (tenant, subject_hash, wrapped)
  SELECT $1, g.subject, g.wrapped FROM unnest($2::bytea[], $3::bytea[]) AS g(subject, wrapped)
  ON CONFLICT (tenant, subject_hash) DO NOTHING`;
/** A key that another instance made is gone again when that instance erases the person at once. */
const MOST_ROUNDS = 3;

interface KeyRow {
  readonly subject: Buffer;
  readonly wrapped: Buffer;
}

/** Keys by the hex form of the subject's hash. */
export type SubjectKeys = ReadonlyMap<string, Buffer>;

/**
 * The keys of these people, made where absent, and held until the transaction ends: an erasure waits for it, and then takes what it
 * wrote along. In the order of the hashes, so that two instances do not wait for each other.
 */
export async function holdSubjectKeys(
  transaction: Transaction,
  seals: Seals,
  { tenant, subjects }: { readonly tenant: string; readonly subjects: readonly Buffer[] },
): Promise<SubjectKeys> {
  const wanted = [...new Map(subjects.map((subject) => [subject.toString("hex"), subject]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, subject]) => subject);
  for (let round = 1; ; round++) {
    const keys = await heldKeys(transaction, seals, { tenant, subjects: wanted });
    const absent = wanted.filter((subject) => !keys.has(subject.toString("hex")));
    if (absent.length === 0) return keys;
    if (round > MOST_ROUNDS) throw new Error("the keys of a person came and went");
    const wrapped = absent.map((subject) => seals.newSubjectKey(tenant, subject).wrapped);
    await transaction.rows(INSERT, [tenant, absent, wrapped]);
  }
}

/** The same for those that are there. */
export async function heldKeys(
  transaction: Transaction,
  seals: Seals,
  { tenant, subjects }: { readonly tenant: string; readonly subjects: readonly Buffer[] },
): Promise<SubjectKeys> {
  const rows = await transaction.rows<KeyRow>(LOCK, [tenant, subjects]);
  return new Map(
    rows.map(({ subject, wrapped }) => [subject.toString("hex"), openedKey(seals, tenant, { subject, wrapped })] as const),
  );
}

/** Throws AppError `hash_mismatch` when the key is not what was written. */
export function openedKey(seals: Seals, tenant: string, { subject, wrapped }: KeyRow): Buffer {
  const key = seals.openSubjectKey(tenant, subject, wrapped);
  if (key === null) throw damaged("The key of a person");
  return key;
}
