/**
 * Answers that are ready in one turn of the event loop are written together at its end: a write wakes whoever reads it, and waking a
 * process that fell asleep after the answer before costs more than the write. State of one server.
 */

/** Calls what it is given, in its order, at the end of the turn; sooner where something came that is to wait no longer. */
export type CoalesceWrites = (write: () => void) => void;

/** How long an answer may wait for others, as far as it is up to us: what comes next in the turn is not interrupted. */
const MOST_WAIT_MS = 1;

/** `now`: monotonic milliseconds. */
export function coalesceWrites(now: () => number): CoalesceWrites {
  let waiting: (() => void)[] = [];
  let sinceMs = 0;
  const writeAll = (): void => {
    const ready = waiting;
    waiting = [];
    for (const write of ready) write();
  };
  return (write) => {
    const nowMs = now();
    if (waiting.length === 0) {
      sinceMs = nowMs;
      setImmediate(writeAll);
    }
    waiting.push(write);
    if (nowMs - sinceMs >= MOST_WAIT_MS) writeAll();
  };
}
