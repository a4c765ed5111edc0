/** Turns whatever was thrown into a problem reply, and logs what is our own fault without a word of the message. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, statusOf } from "../errors.ts";
import { openContext } from "./context.ts";
import { appErrorFrom } from "./errors-from.ts";
import { sendProblem } from "./problem.ts";
import { logRequest, safeError } from "./request-log.ts";
import type { Settings } from "./settings.ts";

export type ErrorReply = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Never throws. */
export function errorReply(config: Settings): ErrorReply {
  return (thrown, request, reply) => {
    const error = appErrorFrom(thrown, request, config.bodyLimitBytes);
    if (!request.context.gone) logFault(error, request);
    return sendProblem(reply, error, config.publicUrl);
  };
}

export function installErrorHandler(app: FastifyInstance, reply: ErrorReply): void {
  app.setErrorHandler((error, request, response) => reply(error, request, response));
  /** Reached only by a route that gives up on its own, such as a missing file of the documentation page. */
  app.setNotFoundHandler((request, response) =>
    reply(new AppError("unknown_route", "There is no such address. /docs lists all of them."), request, response),
  );
}

/** For what fails in the router, before any hook: an address that does not decode, a part that is too long. */
export function frameworkErrorReply(config: Settings): ErrorReply {
  const reply = errorReply(config);
  return (thrown, request, response) => {
    openContext(request, response, logRequest);
    return reply(thrown, request, response);
  };
}

function logFault(error: AppError, request: FastifyRequest): void {
  if (statusOf(error.code) < 500 || error.details.cause === undefined) return;
  request.log.error(
    { code: error.code, route: request.routeOptions.url ?? null, request_id: request.id, error: safeError(error.details.cause) },
    "failed",
  );
}
