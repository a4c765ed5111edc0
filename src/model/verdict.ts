/** What asking a model for the intent of a question gives: one of the intents, or why there is none. Pure. */
import { CALL_CAUSES } from "./call-causes.ts";

export const VERDICT_CAUSES = [
  /** No model is configured, or fewer than two intents are left to choose between. No call was made. */
  "disabled",
  ...CALL_CAUSES,
  /** The model or its provider declined to answer. */
  "refusal",
  /** The object that was asked for, with an intent that is none of the allowed ones. */
  "not_allowed",
] as const;
export type VerdictCause = (typeof VERDICT_CAUSES)[number];

/** `content` is what the model said, without NUL and lone surrogates and cut to 500 code points, for the record; null: nothing. */
export type Verdict =
  | { readonly status: "answered"; readonly intent: string; readonly content: string }
  | { readonly status: "failed"; readonly cause: VerdictCause; readonly content: string | null; readonly httpStatus?: number };

/** A failure; a status goes with `http_status` only. */
export function failedVerdict(cause: VerdictCause, content: string | null = null, httpStatus?: number): Verdict {
  const verdict = { status: "failed", cause, content } as const;
  return Object.freeze(httpStatus === undefined ? verdict : { ...verdict, httpStatus });
}
