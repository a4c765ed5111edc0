/** A real HTTP server on a free port that answers as a test tells it to, and counts its calls. IO. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type StubHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface StubCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface StubUpstream {
  readonly origin: string;
  /** Requests received, oldest first. */
  readonly calls: readonly StubCall[];
  /** Resolves when this many requests have arrived. */
  received(count: number): Promise<void>;
  /** Resolves when the other side has dropped this many answers before their end. */
  dropped(count: number): Promise<void>;
  /** Answers further requests in another way. */
  reply(handler: StubHandler): void;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1; `close` ends its open connections, hanging ones too. */
export async function startStub(first: StubHandler): Promise<StubUpstream> {
  let handler = first;
  const calls: StubCall[] = [];
  const arrivals = createCounter();
  const drops = createCounter();
  const server = createServer((request, response) => {
    calls.push({ path: request.url ?? "", headers: request.headers });
    response.on("close", () => {
      if (!response.writableFinished) drops.add();
    });
    handler(request, response);
    arrivals.add();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    received: arrivals.reached,
    dropped: drops.reached,
    reply(next) {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON. */
export function json(body: unknown, status = 200): StubHandler {
  return text(JSON.stringify(body), { "content-type": "application/json" }, status);
}

/** Answers with these bytes, as JSON unless the headers say otherwise. */
export function text(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
  status = 200,
): StubHandler {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Never answers. */
export const hang: StubHandler = () => {};

const start = (response: Parameters<StubHandler>[1]) => response.writeHead(200, { "content-type": "application/json" });

/** Headers and one byte, then nothing. */
export const stall: StubHandler = (_request, response) => void start(response).write("{");

/** A byte every few milliseconds, for ever: no pause between two bytes is ever long. */
export const trickle: StubHandler = (_request, response) => {
  start(response);
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

function createCounter() {
  let count = 0;
  const waiting: { readonly at: number; readonly resolve: () => void }[] = [];
  return {
    add() {
      count += 1;
      for (const { at, resolve } of waiting) if (at === count) resolve();
    },
    reached: (at: number) =>
      new Promise<void>((resolve) => {
        if (count >= at) resolve();
        else waiting.push({ at, resolve });
      }),
  };
}
