/** Asks a search service of the user's own once, inside the request's time. IO; it never throws. */
import type { SearchSource } from "../../policy/compile/search.ts";
import { resultOfHead } from "../answer-body.ts";
import { causeOf } from "../causes.ts";
import { type Exchange, exchangeOnce } from "../exchange.ts";
import { resultOfText } from "../payload.ts";
import type { Pools } from "../pools.ts";
import { failed, type SourceResult } from "../source-result.ts";
import type { TimeLeft } from "../time-left.ts";
import { type FilledSearch, fillSearch, type SearchValues } from "./fill-request.ts";
import type { SearchResult } from "./hit.ts";
import { readHits } from "./read-hits.ts";

export interface SearchCall {
  readonly source: SearchSource;
  readonly values: SearchValues;
  /** W3C Trace Context. */
  readonly traceparent: string;
  /** Of the request: deadline and hang-up. */
  readonly timeLeft: TimeLeft;
}

/** A question without a word: there is nothing to look for, and some services answer nothing with everything. */
const NOT_ASKED: SearchResult = Object.freeze({ status: "hits", hits: [], skipped: [], raw: null });

/**
 * All hits that could be read, in the service's order: who may see them and how many are used is decided after. No retry, no redirect, no
 * byte of a failed answer. Never rejects; settles by the source's own timeout (`timeout`) or the request's deadline
 * (`deadline`), whichever comes first. 404 is a failure here: an index that is not there is no empty index.
 */
export async function askSearch(pools: Pools, { source, values, traceparent, timeLeft }: SearchCall): Promise<SearchResult> {
  const filled = fillSearch(source, values);
  if (filled === "no_words") return NOT_ASKED;
  if (filled === null) return failure(failed("invalid"));
  if (timeLeft.isOver()) return failure(failed("deadline"));
  const controller = new AbortController();
  const result = call(pools, source, { filled, traceparent, signal: controller.signal });
  const answer = await timeLeft.wait({ joined: false, result, leave: () => controller.abort() }, failed("deadline"));
  return answer.status === "facts" ? hitsOfAnswer(answer, source) : failure(answer);
}

/** The result that an answer with this text stands for; the same for a replay of a recorded text. */
export function hitsOfText(raw: string | null, source: SearchSource): SearchResult {
  if (raw === null) return NOT_ASKED;
  const answer = resultOfText(raw, source.errorField);
  return answer.status === "facts" ? hitsOfAnswer(answer, source) : failure(answer);
}

function hitsOfAnswer({ payload, raw }: Extract<SourceResult, { status: "facts" }>, source: SearchSource): SearchResult {
  const read = readHits(payload, source.places);
  return read === null ? failure(failed("invalid")) : Object.freeze({ status: "hits", ...read, raw });
}

const failure = (result: SourceResult): SearchResult =>
  result.status === "failed" ? result : { status: "failed", cause: "invalid" };

interface Sent {
  readonly filled: FilledSearch;
  readonly traceparent: string;
  readonly signal: AbortSignal;
}

async function call(pools: Pools, source: SearchSource, { filled, traceparent, signal }: Sent): Promise<SourceResult> {
  try {
    const lane = pools.laneOf(source);
    if (lane.calls >= lane.maxCalls) return failed("circuit_open");
    const { pathname, search } = new URL(filled.address);
    const { method, timeoutMs, maxBytes, errorField } = source;
    const exchange: Omit<Exchange, "signal"> = {
      method,
      path: pathname + search,
      headers: headersOf(source, traceparent, filled.body !== null),
      ...(filled.body === null ? {} : { body: filled.body }),
      timeoutMs,
      maxBytes,
      errorField,
      readHead: (status, headers) => (status === 404 ? failed("http_status", 404) : resultOfHead(status, headers, maxBytes)),
    };
    return await pools.breakerOf(source).run(signal, (own) => exchangeOnce(lane, { ...exchange, signal: own }));
  } catch (error) {
    return failed(causeOf(error));
  }
}

/** The source's own headers may refine `accept` and the body's type, nothing else of ours; in small letters, so none is sent twice. */
function headersOf(source: SearchSource, traceparent: string, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (hasBody) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(source.headers)) headers[name.toLowerCase()] = value;
  headers["accept-encoding"] = "identity";
  headers["traceparent"] = traceparent;
  return headers;
}
