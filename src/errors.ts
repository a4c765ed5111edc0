/** The closed list of error codes, their status and title, and the one error class that carries them. Pure. */

const ERRORS = {
  invalid_request: [400, "The request does not have the expected shape"],
  invalid_json: [400, "The body is not valid JSON"],
  invalid_utf8: [400, "The body is not valid UTF-8"],
  unknown_policy: [400, "No such policy"],
  unknown_plan: [400, "The policy has no such plan"],
  unknown_model: [400, "The policy has no such model"],
  unknown_attribute: [400, "The policy declares no such attribute"],
  invalid_time_zone: [400, "Not an IANA time zone"],
  duplicate_candidate_id: [400, "Two candidates have one id"],
  supersedes_cycle: [400, "Candidates supersede each other in a circle"],
  invalid_cursor: [400, "Not a cursor of this list"],
  forbidden: [403, "The caller may not do this"],
  not_found: [404, "No such record"],
  unknown_route: [404, "No such route"],
  method_not_allowed: [405, "The route does not take this method"],
  not_acceptable: [406, "None of the accepted media types is available"],
  request_timeout: [408, "The request took too long to arrive"],
  conflict: [409, "The state of the record does not allow this"],
  erased: [410, "The record's content was erased"],
  body_too_large: [413, "The body is larger than allowed"],
  uri_too_long: [414, "A part of the address is longer than allowed"],
  unsupported_media_type: [415, "The body must be application/json"],
  pinned_over_budget: [422, "What must go in does not fit the budget"],
  headers_too_large: [431, "The headers are larger than allowed"],
  internal: [500, "Something failed on our side"],
  payload_refused: [500, "The finished prompt breaks a rule of its provider"],
  hash_mismatch: [500, "A stored text does not match its hash"],
  overloaded: [503, "Too many requests at once"],
  shutting_down: [503, "The service is shutting down"],
  audit_unavailable: [503, "The manifest could not be stored"],
  store_unavailable: [503, "The records cannot be read at the moment"],
  required_source: [503, "A source that the policy requires did not answer"],
  deadline_exceeded: [504, "The deadline had passed before any work"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

export const statusOf = (code: ErrorCode): number => ERRORS[code][0];
export const titleOf = (code: ErrorCode): string => ERRORS[code][1];

/** One fault of a request. `pointer` (RFC 6901, into the body) or `parameter` (query, header) says where. */
export interface ErrorItem {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
}

export interface ErrorDetails {
  readonly errors?: readonly ErrorItem[];
  /** Extra members of the problem reply, for example the arithmetic of `pinned_over_budget`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** The only error we throw on purpose. `message` says what was expected, what was got and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}
