/** Ends every wait of one request at its deadline or when its client hangs up: one timer, one listener, however many waits. */
import { MAX_TIMER_MS } from "./exchange.ts";
import type { Seat } from "./single-flight.ts";

export interface Limits {
  /** Monotonic instant in milliseconds after which nothing is waited for. */
  readonly deadlineMs: number;
  /** Aborted when the client hangs up. Called only where something waits: a signal costs more than a cached answer. */
  readonly signal: () => AbortSignal;
}

export interface TimeLeft {
  isOver(): boolean;
  /** The shared answer; or `late`, and the seat given up, as soon as the time is over. */
  wait<T>(seat: Seat<T>, late: T): Promise<T>;
}

/** `nowMs` is the clock of `deadlineMs`. Timer and listener exist only while somebody waits. */
export function createTimeLeft(limits: Limits, nowMs: () => number): TimeLeft {
  const { deadlineMs } = limits;
  const waits = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function endAll(): void {
    for (const giveUp of [...waits]) giveUp();
  }

  function begin(giveUp: () => void): void {
    if (waits.size === 0) {
      // Rounded up, because a timer drops fractions and would fire before the instant.
      timer = setTimeout(endAll, Math.min(Math.ceil(deadlineMs - nowMs()), MAX_TIMER_MS));
      limits.signal().addEventListener("abort", endAll, { once: true });
    }
    waits.add(giveUp);
  }

  function end(giveUp: () => void): void {
    if (!waits.delete(giveUp) || waits.size > 0) return;
    clearTimeout(timer);
    limits.signal().removeEventListener("abort", endAll);
  }

  return {
    isOver: () => limits.signal().aborted || nowMs() >= deadlineMs,
    wait: (seat, late) =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          end(giveUp);
          seat.leave();
          resolve(late);
        };
        begin(giveUp);
        seat.result.finally(() => end(giveUp)).then(resolve, reject);
      }),
  };
}
