/** RFC 9457 replies: the one shape of everything that is not 2xx. */
import type { FastifyReply } from "fastify";
import { AppError, type ErrorItem, statusOf, titleOf } from "../errors.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** Faults listed at most. */
const LISTED = 20;

/**
 * The body of a problem reply: the members of the standard first, and no extra member in their place.
 * `publicUrl` makes the type absolute; the Host header never does.
 */
export function problemBody(error: AppError, instance: string, publicUrl: string | null): Readonly<Record<string, unknown>> {
  const { errors, extra } = error.details;
  const standard = {
    type: `${publicUrl ?? ""}/problems/${error.code}`,
    title: titleOf(error.code),
    status: statusOf(error.code),
    detail: error.message,
    instance,
    code: error.code,
    ...(errors !== undefined && { errors: errors.slice(0, LISTED) }),
  };
  return { ...standard, ...extra, ...standard };
}

/** The headers of a problem reply beside those of every reply. */
export function problemHeaders(error: AppError): Record<string, string> {
  const { retryAfterSeconds, allow } = error.details;
  return {
    "content-type": PROBLEM_TYPE,
    "cache-control": "no-store",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...(allow !== undefined && { allow: allow.join(", ") }),
    ...(error.code === "unsupported_media_type" && { "accept-encoding": "identity" }),
  };
}

export function sendProblem(reply: FastifyReply, error: AppError, publicUrl: string | null): FastifyReply {
  const { request } = reply;
  request.context.noted.code = error.code;
  const placed = request.method === "GET" || request.method === "HEAD" ? inAddress(error) : error;
  const body = JSON.stringify(problemBody(placed, request.id, publicUrl));
  /** Bytes, because Fastify adds a charset to JSON text and the media type knows none. */
  return reply.code(statusOf(error.code)).headers(problemHeaders(error)).send(Buffer.from(body));
}

/** The faults of a request without a body: what the service points to is a parameter there. */
function inAddress(error: AppError): AppError {
  const errors = error.details.errors?.map(({ pointer, ...rest }) =>
    pointer === undefined ? rest : { parameter: pointer.slice(1), ...rest },
  );
  return errors === undefined ? error : new AppError(error.code, error.message, { ...error.details, errors });
}

/** The detail of a reply with these faults. */
export function detailOf(items: readonly ErrorItem[]): string {
  if (items.length > LISTED) return `More than ${LISTED} faults; the first ${LISTED} are listed under errors.`;
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) return `${items.length} faults, listed under errors.`;
  const place = item.pointer ?? item.parameter ?? "";
  return `${place === "" ? "" : `${place}: `}${item.message}${item.message.endsWith("?") ? "" : "."}`;
}
