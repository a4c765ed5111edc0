/** Runs one action at a time; who asks while it runs gets the next run. State in memory, no IO. */

export interface Repeater {
  /** Ends with a run that began after the call. Never rejects. */
  (): Promise<void>;
  isRunning(): boolean;
  /** Ends when nothing runs any more. */
  idle(): Promise<void>;
}

/**
 * For an action whose result is only good for those who asked before it began. All who ask during one run share the next.
 * What the action throws is dropped.
 */
export function createRepeater(action: () => Promise<void>): Repeater {
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;

  function start(): Promise<void> {
    const run = action()
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    running = run;
    return run;
  }

  function ask(): Promise<void> {
    // Between two runs nothing runs, and the next may be promised already.
    if (waiting !== null) return waiting;
    if (running === null) return start();
    waiting = running.then(() => {
      waiting = null;
      return start();
    });
    return waiting;
  }
  return Object.assign(ask, {
    isRunning: () => running !== null,
    async idle() {
      while (waiting !== null || running !== null) await (waiting ?? running);
    },
  });
}
