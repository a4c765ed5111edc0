/** Everything about one person, page by page, each page a transaction of its own. IO through the connections. */
import type { PeopleStore, PersonRecord } from "../people-store.ts";
import { firstHourKept } from "../retention.ts";
import { cutoffsNow } from "../sight.ts";
import { openAnswer, type SealedAnswer } from "./answers.ts";
import { openedText, openManifest, type SealedManifest, type SealedTextRow } from "./read-manifests.ts";
import { EXPORTED_MEMORIES, openMemory, type SealedMemory } from "./read-memories.ts";
import { type Reading, reading } from "./reading.ts";
import { openShadow, type SealedShadow, SHADOW } from "./shadows.ts";
import { openView, VIEW, type ViewRow } from "./views.ts";

const PAGE = 50;

const MANIFESTS = `
  SELECT m.id, m.created_ms AS created, m.subject_hash AS subject, m.sealed_body AS sealed, m.body_hash AS hash, k.wrapped,
    a.received_at AS at, a.received_ms AS "receivedMs", a.sealed_record AS "sealedRecord", a.record_hash AS "recordHash"
  FROM winnow.manifests m
  JOIN winnow.subject_keys k ON k.tenant = m.tenant AND k.subject_hash = m.subject_hash
  LEFT JOIN winnow.answers a ON a.tenant = m.tenant AND a.manifest_id = m.id
  WHERE m.tenant = $1 AND m.subject_hash = $2 AND m.erased_at IS NULL AND m.created_ms >= $3 AND (m.created_ms, m.id) > ($4, $5)
  ORDER BY m.created_ms, m.id LIMIT ${PAGE}`;
const SHADOWS = `${SHADOW} AND m.subject_hash = $3 AND (m.id, s.experiment, s.variant) > ($4, $5, $6)
  ORDER BY m.id, s.experiment, s.variant LIMIT ${PAGE}`;
const MEMORIES = `${EXPORTED_MEMORIES} LIMIT ${PAGE}`;
const VIEWS = `${VIEW} WHERE v.tenant = $1 AND v.subject_hash = $2 AND v.at_ms >= $3 ORDER BY v.at_ms, v.row`;
const TEXTS = `
  SELECT t.hash, t.sealed, o.subject_hash AS subject, o.wrapped AS owned, k.wrapped
  FROM winnow.text_owners o
  JOIN winnow.texts t ON t.tenant = o.tenant AND t.hash = o.hash
  JOIN winnow.subject_keys k ON k.tenant = o.tenant AND k.subject_hash = o.subject_hash
  WHERE o.tenant = $1 AND o.subject_hash = $2 AND o.used_hour >= $3 AND o.hash > $4 ORDER BY o.hash LIMIT ${PAGE}`;

interface ManifestRow extends SealedManifest, Pick<SealedAnswer, "at" | "receivedMs"> {
  readonly created: string;
  readonly sealedRecord: Buffer | null;
  readonly recordHash: Buffer | null;
}

export function personExporter(from: Reading): PeopleStore["exportPerson"] {
  return async function* ({ tenant, about }): AsyncGenerator<PersonRecord> {
    const subject = from.hash.subject(tenant, about);
    const cutoffs = cutoffsNow(from);
    const rows = <Row>(sql: string, values: readonly unknown[]): Promise<readonly Row[]> =>
      reading(from, tenant, (transaction) => transaction.rows<Row>(sql, [tenant, subject, ...values]));
    yield* pages(
      (last: ManifestRow | null) => rows<ManifestRow>(MANIFESTS, [cutoffs.manifests, last?.created ?? -1, last?.id ?? ""]),
      (row) => manifestRecords(from, tenant, row),
    );
    yield* pages(
      (last: SealedShadow | null) =>
        reading(from, tenant, (transaction) =>
          transaction.rows<SealedShadow>(SHADOWS, [
            ...[tenant, cutoffs.manifests, subject],
            ...[last?.id ?? "", last?.experiment ?? "", last?.variant ?? ""],
          ]),
        ),
      (row) => [{ kind: "shadow", id: row.id, body: openShadow(from, tenant, row) }],
    );
    yield* pages(
      (last: SealedMemory | null) => rows<SealedMemory>(MEMORIES, [last?.createdMs ?? -1, last?.id ?? "", cutoffs.memory]),
      (row) => [{ kind: "memory", id: row.id, body: openMemory(from, tenant, row) }],
    );
    for (const row of await rows<ViewRow>(VIEWS, [cutoffs.views])) {
      yield { kind: "view", id: row.id, body: openView(from, tenant, row) };
    }
    yield* pages(
      (last: SealedTextRow | null) => rows<SealedTextRow>(TEXTS, [firstHourKept(cutoffs.texts), last?.hash ?? Buffer.alloc(0)]),
      (row) => [{ kind: "text", id: `hmac-sha256:${row.hash.toString("hex")}`, body: openedText(from, tenant, row) }],
    );
  };
}

async function* pages<Row>(
  read: (last: Row | null) => Promise<readonly Row[]>,
  recordsOf: (row: Row) => readonly PersonRecord[],
): AsyncGenerator<PersonRecord> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last);
    for (const row of rows) yield* recordsOf(row);
    last = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
  }
}

function manifestRecords(from: Reading, tenant: string, row: ManifestRow): readonly PersonRecord[] {
  const { id } = row;
  const answer = openAnswer(from, tenant, id, { ...row, sealed: row.sealedRecord, hash: row.recordHash });
  const manifest: PersonRecord = { kind: "manifest", id, body: openManifest(from, tenant, row) };
  return answer === null ? [manifest] : [manifest, { kind: "answer", id, body: answer }];
}
