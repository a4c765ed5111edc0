/**
 * The store in one SQLite file. Several processes of one machine may have it open for writing: each commit is one short
 * immediate transaction, waits for the other's, and relies on nothing that another connection could have changed.
 * They must have the same hash key; a second one with another key is refused at open.
 */
import { resolve } from "node:path";
import type { Database } from "better-sqlite3";
import type { Caller } from "../caller.ts";
import { AppError } from "../errors.ts";
import { groupCommit } from "./group-commit.ts";
import { resolveHashKey } from "./hash-key.ts";
import { hashBytes, type KeyedHash, keyedHash } from "./keyed-hash.ts";
import { isManifestId, type ManifestRow, manifestRow, rowWriter, type Written } from "./manifest-rows.ts";
import type { ManifestStore, StoredManifest } from "./manifest-store.ts";
import { bindKey, boundKeyId } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import { auditUnavailable, damaged, isCorruption, mayBeOneRecord } from "./store-errors.ts";
import { type VectorStore, vectorStore } from "./vectors.ts";

const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export interface SqliteStoreOptions {
  /** The file; its folder is made when absent. */
  readonly path: string;
  /** At least 32 characters; null for the key file beside the store, `<path>.key`. */
  readonly hashKey: string | null;
  /** Version of the service, kept with the schema it wrote. */
  readonly version: string;
  /** Most pages (of 4,096 bytes) the file may have; absent: as many as the disk holds. */
  readonly maxPages?: number;
  /** Called after each committed transaction, for metrics. Must not throw. */
  readonly onCommit?: (written: Written) => void;
}

export interface SqliteStore extends ManifestStore {
  /** Ends with the store. */
  readonly vectors: VectorStore;
}

/**
 * Opens or makes the store. Throws AppError `audit_unavailable` when the file is not a sound store of this or an earlier
 * version, when the key is missing or another one, and when the file cannot be opened; it is then left as it was.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const path = resolve(options.path);
  const database = await openDatabase({ path, serviceVersion: options.version, maxPages: options.maxPages ?? null });
  try {
    const key = resolveHashKey({ given: options.hashKey, keyPath: `${path}.key`, storeKeyId: boundKeyId(database) });
    const hash = keyedHash(key);
    bindKey(database, hash.keyId);
    return storeOf(database, hash, options.onCommit);
  } catch (error) {
    database.close();
    throw error instanceof AppError ? error : auditUnavailable("The store could not be opened.", error);
  }
}

function storeOf(database: Database, hash: KeyedHash, onCommit: SqliteStoreOptions["onCommit"]): SqliteStore {
  const write = rowWriter(database);
  let healthy = true;
  const queue = groupCommit<ManifestRow>({
    commit: (rows) => {
      healthy = false;
      const written = write(rows);
      healthy = true;
      onCommit?.(written);
    },
    mayBeOneEntry: mayBeOneRecord,
    maxEntries: MAX_WAITING,
    maxBytes: MAX_WAITING_BYTES,
  });
  return {
    save: async (caller, manifest) => {
      const row = asUnavailable(() => manifestRow(hash, caller, manifest));
      await queue.add(row, row.bytes);
    },
    ...readers(database, hash),
    ...snapshots(database, hash),
    vectors: vectorStore(database),
    hash: ({ tenant }, text) => hash.text(tenant, text),
    hashKeyId: hash.keyId,
    healthy: () => healthy && database.open,
    close: async () => {
      if (!database.open) return;
      queue.close();
      checkpoint(database);
      database.close();
    },
  };
}

interface StoredRow extends Stored {
  readonly subject: Buffer;
}

interface Stored {
  readonly body: Buffer;
  readonly hash: Buffer;
}

/** Bodies are read as the bytes on disk: decoding first could hide a flipped byte behind U+FFFD. */
function readers(database: Database, hash: KeyedHash): Pick<ManifestStore, "read" | "readText"> {
  const selectManifest = database.prepare<[string, string], StoredRow>(
    "SELECT CAST(body AS BLOB) AS body, CAST(body_hash AS BLOB) AS hash, subject_hash AS subject FROM manifests WHERE id = ? AND tenant = ?",
  );
  const selectText = database
    .prepare<[string, Buffer], Buffer>("SELECT CAST(body AS BLOB) FROM texts WHERE tenant = ? AND hash = ?")
    .pluck();
  return {
    read: async (caller, id) => {
      const { tenant } = caller;
      if (!isManifestId(id)) return null;
      const found = reading(database, `Manifest ${id}`, () => selectManifest.get(id, tenant));
      if (found === undefined || !mayRead(hash, caller, found.subject)) return null;
      if (!hash.bytes(tenant, found.body).equals(found.hash)) throw damaged(`Manifest ${id}`);
      const stored = JSON.parse(found.body.toString("utf8")) as StoredManifest;
      // A whole record moved under another id has a hash that fits.
      if (stored.envelope.manifest_id !== id) throw damaged(`Manifest ${id}`);
      return stored;
    },
    readText: async ({ tenant }, written) => {
      const key = hashBytes(written);
      if (key === null) return null;
      const body = reading(database, `Text ${written}`, () => selectText.get(tenant, key));
      if (body === undefined) return null;
      if (!hash.bytes(tenant, body).equals(key)) throw damaged(`Text ${written}`);
      return body.toString("utf8");
    },
  };
}

/** A manifest about somebody else is as unknown as one that does not exist. */
const mayRead = (hash: KeyedHash, { tenant, subject, permissions }: Caller, about: Buffer): boolean =>
  permissions.has("any_subject") || (subject !== null && hash.subject(tenant, subject).equals(about));

/** Snapshots belong to no tenant: a policy holds nothing about a person. */
function snapshots(database: Database, hash: KeyedHash): Pick<ManifestStore, "keepSnapshot" | "readSnapshot"> {
  const insert = database.prepare(
    "INSERT INTO snapshots (digest, files, files_hash) VALUES (?, ?, ?) ON CONFLICT (digest) DO NOTHING",
  );
  const select = database.prepare<[string], Stored>(
    "SELECT CAST(files AS BLOB) AS body, CAST(files_hash AS BLOB) AS hash FROM snapshots WHERE digest = ?",
  );
  return {
    keepSnapshot: async (digest, files) => {
      const body = JSON.stringify([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
      asUnavailable(() => insert.run(digest, body, hash.shared(body)));
    },
    readSnapshot: async (digest) => {
      const found = reading(database, `Snapshot ${digest}`, () => select.get(digest));
      if (found === undefined) return null;
      if (!hash.shared(found.body).equals(found.hash)) throw damaged(`Snapshot ${digest}`);
      return new Map(JSON.parse(found.body.toString("utf8")) as [string, string][]);
    },
  };
}

function asUnavailable<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    if (error instanceof AppError && error.code === "audit_unavailable") throw error;
    throw auditUnavailable("The record could not be stored; nothing was written.", error);
  }
}

function reading<Result>(database: Database, what: string, read: () => Result): Result {
  if (!database.open) throw new AppError("shutting_down", "The store is closed.", { retryAfterSeconds: 1 });
  try {
    return read();
  } catch (error) {
    if (isCorruption(error)) throw damaged(what, error);
    throw new AppError("internal", "The store could not be read.", { cause: error });
  }
}

/** Leaves one file without a log where it can; while another process reads, the log stays, and nothing in it is lost. */
function checkpoint(database: Database): void {
  try {
    database.pragma("wal_checkpoint(TRUNCATE)");
  } catch {
    // The commits are in the log, which the next open reads.
  }
}
