/** One HTTP exchange on a lane, from first to last byte under its own timer: for sources and for the model. IO; it never throws. */
import type { IncomingHttpHeaders } from "node:http";
import { readText } from "./answer-body.ts";
import { causeOf } from "./causes.ts";
import { resultOfText } from "./payload.ts";
import type { Lane } from "./pools.ts";
import { failed, type SourceResult } from "./source-result.ts";

/** Longest delay of a timer; a longer one would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Of an answer that says nothing to us, this much is read so that its connection can serve again. */
const DRAIN_BYTES = 65_536;

export interface Exchange {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Most milliseconds for the whole exchange. */
  readonly timeoutMs: number;
  /** Most bytes of the answer, unpacked. */
  readonly maxBytes: number;
  /** Member whose presence means an error; null: none. */
  readonly errorField: string | null;
  /** What status and headers alone say; null where the body must be read. */
  readonly readHead: (statusCode: number, headers: IncomingHttpHeaders) => SourceResult | null;
  /** Aborted when nobody waits for the answer any more; the exchange then fails with `deadline`. */
  readonly signal: AbortSignal;
}

/**
 * No retry, no redirect, no byte of a failed answer. A request that waits for a connection ignores its signal, so timer and
 * abort settle the promise themselves. The lane counts the call until its connection is free or gone.
 */
export function exchangeOnce(lane: Lane, exchange: Exchange): Promise<SourceResult> {
  if (exchange.signal.aborted) return Promise.resolve(failed("deadline"));
  return new Promise((resolve) => {
    const controller = new AbortController();
    const stop = (cause: "timeout" | "deadline") => {
      resolve(failed(cause));
      controller.abort();
    };
    const abandon = () => stop("deadline");
    const timer = setTimeout(stop, Math.min(exchange.timeoutMs, MAX_TIMER_MS), "timeout");
    exchange.signal.addEventListener("abort", abandon, { once: true });
    lane.calls += 1;
    const release = () => {
      clearTimeout(timer);
      exchange.signal.removeEventListener("abort", abandon);
      lane.calls -= 1;
    };
    request(lane, { ...exchange, signal: controller.signal }, resolve)
      .catch((error: unknown) => resolve(failed(causeOf(error))))
      .finally(release);
  });
}

/** Settles as soon as the result is known; returns when the connection is free again or gone. */
async function request(lane: Lane, exchange: Exchange, settle: (result: SourceResult) => void): Promise<void> {
  const { method, path, headers: sent, body: text = null, maxBytes, errorField, readHead, signal } = exchange;
  const { statusCode, headers, body } = await lane.pool.request({ method, path, headers: sent, body: text, signal });
  const early = readHead(statusCode, headers);
  if (early !== null) {
    settle(early);
    await body.dump({ limit: DRAIN_BYTES });
    return;
  }
  const read = await readText(body, headers, maxBytes);
  settle("cause" in read ? failed(read.cause) : resultOfText(read.text, errorField));
}
