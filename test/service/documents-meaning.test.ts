/** Documents ranked by meaning too, with a real embeddings endpoint: sections in the background, questions in their time. */
import { writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { API_KEY } from "../model/build.ts";
import { sentTexts, textServer } from "../model/build-embeddings.ts";
import { type DocumentsService, FOLDER, policyFiles, startDocumentsService } from "../support/documents-service.ts";
import { hang } from "../support/stub-upstream.ts";

const FEES = `# Fees

## Otter fee

The otter fee is 12 euros.

## Badger fee

The badger fee is 14 euros.
`;
const MEANING = "  handbook: { folder: documents, access: tenant, floor: 1, meaning: { floor: 0.7 } }\n";
/** Shares no word with any section. */
const QUESTION = "Swimming predators, whiskered?";
const ASKED = { policy: "desk", subject: "nora", question: QUESTION };

const vectorOf = (text: string): readonly number[] => {
  if (/otter|whiskered/i.test(text)) return [1, 0.1, 0];
  if (/badger/i.test(text)) return [0, 1, 0];
  return [0, 0, 1];
};

async function started(origin: string | null, more: Readonly<Record<string, string>> = {}): Promise<DocumentsService> {
  const endpoint = {
    EMBEDDINGS_BASE_URL: `${origin}/v1`,
    EMBEDDINGS_MODEL: "small",
    EMBEDDINGS_API_KEY: API_KEY,
    EMBEDDINGS_DEADLINE_MS: "2000",
  };
  const files = {
    ...policyFiles("desk", MEANING, { "documents/fees.md": FEES }),
    ...policyFiles("words", FOLDER, { "documents/lynx.md": "# Lynx\n\nThe lynx fee is 1 euro.\n" }),
  };
  return startDocumentsService(files, { ...(origin === null ? {} : endpoint), ...more });
}

async function running(origin: string | null): Promise<DocumentsService> {
  const service = await started(origin);
  onTestFinished(() => service.close());
  return service;
}

/** Asks until so many sections have a vector. */
async function askedWith(service: DocumentsService, vectors: number) {
  for (;;) {
    const { body } = await service.ask("/assemble", ASKED);
    if (body.retrieval[0].meaning.vectors >= vectors) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const ids = (body: { readonly included: readonly { readonly id: string; readonly kind: string }[] }) =>
  body.included.filter(({ kind }) => kind === "document").map(({ id }) => id);

describe("an embeddings endpoint", () => {
  test("lets a question find a section that shares no word with it, also one that was written a moment ago", async () => {
    const endpoint = await textServer(vectorOf);
    const service = await running(endpoint.origin);
    const body = await askedWith(service, 2);
    expect(ids(body)).toEqual(["handbook:fees.md#otter-fee"]);
    expect(body.retrieval[0]).toMatchObject({ status: "found", meaning: { status: "used", model: "small", vectors: 2 } });
    expect(body.retrieval[0].ranked[0]).toMatchObject({ by: "meaning", score: null, terms: [] });
    expect(body.retrieval[0].ranked[0].similarity).toBeCloseTo(1, 3);
    writeFileSync(service.at("desk/documents/more.md"), "# More\n\nAnother whiskered text, of a heron.\n");
    const again = await askedWith(service, 3);
    expect(ids(again).sort()).toEqual(["handbook:fees.md#otter-fee", "handbook:more.md#more"]);
    expect(JSON.stringify(service.lines)).not.toMatch(/whiskered|euros|sk-canary/);
  });

  test("gets each section once, none of a folder that is ranked by words alone, and the key in a header only", async () => {
    const endpoint = await textServer(vectorOf);
    const service = await running(endpoint.origin);
    await askedWith(service, 2);
    const texts = endpoint.bodies.flatMap((_, call) => sentTexts(endpoint, call));
    expect(texts.filter((text) => text.includes("otter fee is"))).toHaveLength(1);
    expect(texts.join()).not.toContain("lynx");
    expect(endpoint.calls.every(({ headers }) => headers["authorization"] === `Bearer ${API_KEY}`)).toBe(true);
    const before = endpoint.calls.length;
    await service.ask("/assemble", { ...ASKED, policy: "words" });
    expect(endpoint.calls).toHaveLength(before);
  });

  test("is not asked again for what the store has", async () => {
    const endpoint = await textServer(vectorOf);
    const first = await running(endpoint.origin);
    await askedWith(first, 2);
    const before = endpoint.bodies.length;
    const second = await started(endpoint.origin, { STORE_PATH: first.storePath, POLICIES_DIR: first.policiesDir });
    onTestFinished(() => second.close());
    expect(ids(await askedWith(second, 2))).toEqual(["handbook:fees.md#otter-fee"]);
    const texts = endpoint.bodies.slice(before).flatMap((_, at) => sentTexts(endpoint, before + at));
    expect(new Set(texts)).toEqual(new Set([QUESTION]));
  });

  test("is not asked by /explain", async () => {
    const endpoint = await textServer(vectorOf);
    const service = await running(endpoint.origin);
    await askedWith(service, 2);
    const before = endpoint.calls.length;
    for (const accept of ["application/json", "text/plain"]) await service.ask("/explain", ASKED, { accept });
    expect(endpoint.calls).toHaveLength(before);
  });

  test("is nowhere in what the service says of itself", async () => {
    const endpoint = await textServer(vectorOf);
    const service = await running(endpoint.origin);
    await askedWith(service, 2);
    for (const path of ["/policies", "/policies/desk", "/health/ready"]) {
      const { text } = await service.get(path);
      for (const secret of [API_KEY, endpoint.origin, new URL(endpoint.origin).port]) expect(text).not.toContain(secret);
    }
  });
});

describe("an embeddings endpoint that fails", () => {
  test("leaves words, says so in record and answer, and keeps the rest as it is", async () => {
    const endpoint = await textServer(() => 500);
    const service = await running(endpoint.origin);
    const { status, body } = await service.ask("/assemble", { ...ASKED, question: "How high is the badger fee?" });
    expect(status).toBe(200);
    expect(ids(body)).toEqual(["handbook:fees.md#badger-fee"]);
    expect(body.retrieval[0].meaning).toEqual({ status: "failed", cause: "http_status", model: null, vectors: 0 });
    expect(body.findings.map(({ code }: { readonly code: string }) => code)).toContain("meaning_failed");
    expect(body).toMatchObject({ degraded: false, missing: [] });
    const { body: manifest } = await service.get(`/manifests/${body.manifest_id}`);
    expect(manifest.core.retrieval).toEqual(body.retrieval);
    const warned = service.lines.filter(({ level, msg }) => level === 40 && String(msg).includes("embedding sections failed"));
    expect(warned.length).toBeGreaterThan(0);
    expect(JSON.stringify(warned)).not.toMatch(/sk-canary|127\.0\.0\.1|euros/);
  });

  test("by hanging holds no question up beyond its deadline", async () => {
    const endpoint = await textServer(vectorOf);
    endpoint.reply(hang);
    const service = await running(endpoint.origin);
    const { body } = await service.ask("/assemble", { ...ASKED, question: "How high is the badger fee?", deadline_ms: 300 });
    expect(ids(body)).toEqual(["handbook:fees.md#badger-fee"]);
    expect(body.retrieval[0].meaning).toMatchObject({ status: "failed", cause: "deadline" });
  });

  test("by hanging does not keep the service from closing", async () => {
    const endpoint = await textServer(vectorOf);
    endpoint.reply(hang);
    const service = await started(endpoint.origin);
    await endpoint.received(1);
    await service.close();
    await endpoint.dropped(1);
  });
});

test("without an endpoint nothing is said of meaning", async () => {
  const service = await running(null);
  const { body } = await service.ask("/assemble", { ...ASKED, question: "How high is the badger fee?" });
  expect(body.retrieval[0]).toMatchObject({ status: "found", meaning: null });
  expect(JSON.stringify([body, service.lines])).not.toMatch(/embed|vectors|meaning_/);
  const { text } = await service.ask("/explain", ASKED, { accept: "text/plain" });
  expect(text).not.toContain("meaning");
});
