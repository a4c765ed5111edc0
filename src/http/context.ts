/** The circumstances of one request, from its first header to its last byte: ids, trace, abort, what the log line will say. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../caller.ts";
import type { ErrorCode } from "../errors.ts";
import type { Call } from "../service/service-types.ts";
import { createDeparture, type Departure } from "./departure.ts";
import { continueTrace, type Trace } from "./trace.ts";

/** Filled on the way; only ids, codes and counts, because it is logged. */
interface Noted {
  code?: ErrorCode;
  policyDigest?: string;
  manifestId?: string;
  counts?: Readonly<Record<string, number>>;
}

export interface RequestContext {
  readonly trace: Trace;
  /** Monotonic milliseconds. */
  readonly arrivedMs: number;
  readonly departure: Departure;
  readonly noted: Noted;
  /** Null until the caller is known; routes that need a permission never see null. */
  caller: Caller | null;
  /** Whether it has a place among the requests under way. */
  counted: boolean;
  /** True once the client has left before the answer was complete. */
  gone: boolean;
}

/**
 * Opens the context of a request and calls `closed` once, after the last byte or after the client has left.
 * A hang-up is the close of a response that was never ended: the request's own close, and Fastify's `request.signal`
 * with it, comes as soon as the body has been read.
 */
export function openContext(
  request: FastifyRequest,
  reply: FastifyReply,
  closed: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const trace = continueTrace(request.headers["traceparent"]);
  const context: RequestContext = {
    trace,
    arrivedMs: performance.now(),
    departure: createDeparture(),
    noted: {},
    caller: null,
    counted: false,
    gone: false,
  };
  request.context = context;
  reply.header("traceparent", trace.traceparent);
  reply.header("x-content-type-options", "nosniff");
  // A response closes once, so nothing has to be taken off again.
  reply.raw.on("close", () => {
    context.gone = !reply.raw.writableEnded;
    if (context.gone) context.departure.leave();
    closed(request, reply);
  });
}

/** The caller of a route that needs a permission. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.context.caller === null) throw new TypeError("the route asked for no permission, so there is no caller");
  return request.context.caller;
}

export function callOf(request: FastifyRequest): Call {
  const { trace, arrivedMs, departure } = request.context;
  return {
    requestId: request.id,
    traceId: trace.traceId,
    traceparent: trace.traceparent,
    arrivedMs,
    signal: departure.signal,
  };
}
