/** A client generated from the document compiles under strict rules, and speaks with the running service. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openapiText } from "../../src/http/openapi/document.ts";
import type { Core } from "../../src/pipeline/records/core.ts";
import { buildTestApp, listen, type TestApp } from "../support/build-app.ts";
import { ANSWER, CORE, MANIFEST_ID } from "./canned-answer.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a frontend would write: every line of it is typed by the generated file. */
const CLIENT = `
import createClient from "openapi-fetch";
import type { paths, components } from "./schema.js";

export async function talk(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const candidates: components["schemas"]["Candidate"][] = [
    { id: "shoes.md", kind: "document", text: "Change shoes every 800 km.", relevance: 0.7, acl: { groups: ["runners"] } },
    { id: "weather", kind: "tool_result", text: "", tool: "weather", status: "timeout", after: "t1" },
    { id: "likes", kind: "memory", text: "Likes mornings.", origin: "inferred" },
  ];
  const turns: components["schemas"]["Turn"][] = [{ id: "t1", role: "user", content: [{ type: "text", text: "Hello." }] }];
  const assembled = await client.POST("/assemble", {
    body: { subject: "athlete-17", question: "Should I train?", plan: "free", candidates, turns, tools: [{ name: "weather", parameters: {} }] },
  });
  if (assembled.error !== undefined) throw new Error(assembled.error.code);
  const { prompt, manifest_id, included, missing } = assembled.data;
  const texts: readonly unknown[] = prompt.format === "openai-chat" ? prompt.payload.messages.map(({ content }) => content) : prompt.format === "text" ? [prompt.payload.text] : [];
  const cause: string | null = missing[0]?.cause ?? null;
  const [retrieval] = assembled.data.retrieval;
  const found: components["schemas"]["FoundSection"][] = retrieval?.status === "found" ? retrieval.ranked : [];
  const words: readonly number[] = found.flatMap(({ terms }) => terms.map(({ contribution }) => contribution));
  const meaning: "used" | "failed" | "not_asked" | null = retrieval?.meaning?.status ?? null;
  const explained = await client.POST("/explain", {
    params: { query: { include: "decisions,naive" } },
    body: { subject: "athlete-17", question: "Should I train?", what_if: { failures: { readiness: "refused" } } },
  });
  if (typeof explained.data !== "object") throw new Error("JSON was asked for");
  const reasons = (explained.data.decisions ?? []).map((decision: components["schemas"]["Decision"]) =>
    decision.outcome === "dropped" ? decision.detail : decision.reason);
  const byAddress = await client.GET("/explain", { params: { query: { subject: "a", question: "b" } }, parseAs: "text", headers: { accept: "text/plain" } });
  const stored = await client.GET("/manifests/{id}", { params: { path: { id: manifest_id ?? "" } } });
  const answered = await client.PUT("/manifests/{id}/answer", {
    params: { path: { id: manifest_id ?? "" } },
    body: { text: "Rest. [Training readiness]", finish_reason: null, usage: { prompt_tokens: 261, completion_tokens: 3 } },
  });
  const share: number | null = answered.data?.coverage.share ?? null;
  const told: readonly components["schemas"]["AnswerFinding"]["code"][] = answered.data?.findings.map(({ code }) => code) ?? [];
  const known = await client.GET("/manifests/{id}/answer", { params: { path: { id: manifest_id ?? "" } } });
  const metrics = await client.GET("/metrics", { parseAs: "text" });
  const policy = await client.GET("/policies/{name}", { params: { path: { name: "coaching" } } });
  const problems: readonly string[] = policy.data?.documents.flatMap((source) => source.problems) ?? [];
  const policies = await client.GET("/policies", { params: { query: { limit: 1 } } });
  const refused = await client.GET("/policies/{name}", { params: { path: { name: "unknown" } } });
  const ready = await client.GET("/health/ready");
  return {
    texts: texts.length, included: included.length, cause, sections: found.map(({ id, outcome }) => [id, outcome]), added: words, meaning, reasons: reasons.length, report: byAddress.data,
    share, told, words: known.data?.words.count, metrics: metrics.data,
    problems, digest: stored.data?.core.policy.digest, policy: policies.data?.items[0]?.name, refused: refused.error?.code, ready: ready.data?.status,
  };
}

export function wrong(client: ReturnType<typeof createClient<paths>>) {
  // @ts-expect-error the question is missing
  void client.POST("/assemble", { body: { subject: "a" } });
  // @ts-expect-error no such format
  void client.POST("/assemble", { body: { subject: "a", question: "b", format: "opanai" } });
  // @ts-expect-error no such kind
  void client.POST("/assemble", { body: { subject: "a", question: "b", candidates: [{ id: "c", kind: "page", text: "d" }] } });
  // @ts-expect-error a document has no status
  void client.POST("/assemble", { body: { subject: "a", question: "b", candidates: [{ id: "c", kind: "document", text: "d", status: "ok" }] } });
  // @ts-expect-error no such way to fail
  void client.POST("/explain", { body: { subject: "a", question: "b", what_if: { failures: { handbook: "lost" } } } });
  // @ts-expect-error the answer is text, or blocks
  void client.PUT("/manifests/{id}/answer", { params: { path: { id: "m" } }, body: { text: 5 } });
  // @ts-expect-error null is not "left out"
  void client.POST("/assemble", { body: { subject: "a", question: "b", plan: null } });
}
`;

