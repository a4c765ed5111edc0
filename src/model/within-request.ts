/** Ends the wait for one call at the request's deadline or when its client hangs up. A timer and a listener; no other IO. */
import { causeOf } from "../sources/causes.ts";
import { MAX_TIMER_MS } from "../sources/exchange.ts";
import type { Cause } from "../sources/source-result.ts";
import type { Limits } from "../sources/time-left.ts";

export interface Wait<Result> {
  readonly limits: Limits;
  /** Monotonic milliseconds, the clock of `limits.deadlineMs`. */
  readonly nowMs: () => number;
  /** Its signal is aborted when nobody waits any more. */
  readonly call: (wanted: AbortSignal) => Promise<Result>;
  readonly failed: (cause: Cause | "aborted") => Result;
}

/** Settles at the deadline or the abort, whatever the call does. Never rejects; makes no call for a request that is over. */
export function withinRequest<Result>({ limits, nowMs, call, failed }: Wait<Result>): Promise<Result> {
  const client = limits.signal();
  if (client.aborted) return Promise.resolve(failed("aborted"));
  const leftMs = limits.deadlineMs - nowMs();
  if (leftMs <= 0) return Promise.resolve(failed("deadline"));
  return new Promise((resolve) => {
    const controller = new AbortController();
    const settle = (result: Result) => {
      clearTimeout(timer);
      client.removeEventListener("abort", hangUp);
      resolve(result);
    };
    const stop = (cause: "deadline" | "aborted") => {
      settle(failed(cause));
      controller.abort();
    };
    const hangUp = () => stop("aborted");
    // Rounded up, because a timer drops fractions and would fire before the instant.
    const timer = setTimeout(stop, Math.min(Math.ceil(leftMs), MAX_TIMER_MS), "deadline");
    client.addEventListener("abort", hangUp, { once: true });
    call(controller.signal).then(settle, (error: unknown) => settle(failed(causeOf(error))));
  });
}
