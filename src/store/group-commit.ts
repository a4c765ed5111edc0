/**
 * Group commit: what is added in one turn of the event loop is written in one transaction. Knows nothing of SQL.
 *
 * Decision: the transaction runs on this thread for now. A commit with synchronous=FULL waits for the disk, so a writer
 * thread is to take `commit` over; nothing outside changes then, since every result is a promise already.
 */
import { auditUnavailable } from "./store-errors.ts";

export interface GroupCommitOptions<Entry> {
  /** Writes all entries or none, durably; throws when it wrote none. */
  readonly commit: (entries: readonly Entry[]) => void;
  /** The error may be the fault of one entry, so the others are worth another try without it. */
  readonly mayBeOneEntry: (error: unknown) => boolean;
  readonly maxEntries: number;
  readonly maxBytes: number;
}

export interface GroupCommit<Entry> {
  /**
   * Resolves after the commit. Rejects with AppError `audit_unavailable` when it failed, when the queue is full, and
   * after `close`. `bytes`: what the entry holds in memory while it waits.
   */
  add(entry: Entry, bytes: number): Promise<void>;
  /** Commits what waits and refuses what comes later. */
  close(): void;
}

interface Waiting<Entry> {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Invariant: a flush is scheduled exactly while something waits. */
export function groupCommit<Entry>(options: GroupCommitOptions<Entry>): GroupCommit<Entry> {
  let waiting: Waiting<Entry>[] = [];
  let waitingBytes = 0;
  let closed = false;

  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    waitingBytes = 0;
    settle(options, batch);
  };

  return {
    add: (entry, bytes) => {
      if (closed) return Promise.reject(auditUnavailable("The store is closed; nothing was written."));
      if (waiting.length >= options.maxEntries || waitingBytes + bytes > options.maxBytes) {
        return Promise.reject(auditUnavailable("Too many manifests wait to be stored; nothing was written."));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        waitingBytes += bytes;
        if (waiting.length === 1) setImmediate(flush);
      });
    },
    close: () => {
      closed = true;
      flush();
    },
  };
}

/**
 * Writes a batch. When that fails and one entry may be at fault, the halves are tried apart, so that only the bad entry
 * fails: about 2·log2(n) transactions for one bad entry of n, where one by one would wait n times for the disk.
 */
function settle<Entry>(options: GroupCommitOptions<Entry>, batch: readonly Waiting<Entry>[]): void {
  if (batch.length === 0) return;
  try {
    options.commit(batch.map(({ entry }) => entry));
  } catch (error) {
    if (batch.length > 1 && options.mayBeOneEntry(error)) {
      const middle = batch.length >> 1;
      settle(options, batch.slice(0, middle));
      settle(options, batch.slice(middle));
    } else {
      for (const { reject } of batch) reject(auditUnavailable("The manifest could not be stored; nothing was written.", error));
    }
    return;
  }
  for (const { resolve } of batch) resolve();
}
