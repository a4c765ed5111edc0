/** One manifest as rows: what is written for it, and the transaction that writes many. */
import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import type { CallerAbout } from "../caller.ts";
import { hashBytes, type KeyedHash } from "./keyed-hash.ts";
import type { ManifestWrite, StoredManifest } from "./manifest-store.ts";
import { auditUnavailable } from "./store-errors.ts";

/** About 130 bytes each. */
const MAX_KNOWN_TEXTS = 20_000;
const MANIFEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The form of an id that can be in a store at all: 1 to 64 letters, digits, `_` and `-`. */
export const isManifestId = (id: string): boolean => MANIFEST_ID.test(id);

interface TextRow {
  readonly key: string;
  readonly hash: Buffer;
  readonly body: string;
}

export interface ManifestRow {
  readonly tenant: string;
  readonly values: Readonly<Record<string, string | Buffer | null>>;
  readonly texts: readonly TextRow[];
  /** Upper bound of what the row holds in memory. */
  readonly bytes: number;
}

export interface Written {
  readonly manifests: number;
  /** Texts that were not known yet. */
  readonly texts: number;
}

/** The rows of one manifest. Throws AppError for an id or a hash that is not of its form and for a text without a UTF-8 form. */
export function manifestRow(hash: KeyedHash, caller: CallerAbout, manifest: ManifestWrite): ManifestRow {
  const { core, inputs, envelope } = manifest;
  if (!isManifestId(envelope.manifest_id)) throw auditUnavailable("The manifest's id is not 1 to 64 letters, digits, _ and -.");
  const body = JSON.stringify({ core, inputs, envelope } satisfies Record<keyof StoredManifest, unknown>);
  const texts = [...manifest.texts].map(([written, text]) => textRow(caller.tenant, written, text));
  return {
    tenant: caller.tenant,
    values: {
      id: envelope.manifest_id,
      tenant: caller.tenant,
      subjectHash: hash.subject(caller.tenant, caller.about),
      createdAt: envelope.created_at,
      policy: core.policy.name,
      digest: core.policy.digest,
      intent: core.routing.intent,
      requestId: envelope.request_id,
      conversation: envelope.conversation,
      body,
      bodyHash: hash.bytes(caller.tenant, body),
    },
    texts,
    bytes: 2 * texts.reduce((sum, text) => sum + text.body.length, body.length),
  };
}

/** That the hash is the text's own is the caller's part, and is checked at every read. */
function textRow(tenant: string, written: string, body: string): TextRow {
  const hash = hashBytes(written);
  if (hash === null) throw auditUnavailable("A text of the manifest is not under a keyed hash.");
  if (!body.isWellFormed()) throw auditUnavailable("A text of the manifest has no UTF-8 form.");
  return { key: `${tenant} ${written}`, hash, body };
}

/**
 * The transaction that writes rows, all or none. Texts that were written before are not written again.
 * Invariant: a known text is in the file. So it becomes known only after the commit, and all is forgotten once another
 * connection has written, since that may have been an erasure.
 */
export function rowWriter(database: Database): (rows: readonly ManifestRow[]) => Written {
  const insertManifest = database.prepare(
    `INSERT INTO manifests (id, tenant, subject_hash, created_at, policy, digest, intent, request_id, conversation, body, body_hash)
     VALUES (@id, @tenant, @subjectHash, @createdAt, @policy, @digest, @intent, @requestId, @conversation, @body, @bodyHash)`,
  );
  const insertText = database.prepare(
    "INSERT INTO texts (tenant, hash, body) VALUES (?, ?, ?) ON CONFLICT (tenant, hash) DO NOTHING",
  );
  const dataVersion = database.prepare<[], number>("PRAGMA data_version").pluck();
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_TEXTS });
  let seenVersion: number | undefined;

  const write = database.transaction((rows: readonly ManifestRow[]): Set<string> => {
    const version = dataVersion.get();
    if (version !== seenVersion) known.clear();
    seenVersion = version;
    const fresh = new Set<string>();
    for (const row of rows) {
      insertManifest.run(row.values);
      for (const { key, hash, body } of row.texts) {
        if (known.get(key) === true || fresh.has(key)) continue;
        insertText.run(row.tenant, hash, body);
        fresh.add(key);
      }
    }
    return fresh;
  });
  return (rows) => {
    const fresh = write.immediate(rows);
    for (const key of fresh) known.set(key, true);
    return { manifests: rows.length, texts: fresh.size };
  };
}
