/** Refuses a body by its headers, before a byte of it is read: media type, encoding, size. Pure. */
import type { FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { Settings } from "./settings.ts";

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;

export function checkBodyHeaders({ headers }: FastifyRequest, config: Settings): void {
  const { "content-type": type, "content-encoding": encoding } = headers;
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new AppError("unsupported_media_type", "The body must be sent as it is, without Content-Encoding.");
  }
  if (type === undefined)
    throw new AppError("unsupported_media_type", "The body must be application/json; there is no Content-Type.");
  if (!JSON_TYPE.test(type)) throw new AppError("unsupported_media_type", "The body must be application/json in UTF-8.");
  const declared = Number(headers["content-length"]);
  /** Refused here, the body is read to its end and the client sees why. Larger ones Fastify refuses by closing the connection. */
  if (declared > config.bodyLimitBytes && declared <= config.limits.swallowBytes)
    throw bodyTooLarge(config.bodyLimitBytes, declared);
}

/** `got`: the declared size; null where the body came without one. */
export function bodyTooLarge(limit: number, got: number | null): AppError {
  const size = got === null ? "larger" : `${got} bytes`;
  return new AppError("body_too_large", `The body may have ${limit} bytes; this one is ${size}.`, {
    extra: { limit_bytes: limit, got_bytes: got },
  });
}
