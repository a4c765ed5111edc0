/** Asks a model for the vectors of texts: bounded in time, size and number, and silent while it is down. IO. */
import { createBreaker } from "../sources/breaker.ts";
import type { Cause, SourceResult } from "../sources/source-result.ts";
import type { Limits } from "../sources/time-left.ts";
import { answerBytes, embeddingsRequest, readVectors } from "./embeddings-protocol.ts";
import { type EmbedCause, type EmbedResult, failedEmbed } from "./embeddings-result.ts";
import { openEndpoint, postJson } from "./endpoint.ts";
import { withinRequest } from "./within-request.ts";

export interface EmbedderOptions {
  /** Absolute http or https address that `/embeddings` is put behind. */
  readonly baseUrl: string;
  /** Secret: in no result and no message. Null: the server wants none. */
  readonly apiKey: string | null;
  readonly model: string;
  /** Most texts in one call, from 1; default 64. */
  readonly batch?: number;
  /** Most milliseconds for one call, connecting included; default 300. */
  readonly deadlineMs?: number;
  /** Calls under way at once; one more is `busy` instead of waiting; default 32. */
  readonly maxConcurrent?: number;
  /** Faults one after another that stop further calls; default 5. */
  readonly faultsInARow?: number;
  /** Milliseconds until one call is tried again; default 5,000. */
  readonly restMs?: number;
  /** Monotonic milliseconds, the clock of `EmbedLimits.deadlineMs`. */
  readonly nowMs?: () => number;
}

export interface EmbedLimits extends Limits {
  /** Of the request behind the call; absent for work of our own. */
  readonly traceparent?: string;
}

export interface Embedder {
  readonly model: string;
  /** Most texts in one call. */
  readonly batch: number;
  /**
   * The vectors of all texts or of none: one call after another, `batch` texts each. Never rejects. Joins and keeps
   * nothing: equal texts at the same time are two calls.
   */
  embed(texts: readonly string[], limits: EmbedLimits): Promise<EmbedResult>;
  /** Ends every connection; calls under way, and later ones, fail with `reset`. */
  close(): Promise<void>;
}

const DEFAULTS = {
  batch: 64,
  deadlineMs: 300,
  maxConcurrent: 32,
  faultsInARow: 5,
  restMs: 5_000,
  nowMs: () => performance.now(),
} as const;

/** Opens no connection before the first ask. Throws for a base that is no http or https URL; the configuration has checked it. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const settings = { ...DEFAULTS, ...options };
  const { model, batch, nowMs } = settings;
  const endpoint = openEndpoint({ ...settings, route: "/embeddings" });
  const breaker = createBreaker(settings);
  /** Of the first vectors, for good: others cannot be compared with them. */
  let dimensions: number | null = null;

  async function embedBatch(
    texts: readonly string[],
    traceparent: string | undefined,
    wanted: AbortSignal,
  ): Promise<EmbedResult> {
    if (endpoint.lane.calls >= endpoint.lane.maxCalls) return failedEmbed("busy");
    const result = await breaker.run(wanted, (signal) => {
      const body = JSON.stringify(embeddingsRequest(model, texts));
      return postJson(endpoint, { body, traceparent, maxBytes: answerBytes(texts.length), signal });
    });
    if (result.status !== "facts") return failureOf(result);
    const vectors = readVectors(result.payload, texts.length);
    if (vectors === null) return failedEmbed("invalid");
    dimensions ??= vectors[0]?.length ?? null;
    return vectors[0]?.length === dimensions ? { status: "vectors", vectors } : failedEmbed("dimensions");
  }

  return {
    model,
    batch,
    embed: (texts, limits) =>
      withinRequest({
        limits,
        nowMs,
        call: (wanted) => inBatches(texts, batch, (some) => embedBatch(some, limits.traceparent, wanted)),
        failed: (cause) => failedEmbed(embedCause(cause)),
      }),
    close: () => endpoint.lane.pool.destroy(),
  };
}

/** All vectors, or the first failure; nothing is sent after it. */
async function inBatches(
  texts: readonly string[],
  size: number,
  embedBatch: (some: readonly string[]) => Promise<EmbedResult>,
): Promise<EmbedResult> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += size) {
    const result = await embedBatch(texts.slice(from, from + size));
    if (result.status === "failed") return result;
    vectors.push(...result.vectors);
  }
  return { status: "vectors", vectors };
}

function failureOf(result: Exclude<SourceResult, { status: "facts" }>): EmbedResult {
  if (result.status === "not_computed") return failedEmbed("invalid");
  return failedEmbed(embedCause(result.cause), result.httpStatus);
}

/** The two that only sources have do not come from a call of ours. */
function embedCause(cause: Cause | "aborted"): EmbedCause {
  return cause === "error_field" || cause === "dependency" ? "invalid" : cause;
}
