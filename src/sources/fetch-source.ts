/** One GET to an upstream, from first to last byte under its own timer. IO; it never throws. */
import type { Source } from "../policy/snapshot.ts";
import { readText, resultOfHead } from "./answer-body.ts";
import { causeOf } from "./causes.ts";
import { resultOfText } from "./payload.ts";
import type { Lane, Pools } from "./pools.ts";
import { failed, type SourceResult } from "./source-result.ts";

export interface SourceCall {
  readonly source: Source;
  /** Filled in, with the source's origin. */
  readonly address: string;
  readonly traceparent: string;
  /** Aborted when nobody waits for the answer any more; the call then fails with `deadline`. */
  readonly signal: AbortSignal;
}

/** The longest that `setTimeout` can wait. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Of an answer that says nothing to us, this much is read so that its connection can serve again. */
const DRAIN_BYTES = 65_536;

/**
 * Asks a source once: no retry, no redirect, no byte of a failed answer. The promise never rejects, and settles after
 * `source.timeoutMs` at the latest (cause `timeout`), also where the socket ignores the abort.
 */
export async function fetchSource(pools: Pools, call: SourceCall): Promise<SourceResult> {
  try {
    const lane = pools.laneOf(call.source);
    if (lane.calls >= lane.maxCalls) return failed("circuit_open");
    return await pools.breakerOf(call.source).run(call.signal, (signal) => timed(lane, { ...call, signal }));
  } catch (error) {
    return failed(causeOf(error));
  }
}

/** A request that waits for a connection ignores its signal, so timer and abort settle the promise themselves. */
function timed(lane: Lane, call: SourceCall): Promise<SourceResult> {
  if (call.signal.aborted) return Promise.resolve(failed("deadline"));
  return new Promise((resolve) => {
    const controller = new AbortController();
    const stop = (cause: "timeout" | "deadline") => {
      resolve(failed(cause));
      controller.abort();
    };
    const abandon = () => stop("deadline");
    const timer = setTimeout(stop, Math.min(call.source.timeoutMs, MAX_TIMER_MS), "timeout");
    call.signal.addEventListener("abort", abandon, { once: true });
    lane.calls += 1;
    const release = () => {
      clearTimeout(timer);
      call.signal.removeEventListener("abort", abandon);
      lane.calls -= 1;
    };
    exchange(lane, { ...call, signal: controller.signal }, resolve)
      .catch((error: unknown) => resolve(failed(causeOf(error))))
      .finally(release);
  });
}

/** Settles as soon as the result is known; returns when the connection is free again or gone. */
async function exchange(lane: Lane, call: SourceCall, settle: (result: SourceResult) => void): Promise<void> {
  const { source, signal } = call;
  const { pathname, search } = new URL(call.address);
  const { statusCode, headers, body } = await lane.pool.request({
    method: "GET",
    path: pathname + search,
    headers: headersOf(source, call.traceparent),
    signal,
  });
  const early = resultOfHead(statusCode, headers, source.maxBytes);
  if (early !== null) {
    settle(early);
    await body.dump({ limit: DRAIN_BYTES });
    return;
  }
  const read = await readText(body, headers, source.maxBytes);
  settle("cause" in read ? failed(read.cause) : resultOfText(read.text, source.errorField));
}

/** The source's own headers may refine `accept`, nothing else of ours; names in small letters, so none is sent twice. */
function headersOf(source: Source, traceparent: string): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  for (const [name, value] of Object.entries(source.headers)) headers[name.toLowerCase()] = value;
  headers["accept-encoding"] = "identity";
  headers["traceparent"] = traceparent;
  return headers;
}
