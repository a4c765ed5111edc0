/** From a thrown error of a socket, a resolver, a TLS handshake or an HTTP parser to its cause. Pure. */
import { errors } from "undici";
import type { Cause } from "./source-result.ts";

const CAUSE_BY_CODE: ReadonlyMap<string, Cause> = new Map<string, Cause>([
  ["ECONNREFUSED", "refused"],
  ["EHOSTUNREACH", "refused"],
  ["ENETUNREACH", "refused"],
  ["EHOSTDOWN", "refused"],
  ["EADDRNOTAVAIL", "refused"],
  ["ENOTFOUND", "dns"],
  ["EAI_AGAIN", "dns"],
  ["ENODATA", "dns"],
  ["ETIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
  ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
  ["UND_ERR_BODY_TIMEOUT", "timeout"],
  ["UND_ERR_HEADERS_OVERFLOW", "too_large"],
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "too_large"],
  ["UND_ERR_INVALID_ARG", "invalid"],
  ["EPROTO", "tls"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls"],
  ["HOSTNAME_MISMATCH", "tls"],
]);

/** By prefix: OpenSSL and Node have a code per fault of a certificate or a handshake. */
const CAUSE_BY_PREFIX: readonly (readonly [prefix: string, cause: Cause])[] = [
  ["ERR_TLS_", "tls"],
  ["ERR_SSL_", "tls"],
  ["CERT_", "tls"],
  ["CRL_", "tls"],
  ["UNABLE_TO_", "tls"],
];

/** What the HTTP parser throws has no code of its own in every case. `reset` for everything unlisted: the connection was there and then was not. The error itself goes no further. */
export function causeOf(error: unknown): Cause {
  if (error instanceof errors.HTTPParserError) return "invalid";
  const code = codeOf(error);
  const exact = CAUSE_BY_CODE.get(code);
  if (exact !== undefined) return exact;
  return CAUSE_BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "reset";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
