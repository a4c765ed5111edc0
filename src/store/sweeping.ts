/** Frees the space of what is past its time, in the background: batch after batch with a pause, then a long rest. IO through the store. */
import { NOTHING_SWEPT, type SweptCounts, sumOfSwept } from "./retention.ts";
import { type Rhythm, startRhythm, type Timer } from "./rhythm.ts";
import type { Store } from "./store.ts";

/** Between two batches: writes that wait come first. */
const PAUSE_MS = 100;
/** After a round that found nothing more, and after a failure. */
const REST_MS = 10 * 60_000;

export interface SweepingOptions {
  readonly store: Pick<Store, "sweep">;
  readonly timer: Timer;
  /** For the log: what one round took, where it took anything. Must not throw. */
  readonly onSwept: (sums: SweptCounts) => void;
  readonly onFault: (error: unknown) => void;
}

/** The first batch after a pause: no start waits for it. */
export function startSweeping({ store, timer, onSwept, onFault }: SweepingOptions): Rhythm {
  let sums = NOTHING_SWEPT;
  return startRhythm(timer, PAUSE_MS, async () => {
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
  });
}
