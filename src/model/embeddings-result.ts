/** What asking for the vectors of texts gives: all of them, or why there are none. Pure. */
import { CALL_CAUSES } from "./call-causes.ts";

export const EMBED_CAUSES = [
  ...CALL_CAUSES,
  /** Vectors of another length than the first ones that this process got. */
  "dimensions",
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