const TSCONFIG = {
  compilerOptions: {
    target: "es2023",
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: [],
    lib: ["es2023", "dom", "dom.iterable"],
    outDir: "out",
    rootDir: ".",
  },
  files: ["client.ts"],
};

const RETRIEVAL: Core["retrieval"][number] = {
  ...{ source: "handbook", status: "found", cause: null, digest: `sha256:${"0".repeat(64)}`, k: 4, floor: 6.5, sections: 43 },
  meaning: { status: "not_asked", cause: null, model: null, vectors: 0 },
  ranked: [
    {
      ...{
        id: "handbook:handbook.md#fees",
        rank: 1,
        score: 8.21,
        similarity: null,
        outcome: "chosen",
        by: "words",
        reason: null,
      },
      terms: [{ start: 0, end: 6, how: "word", contribution: 8.21 }],
    },
  ],
};

let test: TestApp;
let folder: string;
beforeAll(async () => {
  const answer = { ...ANSWER, core: { ...CORE, retrieval: [RETRIEVAL] } };
  test = await buildTestApp({ service: { assemble: async () => answer } });
  /** Below node_modules, so that the client finds its packages. */
  folder = await mkdtemp(join(ROOT, "node_modules", ".winnow-client-"));
  const ast = await openapiTS(openapiText(test.app));
  await writeFile(join(folder, "schema.d.ts"), astToString(ast));
  await writeFile(join(folder, "client.ts"), CLIENT);
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
});
afterAll(async () => {
  await test.app.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the generated client", () => {
  it("compiles, and gets from the service what its types promise", async () => {
    const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const compiled = await run(process.execPath, [compiler, "-p", folder]).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe("");
    const { talk } = (await import(pathToFileURL(join(folder, "out", "client.js")).href)) as {
      talk: (url: string) => Promise<unknown>;
    };
    expect(await talk(`http://127.0.0.1:${await listen(test.app)}`)).toEqual({
      texts: 2,
      included: 9,
      cause: "refused",
      sections: [["handbook:handbook.md#fees", "chosen"]],
      added: [8.21],
      share: 0.5,
      told: ["answer_cut"],
      words: 231,
      metrics: "# none\n",
      meaning: "not_asked",
      problems: [],
      reasons: 13,
      report: "budget 259 of 4000\n",
      digest: CORE.policy.digest,
      policy: "coaching",
      refused: "not_found",
      ready: "ready",
    });
    expect(await readFile(join(folder, "schema.d.ts"), "utf8")).toContain("operations");
    expect(MANIFEST_ID).toMatch(/^[0-9a-f-]{36}$/);
  });
});
