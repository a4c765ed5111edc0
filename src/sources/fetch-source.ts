/** One GET to an upstream, from first to last byte under its own timer. IO; it never throws. */
import type { Source } from "../policy/rules/sources.ts";
import { resultOfHead } from "./answer-body.ts";
import { causeOf } from "./causes.ts";
import { type Exchange, exchangeOnce } from "./exchange.ts";
import type { Pools } from "./pools.ts";
import { failed, type SourceResult } from "./source-result.ts";

export interface SourceCall {
  readonly source: Source;
  /** Filled in, with the source's origin. */
  readonly address: string;
  readonly traceparent: string;
  /** Aborted when nobody waits for the answer any more; the call then fails with `deadline`. */
  readonly signal: AbortSignal;
}

/**
 * Asks a source once: no retry, no redirect, no byte of a failed answer. The promise never rejects, and settles after
 * `source.timeoutMs` at the latest (cause `timeout`), also where the socket ignores the abort.
 */
export async function fetchSource(pools: Pools, call: SourceCall): Promise<SourceResult> {
  try {
    const lane = pools.laneOf(call.source);
    if (lane.calls >= lane.maxCalls) return failed("circuit_open");
    return await pools.breakerOf(call.source).run(call.signal, (signal) => exchangeOnce(lane, exchangeOf({ ...call, signal })));
  } catch (error) {
    return failed(causeOf(error));
  }
}

function exchangeOf({ source, address, traceparent, signal }: SourceCall): Exchange {
  const { pathname, search } = new URL(address);
  const { timeoutMs, maxBytes, errorField } = source;
  return {
    method: "GET",
    path: pathname + search,
    headers: headersOf(source, traceparent),
    timeoutMs,
    maxBytes,
    errorField,
    readHead: (statusCode, headers) => resultOfHead(statusCode, headers, maxBytes),
    signal,
  };
}

/** The source's own headers may refine `accept`, nothing else of ours; names in small letters, so none is sent twice. */
function headersOf(source: Source, traceparent: string): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  for (const [name, value] of Object.entries(source.headers)) headers[name.toLowerCase()] = value;
  headers["accept-encoding"] = "identity";
  headers["traceparent"] = traceparent;
  return headers;
}
