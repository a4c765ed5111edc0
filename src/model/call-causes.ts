/** Why a call of a model gave nothing, whatever it was asked for. Pure. */

export const CALL_CAUSES = [
  /** As many calls as allowed are under way. No call was made. */
  "busy",
  /** The call's own deadline. */
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
  /** Not the protocol, or not what was asked for: another number of vectors, a content that is not exactly the object. */
  "invalid",
  /** Too many faults in a row; no call was made. */
  "circuit_open",
  /** The caller went away. */
  "aborted",
] as const;
