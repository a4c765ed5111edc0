/** The real application on a fake service, with its log lines in reach; and a client that speaks to it byte by byte. */
import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { buildApp } from "../../src/app.ts";
import { PERMISSIONS, type Permission, verifiedCaller } from "../../src/caller.ts";
import type { Authenticate } from "../../src/http/auth.ts";
import { type MetricsPage, NO_METRICS } from "../../src/http/metrics/metrics-page.ts";
import type { Readiness } from "../../src/http/routes/health.ts";
import type { HttpConfig } from "../../src/http/settings.ts";
import type { App } from "../../src/http/types.ts";
import type { Memory } from "../../src/service/memory.ts";
import type { People } from "../../src/service/people.ts";
import type { Records } from "../../src/service/replay/records.ts";
import type { Explanation, Service } from "../../src/service/service-types.ts";
import { CANNED_MEMORY } from "../http/canned-memory.ts";
import { CANNED_PEOPLE } from "../http/canned-people.ts";
import { CANNED_RECORDS } from "../http/canned-records.ts";
import { type FakeService, fakeService } from "./fake-service.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };

const CONFIG: HttpConfig = {
  publicUrl: null,
  version,
  bodyLimitBytes: 4_194_304,
  maxCandidates: 5_000,
  maxCandidateBytes: 2_097_152,
  requestDeadlineMs: 5_000,
  maxInFlight: 64,
  checkAnswers: true,
};

export interface TestApp {
  readonly app: App;
  readonly service: FakeService;
  /** Parsed log lines so far. */
  readonly lines: Record<string, unknown>[];
}

export interface TestOptions {
  readonly service?: Partial<Service>;
  readonly records?: Partial<Records>;
  readonly people?: Partial<People>;
  readonly memory?: Partial<Memory>;
  readonly config?: Partial<HttpConfig>;
  readonly permissions?: readonly Permission[];
  readonly tenant?: string;
  /** Instead of the caller that tenant and permissions make. */
  readonly authenticate?: Authenticate;
  readonly readiness?: () => Readiness;
  readonly metrics?: MetricsPage;
  readonly report?: (explanation: Explanation) => string;
}

/** Close `app` when done. */
export async function buildTestApp(options: TestOptions = {}): Promise<TestApp> {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString("utf8")));
      done();
    },
  });
  const service = fakeService(options.service);
  const permissions = new Set(options.permissions ?? PERMISSIONS);
  const caller = verifiedCaller({ tenant: options.tenant ?? "default", subject: null, groups: [], permissions });
  const app = await buildApp({
    service,
    records: { ...CANNED_RECORDS, ...options.records },
    memory: { ...CANNED_MEMORY, ...options.memory },
    people: { ...CANNED_PEOPLE, ...options.people },
    logger: pino({ level: "trace" }, sink),
    config: { ...CONFIG, ...options.config },
    authenticate: options.authenticate ?? (() => caller),
    metrics: options.metrics ?? NO_METRICS,
    readiness: options.readiness ?? (() => ({ ready: true, checks: { store: true, policies: true } })),
    report: options.report ?? ((explanation) => `budget ${explanation.core.budget.used} of ${explanation.core.budget.limit}\n`),
  });
  return { app, service, lines };
}

/** Starts listening on a free port of the loopback address. */
export async function listen(app: App): Promise<number> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are and reads until the server closes, `waitMs` after its last byte, or ten times that without any. */
export function sendRaw(port: number, bytes: string | Buffer, waitMs = 300): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const done = () => {
      socket.destroy();
      const [head = "", ...body] = text.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), head, body: body.join("\r\n\r\n") });
    };
    let timer = setTimeout(done, 10 * waitMs);
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      clearTimeout(timer);
      timer = setTimeout(done, waitMs);
    });
    socket.on("close", () => {
      clearTimeout(timer);
      done();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.write(bytes);
  });
}
