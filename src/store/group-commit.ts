/**
 * Group commit: what is added while a commit is under way is written in the next, all in one transaction. Knows nothing of SQL. Pure
 * but for `setImmediate`.
 */
import { auditUnavailable } from "./store-errors.ts";

/** What became of one entry. An error is a broken constraint or the like: the entry alone was not written. */
export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

export interface GroupCommitOptions<Entry, Value> {
  /** Writes durably; the outcome of each entry, in their order. Rejects when it is not known that anything was written. */
  readonly commit: (entries: readonly Entry[]) => Promise<readonly Outcome<Value>[]>;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Most entries of one commit; absent: all that wait. Then whoever adds and whoever writes may take turns, one always idle. */
  readonly maxBatch?: number;
  /**
   * Most commits that are handed over and not settled; absent: one. With two the next is at hand when one is written. Only full
   * batches are handed over beside another: a commit costs as much as writing several entries.
   */
  readonly maxUnderWay?: number;
}

export interface GroupCommit<Entry, Value> {
  /**
   * Resolves after the commit. Rejects with AppError `audit_unavailable` when it failed, when the queue is full, and
   * after `close`. `bytes`: what the entry holds in memory while it waits.
   */
  add(entry: Entry, bytes: number): Promise<Value>;
  /** Refuses what comes later; resolves when what waited is settled. */
  close(): Promise<void>;
}

interface Waiting<Entry, Value> {
  readonly entry: Entry;
  readonly bytes: number;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Invariant: while something waits, a turn is scheduled or as many commits are under way as may be. The limits count what is
 * being written too.
 */
export function groupCommit<Entry, Value>(options: GroupCommitOptions<Entry, Value>): GroupCommit<Entry, Value> {
  const { maxBatch = Number.POSITIVE_INFINITY, maxUnderWay = 1 } = options;
  let waiting: Waiting<Entry, Value>[] = [];
  let held = 0;
  let heldBytes = 0;
  let closed = false;
  let scheduled = false;
  const underWay = new Set<Promise<void>>();

  const flush = (): void => {
    scheduled = false;
    while (waiting.length > 0 && (underWay.size === 0 || (underWay.size < maxUnderWay && waiting.length >= maxBatch))) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const settled = settle(options, batch).then(() => {
        underWay.delete(settled);
        held -= batch.length;
        heldBytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
        flush();
      });
      underWay.add(settled);
    }
  };

  return {
    add: (entry, bytes) => {
      if (closed) return Promise.reject(auditUnavailable("The store is closed; nothing was written."));
      if (held >= options.maxEntries || heldBytes + bytes > options.maxBytes) {
        return Promise.reject(auditUnavailable("Too many records wait to be stored; nothing was written."));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ entry, bytes, resolve, reject });
        held += 1;
        heldBytes += bytes;
        // What comes in one turn of the event loop is one commit.
        if (!scheduled) setImmediate(flush);
        scheduled = true;
      });
    },
    close: async () => {
      closed = true;
      flush();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

async function settle<Entry, Value>(
  { commit }: GroupCommitOptions<Entry, Value>,
  batch: readonly Waiting<Entry, Value>[],
): Promise<void> {
  let outcomes: readonly Outcome<Value>[];
  try {
    outcomes = await commit(batch.map(({ entry }) => entry));
  } catch (error) {
    outcomes = batch.map(() => ({ error }));
  }
  for (const [at, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[at] ?? { error: undefined };
    if ("value" in outcome) resolve(outcome.value);
    else reject(auditUnavailable("The record could not be stored; nothing was written.", outcome.error));
  }
}
