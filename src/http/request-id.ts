/** The id of a request: the caller's where it is harmless, else our own. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const HARMLESS = /^[A-Za-z0-9._-]{1,64}$/;

export function requestId(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && HARMLESS.test(given) ? given : randomUUID();
}
