/** The whole service on policies of a test's own in a temporary folder, asked over real HTTP. IO. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { type Booted, boot } from "../../src/boot.ts";
import { readConfig } from "../../src/config.ts";
import type { Call } from "../../src/service/service-types.ts";
import { type Reply, replyOf } from "./whole-service.ts";

/** Paths below the folder of the policies, and their texts. */
export type Files = Readonly<Record<string, string>>;

export interface DocumentsService {
  readonly booted: Booted;
  readonly policiesDir: string;
  readonly storePath: string;
  /** Parsed log lines so far. */
  readonly lines: readonly Record<string, unknown>[];
  /** Where a path below the folder of the policies is. */
  at(path: string): string;
  ask(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  get(path: string): Promise<Reply>;
  close(): Promise<void>;
}

/** Policy files of one policy with a folder of documents; `sources` is what sources.yaml says of it, and of more sources. */
export function policyFiles(name: string, sources: string, more: Files = {}): Files {
  const files = {
    "policy.yaml": POLICY,
    "intents.yaml": "intents:\n  general: { max_words: 250 }\n  fees: { max_words: 100 }\n",
    "sources.yaml": `sources:\n${sources}`,
    "prompt/system.md": "Answer from what is given.\n",
    ...more,
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));
}

const POLICY = `title: A policy with documents.
tenants: ["*"]
models: [{ name: gpt-4o-mini, window: 16000, reserve_output: 2000 }]
routing: { fallback: general }
plans: { free: { secondary_tokens: 40 }, annual: { secondary_tokens: 600 } }
attributes: { region: { type: text, values: [eu, us] } }
filters: { relevance_floor: 0, freshness_floor: 0 }
`;

export const FOLDER = "  handbook: { folder: documents, access: tenant }\n";

/** What \`winnow\` and the service read, in a folder that \`remove\` takes away. */
export function writePolicies(files: Files): { readonly folder: string; readonly policiesDir: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "winnow-documents-service-"));
  const policiesDir = join(folder, "policies");
  for (const [path, text] of Object.entries(files)) {
    const place = join(policiesDir, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return { folder, policiesDir, remove: () => rmSync(folder, { recursive: true }) };
}

/** Boots on files that were written; the problems where it refuses. */
export async function bootOn(
  { folder, policiesDir }: { readonly folder: string; readonly policiesDir: string },
  environment: Readonly<Record<string, string>> = {},
) {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const all = { POLICIES_DIR: policiesDir, STORE_PATH: join(folder, "winnow.db"), ...environment };
  const read = readConfig(all, () => "");
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const booted = await boot({
    config: read.config,
    environment: all,
    logger: pino({ level: "info" }, sink),
    platform: "test",
    now: Date.now,
  });
  return { booted, lines, storePath: read.config.storePath };
}

export async function startDocumentsService(
  files: Files,
  environment: Readonly<Record<string, string>> = {},
): Promise<DocumentsService> {
  const written = writePolicies(files);
  const { booted, lines, storePath } = await bootOn(written, environment);
  if ("problems" in booted) throw new Error(booted.problems.join("\n"));
  const url = await booted.app.listen({ host: "127.0.0.1", port: 0 });
  return {
    ...{ booted, lines, storePath, policiesDir: written.policiesDir },
    at: (path) => join(written.policiesDir, path),
    ask: (path, body, headers = {}) =>
      replyOf(`${url}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    get: (path) => replyOf(`${url}${path}`, {}),
    async close() {
      await booted.close();
      written.remove();
    },
  };
}

/** A call as HTTP makes it, that arrived just now. */
export const callNow = (): Call => ({
  requestId: "r",
  traceId: "t",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  arrivedMs: performance.now(),
  signal: () => new AbortController().signal,
});
