/** Frees the space of what is past its time, in the background: batch after batch with a pause, then a long rest. IO through the store. */
import { NOTHING_SWEPT, type SweptCounts, sumOfSwept } from "./retention.ts";
import type { Store } from "./store.ts";

/** Between two batches: writes that wait come first. */
const PAUSE_MS = 100;
/** After a round that found nothing more, and after a failure. */
const REST_MS = 10 * 60_000;

export interface Sweeping {
  /** Resolves when no batch is under way any more. */
  close(): Promise<void>;
}

export interface SweepingOptions {
  readonly store: Pick<Store, "sweep">;
  /** As setTimeout and clearTimeout. */
  readonly timer: {
    set(run: () => void, ms: number): unknown;
    clear(timer: unknown): void;
  };
  /** For the log: what one round took, where it took anything. Must not throw. */
  readonly onSwept: (sums: SweptCounts) => void;
  readonly onFault: (error: unknown) => void;
}

/** The first batch after a pause: no start waits for it. */
export function startSweeping({ store, timer, onSwept, onFault }: SweepingOptions): Sweeping {
  let sums = NOTHING_SWEPT;
  let closed = false;
  let underWay: Promise<void> = Promise.resolve();

  const sweep = async (): Promise<number> => {
    try {
      const { more, ...swept } = await store.sweep();
      sums = sumOfSwept(sums, swept);
      if (more) return PAUSE_MS;
      if (Object.values(sums).some((count) => count > 0)) onSwept(sums);
    } catch (error) {
      onFault(error);
    }
    sums = NOTHING_SWEPT;
    return REST_MS;
  };

  let next: unknown = null;
  const after = (ms: number): void => {
    next = timer.set(() => {
      underWay = sweep().then((restMs) => {
        if (!closed) after(restMs);
      });
    }, ms);
  };
  after(PAUSE_MS);
  return {
    async close() {
      closed = true;
      timer.clear(next);
      await underWay;
    },
  };
}
