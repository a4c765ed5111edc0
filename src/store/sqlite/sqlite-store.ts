/**
 * The store in one SQLite file. Several processes of one machine may have it open for writing: each commit is one short
 * immediate transaction, waits for the other's, and relies on nothing that another connection could have changed.
 * They must have the same hash key; a second one with another key is refused at open.
 */
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { groupCommit } from "../group-commit.ts";
import { keyedHash } from "../keyed-hash.ts";
import { KEEP_ALL, type Retention } from "../retention.ts";
import { seals } from "../seal.ts";
import type { Store } from "../store.ts";
import { auditUnavailable } from "../store-errors.ts";
import type { Entry, Written } from "./entries.ts";
import { learntReader } from "./learnt.ts";
import { manifestLister } from "./list-manifests.ts";
import { openDatabase } from "./open-database.ts";
import { manifestReaders, snapshotReader, textReader } from "./read-manifests.ts";
import { memoryLister } from "./read-memories.ts";
import { answerReader, personExporter, viewReader } from "./read-people.ts";
import { shadowReader } from "./read-shadows.ts";
import type { Reading } from "./reading.ts";
import { recaller } from "./recall-memory.ts";
import { storeWrites } from "./store-writes.ts";
import { keyReader } from "./subject-keys.ts";
import { vectorReader } from "./vectors.ts";
import { startWriter, type WriterThread } from "./writer-thread.ts";

const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Half of what 50 connections have open: while one half is written, the other is assembled. */
const MAX_BATCH = 24;
const MAX_UNDER_WAY = 2;

export interface SqliteStoreOptions {
  /** The file; its folder is made when absent. */
  readonly path: string;
  /** At least 32 characters; null for the key file beside the store, `<path>.key`. */
  readonly hashKey: string | null;
  /** Version of the service, kept with the schema it wrote. */
  readonly version: string;
  /** Absent: everything is kept until it is erased. */
  readonly retention?: Retention;
  /** Milliseconds since the epoch; absent: the wall clock. */
  readonly now?: () => number;
  /** Most pages (of 4,096 bytes) the file may have; absent: as many as the disk holds. */
  readonly maxPages?: number;
  /** Bytes of disk kept for erasing on a full one, in `<path>.reserve`; absent: none. */
  readonly reserveBytes?: number;
  /** Called after each committed transaction, for metrics. Must not throw. */
  readonly onCommit?: (written: readonly Written[]) => void;
}

/**
 * Opens or makes the store. Throws AppError `audit_unavailable` when the file is not a sound store of this or an earlier
 * version, when the key is missing or another one, and when the file cannot be opened; it is then left as it was.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const path = resolve(options.path);
  const { retention = KEEP_ALL, now = Date.now, maxPages = null, reserveBytes = 0, version, hashKey } = options;
  const { database, masterKey } = await openDatabase({ path, serviceVersion: version, maxPages, hashKey });
  try {
    // From here on this connection reads; the writer has its own.
    database.pragma("query_only = ON");
    const sealed = seals(masterKey);
    const from = { database, hash: keyedHash(masterKey), seals: sealed, keyOf: keyReader(database, sealed), retention, now };
    return storeOf(from, startWriter({ path, maxPages, masterKey, reserveBytes }), options.onCommit);
  } catch (error) {
    database.close();
    throw error instanceof AppError ? error : auditUnavailable("The store could not be opened.", error);
  }
}

function storeOf(from: Reading, writer: WriterThread, onCommit: SqliteStoreOptions["onCommit"]): Store {
  const { database, hash } = from;
  const queue = groupCommit<Entry, Written>({
    commit: async (entries) => {
      const outcomes = await writer.write(entries);
      const written = outcomes.flatMap((outcome) => ("value" in outcome ? [outcome.value] : []));
      if (written.length > 0) onCommit?.(written);
      return outcomes;
    },
    maxEntries: MAX_WAITING,
    maxBytes: MAX_WAITING_BYTES,
    maxBatch: MAX_BATCH,
    maxUnderWay: MAX_UNDER_WAY,
  });
  const to = { ...from, queue, clean: () => writer.clean() };
  const { writeVectors, ...writes } = storeWrites(to);
  return {
    ...writes,
    ...manifestReaders(from),
    list: manifestLister(from),
    readText: textReader(from),
    readSnapshot: snapshotReader(from),
    readAnswer: answerReader(from),
    views: viewReader(from),
    shadows: shadowReader(from),
    exportPerson: personExporter(from),
    memories: memoryLister(from),
    readLearnt: learntReader(from),
    recall: recaller(to),
    vectors: { read: vectorReader(database), write: writeVectors },
    hash: ({ tenant }, text) => hash.text(tenant, text),
    marker: ({ tenant }) => hash.marker(tenant),
    hashKeyId: hash.keyId,
    healthy: () => database.open && writer.healthy(),
    close: async () => {
      if (!database.open) return;
      await queue.close();
      await writer.close();
      database.close();
    },
  };
}
