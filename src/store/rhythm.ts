/** Work that comes again and again in the background, each time after the rest that the time before asked for. Knows no clock of its own. */

/** As setTimeout and clearTimeout. */
export interface Timer {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export interface Rhythm {
  /** Resolves when nothing is under way any more. */
  close(): Promise<void>;
}

/** `work` gives the milliseconds until its next time and must not reject. */
export function startRhythm(timer: Timer, firstMs: number, work: () => Promise<number>): Rhythm {
  let closed = false;
  let underWay: Promise<void> = Promise.resolve();
  let next: unknown = null;
  const after = (ms: number): void => {
    next = timer.set(() => {
      underWay = work().then((restMs) => {
        if (!closed) after(restMs);
      });
    }, ms);
  };
  after(firstMs);
  return {
    async close() {
      closed = true;
      timer.clear(next);
      await underWay;
    },
  };
}
