/** What asking for the vectors of texts gives: all of them, or why there are none. Pure. */

export const EMBED_CAUSES = [
  /** As many calls as allowed are under way. No call was made. */
  "busy",
  /** The deadline of embeddings. */
  "timeout",
  /** The deadline of the request. */
  "deadline",
  "refused",
  "dns",
  "reset",
  "tls",
  /** Any status but 200 and 3xx; the result carries it. */
  "http_status",
  "redirect",
  "content_type",
  "too_large",
  /** Not the protocol, another number of vectors, or one that is no direction. */
  "invalid",
  /** Vectors of another length than the first ones that this process got. */
  "dimensions",
  /** Too many faults in a row; no call was made. */
  "circuit_open",
  /** The caller went away. */
  "aborted",
] as const;
export type EmbedCause = (typeof EMBED_CAUSES)[number];

export interface EmbedFailure {
  readonly status: "failed";
  readonly cause: EmbedCause;
  readonly httpStatus?: number;
}

/** `vectors`: one per text, in their order, of unit length and all of one number of dimensions. */
export type EmbedResult = { readonly status: "vectors"; readonly vectors: readonly Float32Array[] } | EmbedFailure;

/** A failure; a status goes with `http_status` only. */
export function failedEmbed(cause: EmbedCause, httpStatus?: number): EmbedFailure {
  return Object.freeze(httpStatus === undefined ? { status: "failed", cause } : { status: "failed", cause, httpStatus });
}
