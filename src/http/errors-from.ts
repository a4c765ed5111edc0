/** Any thrown value as one of our errors: ours as they are, Fastify's by their code, everything else as `internal`. Pure. */
import type { FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { bodyTooLarge } from "./body-headers.ts";

/** `internal` carries the thrown value as its cause and nothing of it in its message. */
export function appErrorFrom(thrown: unknown, request: FastifyRequest, bodyLimitBytes: number): AppError {
  if (thrown instanceof AppError) return thrown;
  switch (codeOf(thrown)) {
    case "FST_ERR_CTP_BODY_TOO_LARGE": {
      const declared = Number(request.headers["content-length"]);
      return bodyTooLarge(bodyLimitBytes, Number.isSafeInteger(declared) && declared > bodyLimitBytes ? declared : null);
    }
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_EMPTY_TYPE":
      return new AppError("unsupported_media_type", "The body must be application/json in UTF-8.");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new AppError("invalid_request", "The body does not have the length that Content-Length declares.");
    case "FST_ERR_BAD_URL":
      return new AppError(
        "invalid_request",
        "The address is not valid: a % must be followed by two hexadecimal digits of UTF-8.",
      );
    case "FST_ERR_MAX_PARAM_LENGTH":
      return new AppError("uri_too_long", "A part of the address is longer than any id.");
    case "ECONNRESET":
      return new AppError("invalid_request", "The body was not sent to its end.");
    default:
      return new AppError("internal", "Something failed on our side. The request id finds it in the log.", { cause: thrown });
  }
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : undefined;
}
