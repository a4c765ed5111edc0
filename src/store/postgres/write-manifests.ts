/** Writes manifests of one tenant in one transaction, with their texts and what they are found by. IO through the transaction. */
import { columnMarks } from "../marks.ts";
import { bodyPlace, idsPlace } from "../places.ts";
import type { ManifestRow } from "../record-rows.ts";
import { hourOf } from "../retention.ts";
import { type Seals, seal } from "../seal.ts";
import type { Transaction } from "./connections.ts";
import { holdSubjectKeys, type SubjectKeys } from "./subject-keys.ts";
import { type TextUse, writeTexts } from "./write-texts.ts";

const INSERT = `
  WITH stored AS (
    INSERT INTO winnow.manifests (tenant, id, subject_hash, created_ms, policy, digest, intent, marks, request_hash,
      conversation_hash, sealed_ids, sealed_body, body_hash)
    SELECT $1, g.id, g.subject, g.created, g.policy, g.digest, g.intent, string_to_array(g.marks, chr(10)), g.request,
      g.conversation, g.ids, g.body, g.hash
    FROM unnest($2::text[], $3::bytea[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bytea[], $10::bytea[],
      $11::bytea[], $12::bytea[], $13::bytea[])
      AS g(id, subject, created, policy, digest, intent, marks, request, conversation, ids, body, hash)
    ON CONFLICT (tenant, id) DO NOTHING
    RETURNING id, created_ms, marks
  ), marked AS (
    INSERT INTO winnow.marks (tenant, mark, created_ms, id) SELECT $1, unnest(marks), created_ms, id FROM stored
  )
  SELECT id FROM stored`;
const FIND = "SELECT id, body_hash AS hash FROM winnow.manifests WHERE tenant = $1 AND id = ANY($2::text[])";

export interface WrittenManifests {
  /** In the order of the rows: false where another manifest has the id. */
  readonly isWritten: readonly boolean[];
  /** Texts that were not there. */
  readonly texts: number;
}

/**
 * `isAgain`: an earlier try may have been committed without our knowing. Then a manifest that is there under the id with the same
 * hash is ours.
 */
export async function writeManifests(
  transaction: Transaction,
  seals: Seals,
  { tenant, rows, isAgain }: { readonly tenant: string; readonly rows: readonly ManifestRow[]; readonly isAgain: boolean },
): Promise<WrittenManifests> {
  const keys = await holdSubjectKeys(transaction, seals, {
    tenant,
    subjects: rows.map(({ subjectHash }) => bytesOf(subjectHash)),
  });
  const first = new Map(rows.toReversed().map((row) => [row.id, row]));
  const stored = await transaction.rows<{ id: string }>(INSERT, columns(seals, tenant, { rows: [...first.values()], keys }));
  const written = new Set(stored.map(({ id }) => id));
  const refused = [...first.keys()].filter((id) => !written.has(id));
  if (isAgain && refused.length > 0) {
    for (const { id, hash } of await transaction.rows<{ id: string; hash: Buffer }>(FIND, [tenant, refused])) {
      if (first.get(id)?.bodyHash === hash.toString("hex")) written.add(id);
    }
  }
  const isWritten = rows.map((row) => first.get(row.id) === row && written.has(row.id));
  const uses = rows.filter((_, at) => isWritten[at]).flatMap(textUses);
  return { isWritten, texts: await writeTexts(transaction, seals, { tenant, uses, keys }) };
}

const textUses = ({ subjectHash, createdMs, texts }: ManifestRow): readonly TextUse[] =>
  texts.map(({ hash, body }) => ({ subject: bytesOf(subjectHash), hash: bytesOf(hash), body, usedHour: hourOf(createdMs) }));

function columns(
  seals: Seals,
  tenant: string,
  { rows, keys }: { readonly rows: readonly ManifestRow[]; readonly keys: SubjectKeys },
): readonly unknown[] {
  const sealed = (row: ManifestRow, plain: string, place: string): Buffer =>
    seal(keys.get(row.subjectHash) as Buffer, plain, place);
  return [
    tenant,
    rows.map(({ id }) => id),
    rows.map(({ subjectHash }) => bytesOf(subjectHash)),
    rows.map(({ createdMs }) => createdMs),
    rows.map(({ policy }) => policy),
    rows.map(({ digest }) => digest),
    rows.map(({ intent }) => intent),
    rows.map((row) => [...columnMarks(row), ...row.marks].join("\n")),
    rows.map(({ requestId }) => seals.lookup(tenant, "request", requestId)),
    rows.map(({ conversation }) => (conversation === null ? null : seals.lookup(tenant, "conversation", conversation))),
    rows.map((row) => sealed(row, JSON.stringify([row.requestId, row.conversation]), idsPlace(tenant, row.id))),
    rows.map((row) => sealed(row, row.body, bodyPlace(tenant, row.id))),
    rows.map(({ bodyHash }) => bytesOf(bodyHash)),
  ];
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, "hex");
