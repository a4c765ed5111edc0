/** The processes that the benchmarks load: Winnow, and a bare Fastify echo; and the stub upstreams beside them. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayIn, SAMPLE_DAY, shiftDates } from "../src/demo/sample-answers.ts";

export interface Server {
  readonly url: string;
  /** Monotonic milliseconds from the start of the process to its first word that it is ready. */
  readonly readyMs: number;
  /** `heapUsed` in bytes after a forced collection. */
  heapUsed(): Promise<number>;
  /** Microseconds of processor that the process has used, all its threads together. */
  processorMicros(): Promise<number>;
  stop(): Promise<void>;
}

/** Answers every subject and city with the sample's payload, dated today. */
export async function startStub(): Promise<{ readonly url: string; close(): void }> {
  const bodies = new Map(
    ["maya/profile", "maya/baselines", "maya/readiness", "cities/athens"].map((name) => {
      const payload = JSON.parse(readFileSync(join("policies/coaching/samples", `${name}.json`), "utf8"));
      return [name.split("/")[1], JSON.stringify(shiftDates(payload, SAMPLE_DAY, dayIn("Europe/Athens", Date.now())))];
    }),
  );
  const server = createServer((request, response) => {
    const body = bodies.get(request.url?.split("/").at(-1) ?? "") ?? "{}";
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Winnow in a process of its own, on `upstream`. `BENCH_STORE=none`: what it saves is forgotten. */
export function startWinnow(upstream: string, extra: Readonly<Record<string, string>> = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
  const environment = {
    PROFILE_URL: upstream,
    BASELINES_URL: upstream,
    READINESS_URL: upstream,
    CONDITIONS_URL: upstream,
    STORE_PATH: join(folder, "winnow.db"),
    NODE_ENV: "production",
    ALLOW_INSECURE: "yes",
    ...extra,
  };
  return startServer("winnow-child.js", environment, () => rmSync(folder, { recursive: true }));
}

/** `answer`: the JSON that /answer sends. */
export const startEcho = (answer: string): Promise<Server> => startServer("echo-child.js", { ANSWER: answer }, () => undefined);

async function startServer(file: string, environment: Readonly<Record<string, string>>, cleanUp: () => void): Promise<Server> {
  const started = performance.now();
  const child = fork(join(import.meta.dirname, file), {
    execArgv: ["--expose-gc", "--max-semi-space-size=64"],
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { url } = await word<{ url: string }>(child);
  return {
    url,
    readyMs: performance.now() - started,
    heapUsed: async () => {
      child.send("heap");
      return (await word<{ heapUsed: number }>(child)).heapUsed;
    },
    processorMicros: async () => {
      child.send("processor");
      return (await word<{ processorMicros: number }>(child)).processorMicros;
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      cleanUp();
    },
  };
}

const word = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the process ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as T);
    });
  });
