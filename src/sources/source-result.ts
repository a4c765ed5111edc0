/** What asking a source gives: facts, nothing for this person, or a failure with its cause. Pure. */

export const CAUSES = [
  "refused",
  "dns",
  "reset",
  "tls",
  "timeout",
  "deadline",
  "http_status",
  "redirect",
  "content_type",
  "invalid",
  "too_large",
  "error_field",
  "circuit_open",
  "dependency",
] as const;
export type Cause = (typeof CAUSES)[number];

/** A parsed JSON value from an upstream; objects in it have no `__proto__` member. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type SourceResult =
  | {
      readonly status: "facts";
      readonly payload: Json;
      /** The exact text received, for the record; kept by keyed hash. */
      readonly raw: string;
      /** Served after a failure from an older answer, within `stale_if_error`. */
      readonly stale: boolean;
    }
  /** The source answered and has nothing for this person: 404, or the parameter's source answered without it. */
  | { readonly status: "not_computed" }
  | { readonly status: "failed"; readonly cause: Cause; readonly httpStatus?: number };

/** The source has nothing for this person. */
export const NOT_COMPUTED: SourceResult = Object.freeze({ status: "not_computed" });

/** A failure; the status goes with `http_status` only. */
export function failed(cause: Cause, httpStatus?: number): SourceResult {
  return Object.freeze(httpStatus === undefined ? { status: "failed", cause } : { status: "failed", cause, httpStatus });
}

/** How one source was asked: the envelope's part of the story, never part of the deterministic core. */
export interface SourceTiming {
  readonly source: string;
  readonly ms: number;
  /** `upstream`: a call was made; `joined`: an identical call was in flight; `cache`: no call; `store`: what our own store has. */
  readonly via: "upstream" | "joined" | "cache" | "store" | "none";
}

/** All answers, in their order. No promise where every one is there already. */
export function allOf(
  answers: readonly (SourceResult | Promise<SourceResult>)[],
): readonly SourceResult[] | Promise<readonly SourceResult[]> {
  return answers.every(isThere) ? answers : Promise.all(answers);
}

const isThere = (answer: SourceResult | Promise<SourceResult>): answer is SourceResult => !(answer instanceof Promise);
