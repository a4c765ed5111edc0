/** Stops calling a source that keeps failing, and tries it again after a rest. State in memory, no IO of its own. */
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from "cockatiel";
import { type Cause, failed, type SourceResult } from "./source-result.ts";

export interface BreakerOptions {
  /** Faults one after another that open it. */
  readonly faultsInARow: number;
  readonly restMs: number;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

export interface Breaker {
  /**
   * Makes the call, or fails with `circuit_open` without it. `signal` aborted means that nobody wants the answer any
   * more; `call` then gives `failed("deadline")`, which counts neither for nor against the source.
   */
  run(signal: AbortSignal, call: (signal: AbortSignal) => Promise<SourceResult>): Promise<SourceResult>;
}

/** A refusal (4xx) or an unreadable answer comes from a service that is alive, and repeats for one caller only. */
const FAULTS: ReadonlySet<Cause> = new Set<Cause>(["refused", "dns", "reset", "tls", "timeout"]);

/** Thrown inside the policy only: it is the one outcome that cockatiel counts as neither success nor failure. */
const ABANDONED = new Error("nobody waits for this call any more");

export function createBreaker(options: BreakerOptions): Breaker {
  const policy = circuitBreaker(
    handleWhenResult((result) => isFault(result as SourceResult)),
    { halfOpenAfter: monotonicRest(options), breaker: new ConsecutiveBreaker(options.faultsInARow) },
  );
  const never = new AbortController().signal;
  return {
    async run(signal, call) {
      // cockatiel would let everybody wait for the one probe; a request has no time for that.
      if (policy.state === CircuitState.HalfOpen) return failed("circuit_open");
      // The probe runs to its own end, whoever leaves: it decides for everybody.
      const wanted = policy.state === CircuitState.Closed ? signal : never;
      try {
        return await policy.execute(async () => {
          const result = await call(wanted);
          if (wanted.aborted && result.status === "failed" && result.cause === "deadline") throw ABANDONED;
          return result;
        });
      } catch (error) {
        if (error === ABANDONED) return failed("deadline");
        if (error instanceof BrokenCircuitError) return failed("circuit_open");
        throw error;
      }
    },
  };
}

function isFault(result: SourceResult): boolean {
  if (result.status !== "failed") return false;
  return FAULTS.has(result.cause) || (result.httpStatus ?? 0) >= 500;
}

/**
 * cockatiel compares `duration` with the wall clock, and a clock set back by an hour would keep the circuit open for
 * that hour. So the duration is measured here and is either "not yet" or "long ago".
 */
function monotonicRest({ restMs, nowMs }: BreakerOptions) {
  const resting = () => {
    const openedMs = nowMs();
    return {
      get duration() {
        return nowMs() - openedMs < restMs ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      },
      next: resting,
    };
  };
  return { next: resting };
}
