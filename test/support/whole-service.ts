/** The whole service on real upstream servers, asked over real HTTP. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Booted, type BootOptions, boot } from "../../src/boot.ts";
import { readConfig } from "../../src/config.ts";
import { json, type StubHandler, type StubUpstream, startStub } from "./stub-upstream.ts";

export const SOURCES = ["profile", "baselines", "readiness", "conditions"] as const;
export type SourceName = (typeof SOURCES)[number];

/** The samples are written for this day; `at` in a body makes it today. */
export const SAMPLE_MORNING = "2026-03-10T09:00:00+02:00";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any;
}

export interface WholeService {
  readonly booted: Booted;
  readonly upstreams: Readonly<Record<SourceName, StubUpstream>>;
  readonly storePath: string;
  readonly url: string;
  ask(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  close(): Promise<void>;
}

const sample = (path: string): unknown => JSON.parse(readFileSync(join("policies/coaching/samples", `${path}.json`), "utf8"));

/** Answers as the sample services do for maya, whoever is asked for. */
export const SAMPLE_HANDLERS: Readonly<Record<SourceName, StubHandler>> = {
  profile: json(sample("maya/profile")),
  baselines: json(sample("maya/baselines")),
  readiness: json(sample("maya/readiness")),
  conditions: json(sample("cities/athens")),
};

/** `logger`: where log lines go; nowhere, unless it is given. */
export async function startWholeService(
  environment: Readonly<Record<string, string>> = {},
  logger: BootOptions["logger"] = { level: "silent" },
): Promise<WholeService> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-test-"));
  const upstreams = {} as Record<SourceName, StubUpstream>;
  for (const name of SOURCES) upstreams[name] = await startStub(SAMPLE_HANDLERS[name]);
  const urls = Object.fromEntries(SOURCES.map((name) => [`${name.toUpperCase()}_URL`, upstreams[name].origin]));
  const storePath = join(folder, "winnow.db");
  const all = { STORE_PATH: storePath, ...urls, ...environment };
  const read = readConfig(all, () => "");
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const booted = await boot({
    config: read.config,
    environment: all,
    logger,
    platform: "test",
    now: Date.now,
  });
  if ("problems" in booted) throw new Error(booted.problems.join("\n"));
  const url = await booted.app.listen({ host: "127.0.0.1", port: 0 });
  return {
    booted,
    upstreams,
    storePath,
    url,
    ask: (path, body, headers = {}) =>
      replyOf(`${url}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    get: (path, headers = {}) => replyOf(`${url}${path}`, { headers: { ...headers } }),
    async close() {
      await booted.close();
      await Promise.all(SOURCES.map((name) => upstreams[name].close()));
      rmSync(folder, { recursive: true });
    },
  };
}

/** One exchange, with its body parsed where it is JSON. */
export async function replyOf(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
