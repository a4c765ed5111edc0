/** Reads manifests, texts and snapshots, each checked against its hash. */
import type { Caller } from "../../caller.ts";
import { hashBytes } from "../keyed-hash.ts";
import type { ManifestStore, StoredManifest } from "../manifest-store.ts";
import { isManifestId } from "../record-rows.ts";
import { firstHourKept } from "../retention.ts";
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
  readonly body: Buffer | null;
  readonly hash: Buffer | null;
}

/** Bodies are read as the bytes on disk: decoding first could hide a flipped byte behind U+FFFD. */
const SELECT = `SELECT m.id AS id, m.subject_hash AS subject, m.created_ms AS createdMs, m.erased_at AS erasedAt,
  CAST(b.body AS BLOB) AS body, CAST(b.body_hash AS BLOB) AS hash FROM manifests m`;
const BODY = "LEFT JOIN bodies b ON b.manifest = m.row";

export function manifestReaders(from: Reading): Pick<ManifestStore, "read" | "latest"> {
  const { database, hash } = from;
  const byId = database.prepare<[string, string], StoredRow>(`${SELECT} ${BODY} WHERE m.id = ? AND m.tenant = ?`);
  const newest = database.prepare<[string, string, Buffer, number], StoredRow>(
    `${SELECT} INDEXED BY manifests_by_conversation ${BODY}
     WHERE m.tenant = ? AND m.conversation = ? AND m.subject_hash = ? AND m.created_ms >= ? AND m.erased_at IS NULL
     ORDER BY m.created_ms DESC, m.row DESC LIMIT 1`,
  );
  return {
    async read(caller, id) {
      if (!isManifestId(id)) return null;
      const found = reading(from, `Manifest ${id}`, () => byId.get(id, caller.tenant));
      if (found === undefined || !maySee(viewerOf(from, caller), found.subject)) return null;
      if (found.createdMs < cutoffsNow(from).manifests) return null;
      if (found.erasedAt !== null) throw erasedRecord(`Manifest ${id}`);
      return soundManifest(from, caller, found);
    },
    async latest(caller, conversation) {
      const { tenant, about } = caller;
      const oldest = cutoffsNow(from).manifests;
      const found = reading(from, "The newest manifest of a conversation", () =>
        newest.get(tenant, conversation, hash.subject(tenant, about), oldest),
      );
      return found === undefined ? null : soundManifest(from, caller, found);
    },
  };
}

/** Throws AppError `hash_mismatch` unless it is what was written. */
export function soundManifest(
  { hash }: Reading,
  { tenant }: Caller,
  found: Omit<StoredRow, "subject" | "erasedAt">,
): StoredManifest {
  const { id, body } = found;
  if (body === null || found.hash === null || !hash.bytes(tenant, body).equals(found.hash)) throw damaged(`Manifest ${id}`);
  const stored = JSON.parse(body.toString("utf8")) as StoredManifest;
  // A whole record moved under another id has a hash that fits.
  if (stored.envelope.manifest_id !== id) throw damaged(`Manifest ${id}`);
  return stored;
}

export function textReader(from: Reading): ManifestStore["readText"] {
  const select = from.database
    .prepare<[string, Buffer, number], Buffer>(
      `SELECT CAST(body AS BLOB) FROM texts t WHERE tenant = ? AND hash = ?
       AND EXISTS (SELECT 1 FROM text_owners o WHERE o.text = t.row AND o.used_hour >= ?)`,
    )
    .pluck();
  return async ({ tenant }, written) => {
    const key = hashBytes(written);
    if (key === null) return null;
    const oldest = firstHourKept(cutoffsNow(from).texts);
    const body = reading(from, `Text ${written}`, () => select.get(tenant, key, oldest));
    if (body === undefined) return null;
    if (!from.hash.bytes(tenant, body).equals(key)) throw damaged(`Text ${written}`);
    return body.toString("utf8");
  };
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
