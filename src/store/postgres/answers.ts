/** Writes and reads the models' answers, sealed under the key of the person whom the manifest is about. IO through the connections. */
import type { AnswerStore, StoredAnswer } from "../answer-store.ts";
import { answerPlace } from "../places.ts";
import { answerHash, instantMs, isManifestId, textRows } from "../record-rows.ts";
import { hourOf } from "../retention.ts";
import { open, seal } from "../seal.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { damaged, erasedRecord } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";
import { heldKeys, openedKey } from "./subject-keys.ts";
import { writeTexts } from "./write-texts.ts";
import { type Writing, writing } from "./writing.ts";

const FIND =
  "SELECT subject_hash AS subject, created_ms AS created, erased_at AS erased FROM winnow.manifests WHERE tenant = $1 AND id = $2";
const PUT = `
  INSERT INTO winnow.answers (tenant, manifest_id, received_at, received_ms, sealed_record, record_hash)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (tenant, manifest_id) DO UPDATE SET received_at = excluded.received_at, received_ms = excluded.received_ms,
    sealed_record = excluded.sealed_record, record_hash = excluded.record_hash
  RETURNING xmax = 0 AS fresh`;
const READ = `
  SELECT m.subject_hash AS subject, m.created_ms AS created, m.erased_at AS erased, k.wrapped, a.received_at AS at,
    a.received_ms AS "receivedMs", a.sealed_record AS sealed, a.record_hash AS hash
  FROM winnow.manifests m
  LEFT JOIN winnow.subject_keys k ON k.tenant = m.tenant AND k.subject_hash = m.subject_hash
  LEFT JOIN winnow.answers a ON a.tenant = m.tenant AND a.manifest_id = m.id
  WHERE m.tenant = $1 AND m.id = $2`;

export interface ManifestOf {
  readonly subject: Buffer;
  readonly created: string;
  readonly erased: string | null;
}

export interface SealedAnswer {
  readonly subject: Buffer;
  readonly wrapped: Buffer | null;
  readonly at: string | null;
  readonly receivedMs: string | null;
  readonly sealed: Buffer | null;
  readonly hash: Buffer | null;
}

export function answerWriter(to: Writing): AnswerStore["putAnswer"] {
  return async (caller, id, { record, texts, received_at: at }) => {
    const { tenant } = caller;
    if (!isManifestId(id)) return "unknown";
    const written = JSON.stringify(record);
    const receivedMs = instantMs(at);
    const rows = textRows(texts);
    return writing(to, tenant, async (transaction) => {
      const find = async (): Promise<ManifestOf | undefined> => (await transaction.rows<ManifestOf>(FIND, [tenant, id]))[0];
      const found = await find();
      if (found === undefined || !maySee(viewerOf(to, caller), found.subject)) return "unknown";
      const keys = await heldKeys(transaction, to.seals, { tenant, subjects: [found.subject] });
      const subject = found.subject.toString("hex");
      const key = keys.get(subject);
      // Seen again with the key in hand: from here on an erasure waits for us.
      if ((await find())?.erased !== null) throw erasedRecord(`Manifest ${id}`);
      if (key === undefined) throw damaged("The key of a person");
      const uses = rows.map(({ hash, body }) => ({
        subject: found.subject,
        hash: Buffer.from(hash, "hex"),
        body,
        usedHour: hourOf(receivedMs),
      }));
      await writeTexts(transaction, to.seals, { tenant, uses, keys });
      const sealed = seal(key, written, answerPlace(tenant, id));
      const hash = answerHash(to.hash, tenant, [id, at, written]);
      const [put] = await transaction.rows<{ fresh: boolean }>(PUT, [tenant, id, at, receivedMs, sealed, hash]);
      return put?.fresh === true ? "stored" : "replaced";
    });
  };
}

export function answerReader(from: Reading): AnswerStore["readAnswer"] {
  return async (caller, id) => {
    const { tenant } = caller;
    if (!isManifestId(id)) return null;
    const [found] = await reading(from, tenant, (transaction) => transaction.rows<SealedAnswer & ManifestOf>(READ, [tenant, id]));
    if (found === undefined || !maySee(viewerOf(from, caller), found.subject)) return null;
    if (Number(found.created) < cutoffsNow(from).manifests) return null;
    if (found.erased !== null) throw erasedRecord(`Manifest ${id}`);
    return openAnswer(from, tenant, id, found);
  };
}

/** Null where there is none, or none that is still kept. Throws AppError `hash_mismatch` unless it is what was written. */
export function openAnswer(from: Reading, tenant: string, id: string, row: SealedAnswer): StoredAnswer | null {
  const { at, sealed, hash, wrapped, subject } = row;
  if (sealed === null || at === null || Number(row.receivedMs) < cutoffsNow(from).answers) return null;
  const opened =
    wrapped === null ? null : open(openedKey(from.seals, tenant, { subject, wrapped }), sealed, answerPlace(tenant, id));
  const record = opened?.toString("utf8") ?? "";
  if (opened === null || hash === null || !answerHash(from.hash, tenant, [id, at, record]).equals(hash)) {
    throw damaged(`The answer of manifest ${id}`);
  }
  return { record: JSON.parse(record), received_at: at };
}
