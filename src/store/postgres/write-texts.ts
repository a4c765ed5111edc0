/** Writes texts, one copy for a tenant, each with its key sealed for everybody who refers to it. IO through the transaction. */

import { ownerPlace } from "../places.ts";
import { type Seals, seal } from "../seal.ts";
import type { Transaction } from "./connections.ts";
import type { SubjectKeys } from "./subject-keys.ts";

const INSERT_TEXTS = `
  INSERT INTO winnow.texts (tenant, hash, sealed)
  SELECT $1, g.hash, g.sealed FROM unnest($2::bytea[], $3::bytea[]) AS g(hash, sealed)
  ON CONFLICT (tenant, hash) DO NOTHING RETURNING 1`;
/** The hour is written only when it moved on, so that a text in daily use is not rewritten with each manifest. */
const INSERT_OWNERS = `
  INSERT INTO winnow.text_owners (tenant, subject_hash, hash, wrapped, used_hour)
  SELECT $1, g.* FROM unnest($2::bytea[], $3::bytea[], $4::bytea[], $5::int[]) AS g
  ON CONFLICT (tenant, subject_hash, hash) DO UPDATE SET used_hour = excluded.used_hour
  WHERE text_owners.used_hour < excluded.used_hour`;

/** A person who refers to a text. */
export interface TextUse {
  readonly subject: Buffer;
  readonly hash: Buffer;
  readonly body: string;
  readonly usedHour: number;
}

interface Owner extends Omit<TextUse, "body"> {
  readonly wrapped: Buffer;
}

/**
 * How many texts were not there. The foreign key of an owner's row locks its text against an erasure; a text that was erased just
 * before breaks it, and the transaction is tried again.
 */
export async function writeTexts(
  transaction: Transaction,
  seals: Seals,
  { tenant, uses, keys }: { readonly tenant: string; readonly uses: readonly TextUse[]; readonly keys: SubjectKeys },
): Promise<number> {
  if (uses.length === 0) return 0;
  const sealed = new Map<string, { readonly hash: Buffer; readonly key: Buffer; readonly sealed: Buffer }>();
  const owners = new Map<string, Owner>();
  for (const { subject, hash, body, usedHour } of uses) {
    const hex = hash.toString("hex");
    const text = sealed.get(hex) ?? { hash, ...seals.sealText(tenant, hash, body) };
    sealed.set(hex, text);
    const pair = `${subject.toString("hex")} ${hex}`;
    if ((owners.get(pair)?.usedHour ?? -1) >= usedHour) continue;
    const key = keys.get(subject.toString("hex"));
    if (key === undefined) throw new TypeError("The key of a text's owner is not held.");
    owners.set(pair, { subject, hash, usedHour, wrapped: seal(key, text.key, ownerPlace(tenant, hash)) });
  }
  const texts = inOrder(sealed);
  const written = await transaction.rows(INSERT_TEXTS, [tenant, texts.map(({ hash }) => hash), texts.map((text) => text.sealed)]);
  await writeOwners(transaction, tenant, inOrder(owners));
  return written.length;
}

async function writeOwners(transaction: Transaction, tenant: string, owners: readonly Owner[]): Promise<void> {
  await transaction.rows(INSERT_OWNERS, [
    tenant,
    owners.map(({ subject }) => subject),
    owners.map(({ hash }) => hash),
    owners.map(({ wrapped }) => wrapped),
    owners.map(({ usedHour }) => usedHour),
  ]);
}

/** Rows are locked in one order everywhere. */
const inOrder = <Row>(rows: ReadonlyMap<string, Row>): readonly Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
