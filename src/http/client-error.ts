/** Problem replies for what never becomes a request: malformed HTTP, slow headers or bodies, CONNECT, Expect. */
import { randomUUID } from "node:crypto";
import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import { AppError, statusOf } from "../errors.ts";
import { problemBody, problemHeaders } from "./problem.ts";
import type { Settings } from "./settings.ts";

interface ParserError {
  readonly code?: string;
}

/** Fastify's `clientErrorHandler`. The parser's message is neither sent nor logged: it may hold a part of the request. */
export function clientErrorHandler(
  config: Settings,
  log: FastifyBaseLogger,
): (error: Error & ParserError, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const problem = problemFrom(error, config);
    const status = statusOf(problem.code);
    const response = responseOn(socket);
    /** A request under way has a line of its own, which then says this status. */
    if (response === null) log.info({ route: null, status, code: problem.code }, "request");
    else if (!response.headersSent) response.statusCode = status;
    if (socket.writable && response?.headersSent !== true) socket.write(rawReply(problem, config));
    socket.destroy();
  };
}

/** Two requests that Node answers with an empty body, or not at all. */
export function answerOddRequests(server: Server, config: Settings): void {
  server.on("checkExpectation", (_request, response) => {
    const problem = new AppError("invalid_request", "The only expectation that is met is 100-continue.", {
      errors: [{ parameter: "expect", message: "unknown expectation", expected: "100-continue" }],
    });
    const body = bodyOf(problem, config);
    response
      .writeHead(statusOf(problem.code), { ...problemHeaders(problem), "content-length": Buffer.byteLength(body) })
      .end(body);
  });
  server.on("connect", (_request, socket) => {
    socket.end(rawReply(new AppError("method_not_allowed", "This is not a proxy.", { allow: ["GET", "POST"] }), config));
  });
}

function problemFrom(error: ParserError, config: Settings): AppError {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return new AppError("headers_too_large", "The address and the headers together are larger than this server accepts.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new AppError("request_timeout", "The request did not arrive in time.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new AppError("body_too_large", "The chunk extensions are larger than this server accepts.", {
        extra: { limit_bytes: config.bodyLimitBytes, got_bytes: null },
      });
    default:
      return new AppError("invalid_request", "This is not well-formed HTTP/1.1.");
  }
}

/** Node keeps the response under way on its socket: half an answer must not be followed by another. */
function responseOn(socket: Duplex & { readonly _httpMessage?: ServerResponse | null }): ServerResponse | null {
  return socket._httpMessage ?? null;
}

const bodyOf = (problem: AppError, config: Settings): string =>
  JSON.stringify(problemBody(problem, randomUUID(), config.publicUrl));

function rawReply(problem: AppError, config: Settings): string {
  const body = bodyOf(problem, config);
  const status = statusOf(problem.code);
  const headers = { ...problemHeaders(problem), "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
