/** One POST to an endpoint of an OpenAI-compatible API, from first to last byte under its own timer. IO; it never throws. */
import { Pool } from "undici";
import { resultOfHead } from "../sources/answer-body.ts";
import { exchangeOnce } from "../sources/exchange.ts";
import type { Lane } from "../sources/pools.ts";
import { failed, type SourceResult } from "../sources/source-result.ts";

export interface EndpointOptions {
  /** Absolute http or https address that `route` is put behind. */
  readonly baseUrl: string;
  readonly route: "/chat/completions" | "/embeddings";
  /** Secret; null: the server wants none. */
  readonly apiKey: string | null;
  /** Most milliseconds for one call. */
  readonly deadlineMs: number;
  readonly maxConcurrent: number;
}

export interface Endpoint {
  readonly lane: Lane;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

interface Sent {
  readonly body: string;
  /** Absent: no request of anybody's is behind the call. */
  readonly traceparent?: string | undefined;
  /** Most bytes of the answer, unpacked. */
  readonly maxBytes: number;
  /** Aborted when nobody waits for the answer any more; the call then fails with `deadline`. */
  readonly signal: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Opens no connection yet. Throws TypeError for a base that is no URL, and undici's InvalidArgumentError for another scheme. */
export function openEndpoint(options: EndpointOptions): Endpoint {
  const { origin, pathname } = new URL(options.baseUrl);
  // Both of undici's own timeouts are off: they restart with every byte, and ours covers the whole call.
  const pool = new Pool(origin, {
    connections: options.maxConcurrent,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  const headers = { accept: "application/json", "accept-encoding": "identity", "content-type": "application/json" };
  return {
    lane: { pool, maxCalls: options.maxConcurrent, calls: 0 },
    path: `${pathname.replace(/\/+$/, "")}${options.route}`,
    headers: options.apiKey === null ? headers : { ...headers, authorization: `Bearer ${options.apiKey}` },
    timeoutMs: options.deadlineMs,
  };
}

/** Asks once. Settles after the endpoint's deadline at the latest, with cause `timeout`. */
export function postJson({ lane, path, headers, timeoutMs }: Endpoint, sent: Sent): Promise<SourceResult> {
  const { body, maxBytes, traceparent, signal } = sent;
  return exchangeOnce(lane, {
    method: "POST",
    path,
    headers: traceparent === undefined ? headers : { ...headers, traceparent },
    body,
    timeoutMs,
    maxBytes,
    errorField: null,
    readHead(statusCode, received) {
      const early = resultOfHead(statusCode, received, maxBytes);
      // A source's 404 speaks of a person; here it speaks of the address or the model.
      return early?.status === "not_computed" ? failed("http_status", statusCode) : early;
    },
    signal,
  });
}
