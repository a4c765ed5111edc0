/** Short ways to ask the application in tests. */
import type { App } from "../../src/http/types.ts";

export const QUESTION = { subject: "athlete-17", question: "Should I train through this pain?" };

type Reply = Awaited<ReturnType<typeof post>>;

/** A JSON body, or bytes as they are. */
export const post = (app: App, url: string, body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", ...headers },
    payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });

export const get = (app: App, url: string, headers: Record<string, string> = {}) => app.inject({ method: "GET", url, headers });

export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
}

export interface ProblemReply {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly errors?: readonly Fault[];
  readonly [extra: string]: unknown;
}

/** The problem of a reply, after a look at what every problem has. */
export function problemOf(reply: Reply): ProblemReply {
  const body = reply.json<ProblemReply>();
  const sound =
    reply.headers["content-type"] === "application/problem+json" &&
    body.status === reply.statusCode &&
    reply.statusCode >= 400 &&
    body.type.endsWith(`/problems/${body.code}`) &&
    typeof body.title === "string" &&
    typeof body.detail === "string" &&
    typeof body.instance === "string" &&
    reply.headers["cache-control"] === "no-store";
  if (!sound) throw new Error(`not a sound problem reply: ${reply.statusCode} ${JSON.stringify(reply.headers)} ${reply.body}`);
  return body;
}
