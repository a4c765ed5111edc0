/** One POST to a chat completions endpoint, from first to last byte under its own timer. IO; it never throws. */
import { Pool } from "undici";
import { readText, resultOfHead } from "../sources/answer-body.ts";
import { causeOf } from "../sources/causes.ts";
import { resultOfText } from "../sources/payload.ts";
import type { Lane } from "../sources/pools.ts";
import { failed, type SourceResult } from "../sources/source-result.ts";

export interface EndpointOptions {
  /** Absolute http or https address that `/chat/completions` is put behind. */
  readonly baseUrl: string;
  /** Secret; null: the server wants none. */
  readonly apiKey: string | null;
  /** Most milliseconds for one call. */
  readonly deadlineMs: number;
  readonly maxConcurrent: number;
  /** Most bytes of an answer, unpacked. */
  readonly maxAnswerBytes: number;
}

export interface Endpoint {
  readonly lane: Lane;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

interface Sent {
  readonly body: string;
  readonly traceparent: string;
  /** Aborted when nobody waits for the answer any more; the call then fails with `deadline`. */
  readonly signal: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Of an answer that says nothing to us, this much is read so that its connection can serve again. */
const DRAIN_BYTES = 65_536;

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
    path: `${pathname.replace(/\/+$/, "")}/chat/completions`,
    headers: options.apiKey === null ? headers : { ...headers, authorization: `Bearer ${options.apiKey}` },
    timeoutMs: options.deadlineMs,
    maxBytes: options.maxAnswerBytes,
  };
}

/**
 * Asks once: no retry, no redirect, no byte of a failed answer. Settles after `timeoutMs` at the latest (cause
 * `timeout`), also where the socket ignores the abort. The lane counts the call until its connection is free or gone.
 */
export function postChat(endpoint: Endpoint, sent: Sent): Promise<SourceResult> {
  if (sent.signal.aborted) return Promise.resolve(failed("deadline"));
  return new Promise((resolve) => {
    const controller = new AbortController();
    const stop = (cause: "timeout" | "deadline") => {
      resolve(failed(cause));
      controller.abort();
    };
    const abandon = () => stop("deadline");
    const timer = setTimeout(stop, endpoint.timeoutMs, "timeout");
    sent.signal.addEventListener("abort", abandon, { once: true });
    endpoint.lane.calls += 1;
    const release = () => {
      clearTimeout(timer);
      sent.signal.removeEventListener("abort", abandon);
      endpoint.lane.calls -= 1;
    };
    exchange(endpoint, { ...sent, signal: controller.signal }, resolve)
      .catch((error: unknown) => resolve(failed(causeOf(error))))
      .finally(release);
  });
}

/** Settles as soon as the result is known; returns when the connection is free again or gone. */
async function exchange(endpoint: Endpoint, sent: Sent, settle: (result: SourceResult) => void): Promise<void> {
  const { lane, path, maxBytes } = endpoint;
  const { statusCode, headers, body } = await lane.pool.request({
    method: "POST",
    path,
    headers: { ...endpoint.headers, traceparent: sent.traceparent },
    body: sent.body,
    signal: sent.signal,
  });
  const early = resultOfHead(statusCode, headers, maxBytes);
  if (early !== null) {
    // A source's 404 speaks of a person; here it speaks of the address or the model.
    settle(early.status === "not_computed" ? failed("http_status", statusCode) : early);
    await body.dump({ limit: DRAIN_BYTES });
    return;
  }
  const read = await readText(body, headers, maxBytes);
  settle("cause" in read ? failed(read.cause) : resultOfText(read.text, null));
}
