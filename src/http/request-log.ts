/** One line for each request: route pattern, status, time, ids and counts. Never an address, a body, a header or a message. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { AnswerMisfit } from "./json-answer.ts";
import type { ClosedRequest } from "./metrics/metrics-page.ts";

/** Nginx's number for a client that left before its answer. */
const CLIENT_GONE = 499;

/** Logs it, and gives back what is counted of it. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): ClosedRequest {
  const { context } = request;
  const status = context.gone && reply.statusCode < 400 ? CLIENT_GONE : reply.statusCode;
  const { code, policyDigest, manifestId, counts } = context.noted;
  // What is undefined is left out of the line.
  const line = {
    route: request.routeOptions.url ?? null,
    method: request.method,
    status,
    ms: Math.round((performance.now() - context.arrivedMs) * 1_000) / 1_000,
    request_id: request.id,
    trace_id: context.trace.traceId,
    code,
    policy_digest: policyDigest,
    manifest_id: manifestId,
    counts,
  };
  if (status >= 500) request.log.error(line, "request");
  else request.log.info(line, "request");
  return { method: line.method, route: line.route ?? "none", status, ms: line.ms, code: code ?? null };
}

export interface SafeError {
  readonly name: string;
  readonly code?: string;
  /** Where an answer does not fit its schema: names of our own fields. */
  readonly places?: readonly string[];
  readonly frames?: readonly string[];
  readonly cause?: SafeError;
}

const WORD = /^[A-Za-z_][A-Za-z0-9_]{0,59}$/;
const FRAMES = 12;
const CAUSES = 4;

/** An error without its message: messages quote what they failed on, and that may be a person's text. */
export function safeError(thrown: unknown, depth = 0): SafeError {
  if (!(thrown instanceof Error)) return { name: thrown === null ? "null" : typeof thrown };
  const code = (thrown as { code?: unknown }).code;
  return {
    name: WORD.test(thrown.name) ? thrown.name : "Error",
    ...(typeof code === "string" && WORD.test(code) && { code }),
    ...(thrown instanceof AnswerMisfit && { places: thrown.places }),
    frames: framesOf(thrown),
    ...(thrown.cause !== undefined && depth < CAUSES && { cause: safeError(thrown.cause, depth + 1) }),
  };
}

function framesOf(error: Error): readonly string[] {
  const stack = error.stack ?? "";
  const end = stack.indexOf(error.message);
  const frames = end < 0 ? stack : stack.slice(end + error.message.length);
  return frames
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim());
}
