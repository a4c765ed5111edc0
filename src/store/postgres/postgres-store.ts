/**
 * The store in a PostgreSQL database, for several instances at once. What is kept about a person is sealed under that person's key;
 * each transaction sees the rows of one tenant. IO.
 */
import { keyedHash } from "../keyed-hash.ts";
import type { ManifestStore } from "../manifest-store.ts";
import { bytesOf, manifestRow } from "../record-rows.ts";
import { KEEP_ALL, type Retention } from "../retention.ts";
import { seals } from "../seal.ts";
import type { Store } from "../store.ts";
import { asUnavailable } from "../store-errors.ts";
import { answerReader, answerWriter } from "./answers.ts";
import { openConnections } from "./connections.ts";
import { personEraser } from "./erase-person.ts";
import { personExporter } from "./export-person.ts";
import { type Health, watchHealth } from "./health.ts";
import { learntStore } from "./learnt.ts";
import { manifestLister } from "./list-manifests.ts";
import { memoryForgetter, memoryWriter } from "./memories.ts";
import { openDatabase } from "./open-database.ts";
import { manifestReaders, textReader } from "./read-manifests.ts";
import { memoryLister } from "./read-memories.ts";
import { recaller } from "./recall-memory.ts";
import { type SaveQueue, saveQueue, type Written } from "./save-queue.ts";
import { shadowKeeper, shadowReader } from "./shadows.ts";
import { snapshotKeeper, snapshotReader } from "./snapshots.ts";
import { sweeper } from "./sweep-rows.ts";
import { vectorStore } from "./vectors.ts";
import { viewNoter, viewReader } from "./views.ts";
import type { Writing } from "./writing.ts";

const PROBE = "INSERT INTO winnow.probe VALUES (1, now()) ON CONFLICT (only_row) DO UPDATE SET at = excluded.at";

export interface PostgresStoreOptions {
  /** Login of the service: a role that owns nothing and is bound by row-level security. */
  readonly url: string;
  /** Login of the owner of the tables, for migrations; null: the schema is there already. */
  readonly migrationUrl: string | null;
  /** At least 32 characters; the same for every instance. */
  readonly hashKey: string;
  /** Version of the service, kept with the schema it wrote. */
  readonly version: string;
  /** Most connections of this instance. */
  readonly connections: number;
  /** Most milliseconds that a write or a read waits for the database. */
  readonly timeoutMs: number;
  /** Absent: everything is kept until it is erased. */
  readonly retention?: Retention;
  /** Milliseconds since the epoch; absent: the wall clock. */
  readonly now?: () => number;
  /** Called after each committed transaction of manifests, for metrics. Must not throw. */
  readonly onCommit?: (written: Written) => void;
}

/**
 * Waits some seconds for a database that is not up yet. Throws AppError `audit_unavailable` that says what to change when it stays
 * away, has another schema or key, or gives our role more than it needs.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, migrationUrl, version, timeoutMs } = options;
  const hash = keyedHash(options.hashKey);
  await openDatabase({ url, migrationUrl, serviceVersion: version, hashKeyId: hash.keyId });
  const forWrites = Math.ceil(options.connections / 2);
  const writes = openConnections(url, { connections: forWrites, timeoutMs });
  const health = watchHealth(() =>
    writes.transact({ tenant: null, mode: "write", until: performance.now() + timeoutMs }, async (transaction) => {
      await transaction.rows(PROBE, []);
    }),
  );
  let closed = false;
  const parts: Writing = {
    connections: openConnections(url, { connections: Math.max(1, options.connections - forWrites), timeoutMs }),
    writes,
    seals: seals(options.hashKey),
    hash,
    retention: options.retention ?? KEEP_ALL,
    now: options.now ?? Date.now,
    timeoutMs,
    isClosed: () => closed,
    noteHealth: health.note,
  };
  const { onCommit = () => {} } = options;
  const queue = saveQueue({ ...parts, connections: writes, onCommit, onHealth: health.note });
  return storeOf(parts, queue, health, () => {
    closed = true;
  });
}

function storeOf(parts: Writing, queue: SaveQueue, health: Health, markClosed: () => void): Store {
  const { hash } = parts;
  return {
    save: saver(parts, queue),
    ...manifestReaders(parts),
    list: manifestLister(parts),
    readText: textReader(parts),
    keepSnapshot: snapshotKeeper(parts),
    readSnapshot: snapshotReader(parts),
    putAnswer: answerWriter(parts),
    readAnswer: answerReader(parts),
    erase: personEraser(parts),
    exportPerson: personExporter(parts),
    remember: memoryWriter(parts),
    forget: memoryForgetter(parts),
    memories: memoryLister(parts),
    recall: recaller(parts),
    ...learntStore(parts),
    keepShadow: shadowKeeper(parts),
    shadows: shadowReader(parts),
    noteView: viewNoter(parts),
    views: viewReader(parts),
    sweep: sweeper(parts),
    vectors: vectorStore(parts),
    hash: ({ tenant }, text) => hash.text(tenant, text),
    marker: ({ tenant }) => hash.marker(tenant),
    hashKeyId: hash.keyId,
    healthy: () => health.isHealthy() && !parts.isClosed(),
    async close() {
      markClosed();
      await queue.close();
      health.close();
      await Promise.all([parts.writes.close(), parts.connections.close()]);
    },
  };
}

const saver =
  ({ hash }: Writing, queue: SaveQueue): ManifestStore["save"] =>
  async (caller, manifest) => {
    const row = asUnavailable(() => manifestRow(hash, caller, manifest));
    await queue.save(caller.tenant, row, bytesOf(row.body, row.texts));
  };
