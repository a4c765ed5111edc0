/** Group commit for each tenant apart: manifests of one tenant that come together are one transaction. IO through the connections. */
import { LRUCache } from "lru-cache";
import { type GroupCommit, groupCommit, type Outcome } from "../group-commit.ts";
import type { ManifestRow } from "../record-rows.ts";
import type { Seals } from "../seal.ts";
import { auditUnavailable } from "../store-errors.ts";
import type { Connections } from "./connections.ts";
import { mayBeOneRecord, withoutValues } from "./postgres-errors.ts";
import { type WrittenManifests, writeManifests } from "./write-manifests.ts";

const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Rows of one statement: some milliseconds of the server, some megabytes. */
const MAX_BATCH = 128;
const MAX_KNOWN_TENANTS = 10_000;
/** Sweeping goes through these. */
export const NOTE_TENANT = "INSERT INTO winnow.tenants (tenant) VALUES ($1) ON CONFLICT DO NOTHING";

export interface Written {
  readonly manifests: number;
  /** Texts that were not known yet. */
  readonly texts: number;
}

export interface SaveQueueOptions {
  readonly connections: Connections;
  readonly seals: Seals;
  readonly timeoutMs: number;
  /** After each committed transaction. Must not throw. */
  readonly onCommit: (written: Written) => void;
  /** Whether the last write worked; not for the fault of one record. */
  readonly onHealth: (isHealthy: boolean) => void;
}

export interface SaveQueue {
  /** Resolves after the commit. Rejects with AppError `audit_unavailable`, at the latest `timeoutMs` from now. */
  save(tenant: string, row: ManifestRow, bytes: number): Promise<void>;
  /** Refuses what comes later; resolves when what waited is settled. */
  close(): Promise<void>;
}

interface Entry {
  readonly row: ManifestRow;
  readonly until: number;
}

interface Parts extends SaveQueueOptions {
  /** Those that are in the table of tenants, which a sweep goes through: it sees the rows of one tenant at a time only. */
  readonly tenants: LRUCache<string, true>;
}

interface Line {
  readonly queue: GroupCommit<Entry, undefined>;
  waiting: number;
}

/** Invariant: a tenant has a line exactly while something of it waits. The limits hold for all tenants together. */
export function saveQueue(options: SaveQueueOptions): SaveQueue {
  const lines = new Map<string, Line>();
  const parts = { ...options, tenants: new LRUCache<string, true>({ max: MAX_KNOWN_TENANTS }) };
  let waiting = 0;
  let waitingBytes = 0;
  let closed = false;
  const lineOf = (tenant: string): Line => {
    const line = lines.get(tenant) ?? { queue: queueOf(parts, tenant), waiting: 0 };
    lines.set(tenant, line);
    return line;
  };
  return {
    async save(tenant, row, bytes) {
      if (closed) throw auditUnavailable("The store is closed; nothing was written.");
      if (waiting >= MAX_WAITING || waitingBytes + bytes > MAX_WAITING_BYTES)
        throw auditUnavailable("Too many records wait to be stored; nothing was written.");
      const line = lineOf(tenant);
      line.waiting += 1;
      waiting += 1;
      waitingBytes += bytes;
      try {
        await line.queue.add({ row, until: performance.now() + options.timeoutMs }, bytes);
      } finally {
        waiting -= 1;
        waitingBytes -= bytes;
        line.waiting -= 1;
        if (line.waiting === 0) lines.delete(tenant);
      }
    },
    async close() {
      closed = true;
      await Promise.all([...lines.values()].map(({ queue }) => queue.close()));
    },
  };
}

function queueOf(options: Parts, tenant: string): GroupCommit<Entry, undefined> {
  return groupCommit({
    commit: async (entries) => {
      const outcomes: Outcome<undefined>[] = [];
      for (let from = 0; from < entries.length; from += MAX_BATCH) {
        outcomes.push(...(await commit(options, tenant, entries.slice(from, from + MAX_BATCH))));
      }
      return outcomes;
    },
    maxEntries: MAX_WAITING,
    maxBytes: MAX_WAITING_BYTES,
  });
}

/**
 * When one entry may be at fault, the halves are tried apart, so that only the bad entry fails: about 2·log2(n) transactions for one
 * bad entry of n.
 */
async function commit(options: Parts, tenant: string, entries: readonly Entry[]): Promise<readonly Outcome<undefined>[]> {
  try {
    const { isWritten, texts } = await write(options, tenant, entries);
    options.onHealth(true);
    options.onCommit({ manifests: isWritten.filter(Boolean).length, texts });
    return isWritten.map((written) => (written ? { value: undefined } : { error: new Error("the id is taken") }));
  } catch (error) {
    if (mayBeOneRecord(error) && entries.length > 1) {
      const middle = entries.length >> 1;
      const first = await commit(options, tenant, entries.slice(0, middle));
      return [...first, ...(await commit(options, tenant, entries.slice(middle)))];
    }
    if (!mayBeOneRecord(error)) options.onHealth(false);
    return entries.map(() => ({ error: withoutValues(error) }));
  }
}

/** Until the first of the entries has waited long enough. */
async function write(
  { connections, seals, tenants }: Parts,
  tenant: string,
  entries: readonly Entry[],
): Promise<WrittenManifests> {
  let tries = 0;
  const until = Math.min(...entries.map((entry) => entry.until));
  const written = await connections.transact({ tenant, mode: "write", until }, async (transaction) => {
    tries += 1;
    if (!tenants.has(tenant)) await transaction.rows(NOTE_TENANT, [tenant]);
    return writeManifests(transaction, seals, { tenant, rows: entries.map(({ row }) => row), isAgain: tries > 1 });
  });
  tenants.set(tenant, true);
  return written;
}
