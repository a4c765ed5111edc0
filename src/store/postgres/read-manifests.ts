/** Reads manifests and texts: opened with the person's key, then checked against their hash. IO through the connections. */
import { hashBytes } from "../keyed-hash.ts";
import type { ManifestStore, StoredManifest } from "../manifest-store.ts";
import { bodyPlace, ownerPlace } from "../places.ts";
import { isManifestId } from "../record-rows.ts";
import { firstHourKept } from "../retention.ts";
import { open, openText } from "../seal.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { damaged, erasedRecord } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";
import { openedKey } from "./subject-keys.ts";

const MANIFEST = `
  SELECT m.id, m.subject_hash AS subject, m.created_ms AS created, m.erased_at AS erased, m.sealed_body AS sealed,
    m.body_hash AS hash, k.wrapped
  FROM winnow.manifests m LEFT JOIN winnow.subject_keys k ON k.tenant = m.tenant AND k.subject_hash = m.subject_hash`;
const BY_ID = `${MANIFEST} WHERE m.tenant = $1 AND m.id = $2`;
const NEWEST = `${MANIFEST}
  WHERE m.tenant = $1 AND m.conversation_hash = $2 AND m.subject_hash = $3 AND m.created_ms >= $4 AND m.erased_at IS NULL
  ORDER BY m.created_ms DESC, m.id LIMIT 1`;
const TEXT = `
  SELECT t.hash, t.sealed, o.subject_hash AS subject, o.wrapped AS owned, k.wrapped
  FROM winnow.texts t
  JOIN winnow.text_owners o ON o.tenant = t.tenant AND o.hash = t.hash
  JOIN winnow.subject_keys k ON k.tenant = o.tenant AND k.subject_hash = o.subject_hash
  WHERE t.tenant = $1 AND t.hash = $2 AND o.used_hour >= $3 LIMIT 1`;

export interface SealedManifest {
  readonly id: string;
  readonly subject: Buffer;
  /** Null once it was erased. */
  readonly sealed: Buffer | null;
  readonly hash: Buffer;
  /** The person's key; null once it was destroyed. */
  readonly wrapped: Buffer | null;
}

interface ManifestFound extends SealedManifest {
  /** Milliseconds, as PostgreSQL writes a bigint. */
  readonly created: string;
  readonly erased: string | null;
}

export interface SealedTextRow {
  readonly hash: Buffer;
  readonly sealed: Buffer;
  readonly subject: Buffer;
  readonly owned: Buffer;
  readonly wrapped: Buffer;
}

export function manifestReaders(from: Reading): Pick<ManifestStore, "read" | "latest"> {
  const { hash, seals } = from;
  return {
    async read(caller, id) {
      const { tenant } = caller;
      if (!isManifestId(id)) return null;
      const [found] = await reading(from, tenant, (transaction) => transaction.rows<ManifestFound>(BY_ID, [tenant, id]));
      if (found === undefined || !maySee(viewerOf(from, caller), found.subject)) return null;
      if (Number(found.created) < cutoffsNow(from).manifests) return null;
      if (found.erased !== null) throw erasedRecord(`Manifest ${id}`);
      return openManifest(from, tenant, found);
    },
    async latest(caller, conversation) {
      const { tenant, about } = caller;
      const place = [seals.lookup(tenant, "conversation", conversation), hash.subject(tenant, about)];
      const [found] = await reading(from, tenant, (transaction) =>
        transaction.rows<ManifestFound>(NEWEST, [tenant, ...place, cutoffsNow(from).manifests]),
      );
      return found === undefined ? null : openManifest(from, tenant, found);
    },
  };
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function openManifest(
  { seals, hash }: Pick<Reading, "seals" | "hash">,
  tenant: string,
  row: SealedManifest,
): StoredManifest {
  const { id, sealed, wrapped, subject } = row;
  if (sealed === null || wrapped === null) throw damaged(`Manifest ${id}`);
  const body = open(openedKey(seals, tenant, { subject, wrapped }), sealed, bodyPlace(tenant, id));
  if (body === null || !hash.bytes(tenant, body).equals(row.hash)) throw damaged(`Manifest ${id}`);
  return JSON.parse(body.toString("utf8")) as StoredManifest;
}

export function textReader(from: Reading): ManifestStore["readText"] {
  return async ({ tenant }, written) => {
    const key = hashBytes(written);
    if (key === null) return null;
    const values = [tenant, key, firstHourKept(cutoffsNow(from).texts)];
    const [found] = await reading(from, tenant, (transaction) => transaction.rows<SealedTextRow>(TEXT, values));
    return found === undefined ? null : openedText(from, tenant, found);
  };
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function openedText({ seals, hash }: Pick<Reading, "seals" | "hash">, tenant: string, row: SealedTextRow): string {
  const textKey = open(openedKey(seals, tenant, row), row.owned, ownerPlace(tenant, row.hash));
  const body = textKey === null ? null : openText(textKey, row.hash, row.sealed);
  const written = `hmac-sha256:${row.hash.toString("hex")}`;
  if (body === null || !hash.bytes(tenant, body).equals(row.hash)) throw damaged(`Text ${written}`);
  return body.toString("utf8");
}
