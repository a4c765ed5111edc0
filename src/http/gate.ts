/**
 * What every request passes before its body is read, in this order: well-formed, routable, not too much at once, allowed.
 * Load is shed before anything costs: no body, no credentials, no parsing.
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Permission } from "../caller.ts";
import { AppError } from "../errors.ts";
import { type Authenticate, requirePermission } from "./auth.ts";
import { checkBodyHeaders } from "./body-headers.ts";
import { coalesceWrites } from "./coalesce-writes.ts";
import { openContext } from "./context.ts";
import type { MetricsPage } from "./metrics/metrics-page.ts";
import { logRequest } from "./request-log.ts";
import type { Settings } from "./settings.ts";

/** How many requests are under way, and whether new ones are still taken. */
export interface Load {
  inFlight: number;
  closing: boolean;
}

const RETRY_SECONDS = 1;
const RETRY_ELSEWHERE_SECONDS = 5;

interface GateDeps {
  readonly authenticate: Authenticate;
  readonly metrics: Pick<MetricsPage, "closed">;
}

export function installGate(app: FastifyInstance, config: Settings, { authenticate, metrics }: GateDeps): Load {
  const load: Load = { inFlight: 0, closing: false };
  app.decorateRequest("context");
  app.addHook("preClose", async () => {
    load.closing = true;
  });
  const closed = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.context.counted) load.inFlight -= 1;
    metrics.closed(logRequest(request, reply));
  };
  // Not an async function, because most requests wait for nothing here.
  app.addHook("onRequest", (request, reply, done) => {
    openContext(request, reply, closed);
    const { access, always, cacheable } = request.routeOptions.config;
    if (!cacheable) reply.header("cache-control", "no-store");
    checkForm(request, config);
    if (request.is404) throw unroutable(app, request);
    if (!always) enter(request, load, config);
    const admit = (caller: Caller | null): void => {
      request.context.caller = caller;
      if (caller !== null) requirePermission(caller, access as Permission);
      if (request.routeOptions.schema?.body !== undefined) checkBodyHeaders(request, config);
    };
    const caller = access === "none" || access === undefined ? null : authenticate(request);
    if (caller instanceof Promise) caller.then(admit).then(() => done(), done);
    else {
      admit(caller);
      done();
    }
  });
  const coalesce = coalesceWrites(() => performance.now());
  app.addHook("onSend", (_request, reply, payload, done) => {
    /** A kept-alive connection would hold up the end of the process for as long as it idles. */
    if (load.closing) reply.header("connection", "close");
    // A stream that fails while nobody listens yet would end the process.
    if (payload instanceof Readable) done(null, payload);
    else coalesce(() => done(null, payload));
  });
  return load;
}

/** HTTP that Node lets through and we do not. */
function checkForm(request: FastifyRequest, config: Settings): void {
  const { headerLines, urlLength } = config.limits;
  const { rawHeaders, headers, httpVersion } = request.raw;
  if (rawHeaders.length > 2 * headerLines) {
    throw new AppError("headers_too_large", `At most ${headerLines} header lines are accepted.`, {
      extra: { limit_lines: headerLines, got_lines: rawHeaders.length / 2 },
    });
  }
  if (headers.host === undefined && httpVersion === "1.1") {
    const message = "HTTP/1.1 needs a Host header";
    throw new AppError("invalid_request", `${message}.`, { errors: [{ parameter: "host", message }] });
  }
  for (const name of ["host", "content-type"]) {
    if (linesOf(rawHeaders, name) < 2) continue;
    const message = "given more than once";
    throw new AppError("invalid_request", `${name}: ${message}.`, {
      errors: [{ parameter: name, message, expected: "one header", got: "several" }],
    });
  }
  if ((request.raw.url?.length ?? 0) > urlLength) {
    const message = `The address has more than ${urlLength} characters. Long questions go into the body of a POST.`;
    throw new AppError("uri_too_long", message, {
      extra: { limit_characters: urlLength, got_characters: request.raw.url?.length },
    });
  }
}

/** Node keeps the first of several and drops the rest; a gateway in front may have decided by another of them. */
function linesOf(rawHeaders: readonly string[], name: string): number {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] as string;
    if (header.length === name.length && header.toLowerCase() === name) lines += 1;
  }
  return lines;
}

/** 404, or 405 with the methods that the address does take. */
function unroutable(app: FastifyInstance, request: FastifyRequest): AppError {
  const url = request.raw.url ?? "/";
  const allow = app.supportedMethods.filter((method) => app.findRoute({ method: method as "GET", url }) !== null);
  if (allow.length === 0) return new AppError("unknown_route", "There is no such address. /docs lists all of them.");
  return new AppError("method_not_allowed", `This address takes ${allow.join(", ")}.`, { allow });
}

/** Takes a place among the requests under way, given back when the response closes. */
function enter(request: FastifyRequest, load: Load, config: Settings): void {
  if (load.closing) {
    throw new AppError("shutting_down", "The service is shutting down; another instance will answer.", {
      retryAfterSeconds: RETRY_ELSEWHERE_SECONDS,
    });
  }
  if (load.inFlight >= config.maxInFlight) {
    throw new AppError("overloaded", `More than ${config.maxInFlight} requests are under way.`, {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  load.inFlight += 1;
  request.context.counted = true;
}
