/** Reads manifests, texts and snapshots, each checked against its hash. */
import { hashBytes } from "../keyed-hash.ts";
import type { ManifestStore, StoredManifest } from "../manifest-store.ts";
import { bodyPlace, ownerPlace } from "../places.ts";
import { isManifestId } from "../record-rows.ts";
import { firstHourKept } from "../retention.ts";
import { open, openText } from "../seal.ts";
import { cutoffsNow, maySee, viewerOf } from "../sight.ts";
import { damaged, erasedRecord } from "../store-errors.ts";
import { type Reading, reading } from "./reading.ts";

interface StoredBody {
  readonly body: Buffer;
  readonly hash: Buffer;
}

interface StoredRow {
  readonly id: string;
  readonly subject: Buffer;
  readonly createdMs: number;
  readonly erasedAt: string | null;
  readonly sealed: Buffer | null;
}

const SELECT = `SELECT m.id AS id, m.subject_hash AS subject, m.created_ms AS createdMs, m.erased_at AS erasedAt,
  CAST(b.sealed AS BLOB) AS sealed FROM manifests m`;
const BODY = "LEFT JOIN bodies b ON b.manifest = m.row";

export function manifestReaders(from: Reading): Pick<ManifestStore, "read" | "latest"> {
  const { database, hash, seals } = from;
  const byId = database.prepare<[string, string], StoredRow>(`${SELECT} ${BODY} WHERE m.id = ? AND m.tenant = ?`);
  const newest = database.prepare<[string, Buffer, Buffer, number], StoredRow>(
    `${SELECT} INDEXED BY manifests_by_conversation ${BODY}
     WHERE m.tenant = ? AND m.conversation_hash = ? AND m.subject_hash = ? AND m.created_ms >= ? AND m.erased_at IS NULL
     ORDER BY m.created_ms DESC, m.row DESC LIMIT 1`,
  );
  return {
    async read(caller, id) {
      if (!isManifestId(id)) return null;
      return reading(from, `Manifest ${id}`, () => {
        const found = byId.get(id, caller.tenant);
        if (found === undefined || !maySee(viewerOf(from, caller), found.subject)) return null;
        if (found.createdMs < cutoffsNow(from).manifests) return null;
        if (found.erasedAt !== null) throw erasedRecord(`Manifest ${id}`);
        return openManifest(from, caller.tenant, found);
      });
    },
    async latest(caller, conversation) {
      const { tenant, about } = caller;
      const oldest = cutoffsNow(from).manifests;
      const place = [tenant, seals.lookup(tenant, "conversation", conversation), hash.subject(tenant, about), oldest] as const;
      return reading(from, "The newest manifest of a conversation", () => {
        const found = newest.get(...place);
        return found === undefined ? null : openManifest(from, tenant, found);
      });
    },
  };
}

type Sealed = Pick<StoredRow, "id" | "subject" | "sealed">;

/** Throws AppError `hash_mismatch` unless it is what was written, under this id. */
export function openManifest(from: Reading, tenant: string, { id, subject, sealed }: Sealed): StoredManifest {
  const body = openOwn(from, tenant, { subject, sealed, place: bodyPlace(tenant, id) });
  if (body === null) throw damaged(`Manifest ${id}`);
  return JSON.parse(body.toString("utf8")) as StoredManifest;
}

/** What is sealed under a person's key; null when it is not what was written there, or the key is gone. Call in the `reading` that found it. */
export function openOwn(
  from: Reading,
  tenant: string,
  { subject, sealed, place }: { readonly subject: Buffer; readonly sealed: Buffer | null; readonly place: string },
): Buffer | null {
  const key = reading(from, "The key of a person", () => from.keyOf(tenant, subject));
  return key === null || sealed === null ? null : open(key, sealed, place);
}

export interface SealedText {
  readonly hash: Buffer;
  readonly sealed: Buffer;
  readonly subject: Buffer;
  /** The text's key, sealed for that person. */
  readonly wrapped: Buffer;
}

export function textReader(from: Reading): ManifestStore["readText"] {
  const select = from.database.prepare<[string, Buffer, number], SealedText>(
    `SELECT t.hash AS hash, CAST(t.sealed AS BLOB) AS sealed, o.subject_hash AS subject, o.wrapped AS wrapped
     FROM texts t JOIN text_owners o ON o.text = t.row WHERE t.tenant = ? AND t.hash = ? AND o.used_hour >= ? LIMIT 1`,
  );
  return async ({ tenant }, written) => {
    const key = hashBytes(written);
    if (key === null) return null;
    const oldest = firstHourKept(cutoffsNow(from).texts);
    return reading(from, `Text ${written}`, () => {
      const found = select.get(tenant, key, oldest);
      return found === undefined ? null : openedText(from, tenant, found);
    });
  };
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function openedText(from: Reading, tenant: string, { hash, sealed, subject, wrapped }: SealedText): string {
  const textKey = openOwn(from, tenant, { subject, sealed: wrapped, place: ownerPlace(tenant, hash) });
  const body = textKey === null ? null : openText(textKey, hash, sealed);
  if (body === null || !from.hash.bytes(tenant, body).equals(hash)) throw damaged(`Text hmac-sha256:${hash.toString("hex")}`);
  return body.toString("utf8");
}

export function snapshotReader(from: Reading): ManifestStore["readSnapshot"] {
  const select = from.database.prepare<[string], StoredBody>(
    "SELECT CAST(files AS BLOB) AS body, CAST(files_hash AS BLOB) AS hash FROM snapshots WHERE digest = ?",
  );
  return async (digest) => {
    const found = reading(from, `Snapshot ${digest}`, () => select.get(digest));
    if (found === undefined) return null;
    if (!from.hash.shared(found.body).equals(found.hash)) throw damaged(`Snapshot ${digest}`);
    return new Map(JSON.parse(found.body.toString("utf8")) as [string, string][]);
  };
}
