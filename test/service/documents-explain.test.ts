/** `/explain` on documents: the same decision as `/assemble`, without a write, a model, or a text that the caller may not read. */

import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, type Permission, verifiedCaller } from "../../src/caller.ts";
import { explainBody } from "../../src/http/answer-view.ts";
import type { ExplainPart, QuestionBody, WhatIf } from "../../src/service/service-types.ts";
import { callNow, type DocumentsService, policyFiles, startDocumentsService } from "../support/documents-service.ts";
import { json, type StubUpstream, startStub } from "../support/stub-upstream.ts";

const HIT = { id: "h1", text: "The heron fee is 30 euros by the search service." };
const FILES = {
  "documents/fees.md": `# Fees

## Otter fee

The otter fee is 12 euros, and nobody pays the otter fee twice.

## Badger fee

The badger fee is 14 euros.

## Payment

Every fee is due in March.
`,
  "documents/old.md": '---\nkey: terms\nversion: "1"\n---\n# Old terms\n\nThe otter fee was 9 euros under the old terms.\n',
  "documents/new.md": '---\nkey: terms\nversion: "2"\n---\n# New terms\n\nThe terms are the new ones.\n',
  "documents/secret.md":
    "---\nacl: { groups: [board] }\n---\n# How high the otter fee is for the board\n\nHow high: no otter fee. canary-of-the-board.\n",
  "samples/hits.json": JSON.stringify({ hits: [HIT] }),
};
const SOURCES = (origin: string) => `  handbook: { folder: documents, access: tenant, k: 1, floor: 0.5, meaning: {} }
  wiki:
    search: { url: "${origin}/find", body: { q: "{words}" }, hits: /hits, fields: { id: /id, text: /text } }
    access: tenant
    sample: samples/hits.json
`;

let search: StubUpstream;
let embeddings: StubUpstream;
let service: DocumentsService;
beforeAll(async () => {
  search = await startStub(json({ hits: [HIT] }));
  embeddings = await startStub(json({ error: {} }, 500));
  service = await startDocumentsService(policyFiles("desk", SOURCES(search.origin), FILES), {
    EMBEDDINGS_BASE_URL: `${embeddings.origin}/v1`,
    EMBEDDINGS_MODEL: "small",
    REQUEST_DEADLINE_MS: "30000",
  });
});
afterAll(async () => {
  await service.close();
  await Promise.all([search.close(), embeddings.close()]);
});

const OTTER = { policy: "desk", subject: "nora", question: "How high is the otter fee?" };
const caller = (...permissions: readonly Permission[]): Caller =>
  verifiedCaller({ tenant: "default", subject: "nora", groups: [], permissions: new Set(permissions) });
const ENGINEER = caller("assemble", "explain");
const ALL: ReadonlySet<ExplainPart> = new Set(["decisions", "branches", "near_misses", "naive", "timings"]);

async function explained(who: Caller, body: QuestionBody & { readonly what_if?: WhatIf } = OTTER, parts = ALL) {
  const call = callNow();
  return explainBody(await service.booted.service.explain(who, body, parts, call), call, parts);
}

/** Rows of the tables that a question writes to. */
function rows(): Readonly<Record<string, number>> {
  const database = new Database(service.storePath, { readonly: true });
  const tables = ["manifests", "texts", "snapshots"];
  const counts = tables.map((table) => [table, database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()] as const);
  database.close();
  return Object.fromEntries(counts) as Record<string, number>;
}

describe("/explain on documents", () => {
  test("comes to the context of /assemble where both rank by words, and writes nothing, a changed folder neither", async () => {
    writeFileSync(service.at("desk/documents/more.md"), "# More\n\nA text that nobody asked about yet.\n");
    const before = rows();
    const explanation = await service.ask("/explain", OTTER);
    expect(explanation.status).toBe(200);
    expect(explanation.body).toMatchObject({ persisted: false, manifest_id: null });
    expect(rows()).toEqual(before);
    const { body } = await service.ask("/assemble", OTTER);
    expect(body.context_hash).toBe(explanation.body.context_hash);
    expect(body.retrieval[0].digest).toBe(explanation.body.retrieval[0].digest);
    expect(rows()).toMatchObject({ manifests: (before["manifests"] ?? 0) + 1, snapshots: (before["snapshots"] ?? 0) + 1 });
  });

  test("asks no embeddings endpoint for the question, and says that it did not", async () => {
    const questions = () => embeddings.calls.filter(({ headers }) => headers["traceparent"] !== undefined).length;
    await service.ask("/assemble", OTTER);
    const asked = questions();
    expect(asked).toBeGreaterThan(0);
    const { body } = await service.ask("/explain", OTTER);
    expect(body.retrieval[0].meaning).toMatchObject({ status: "not_asked", cause: null });
    expect(questions()).toBe(asked);
  });

  test("shows sections by label and tokens, and their texts with the permission reveal", async () => {
    const masked = JSON.stringify(await explained(ENGINEER));
    for (const text of ["12 euros", "30 euros", "9 euros", "due in March"]) expect(masked).not.toContain(text);
    expect(masked).toMatch(/\[[^\]]+: \d+ tokens\]/);
    const shown = JSON.stringify((await explained(caller("assemble", "explain", "reveal"))).prompt);
    expect(shown).toContain("The otter fee is 12 euros");
    expect(shown).toContain(HIT.text);
    const own = await explained(ENGINEER, {
      ...OTTER,
      what_if: { payloads: { wiki: { hits: [{ id: "x", text: "Given 77." }] } } },
    });
    expect(JSON.stringify(own.prompt)).toContain("Given 77.");
    expect(JSON.stringify(own.prompt)).not.toContain("12 euros");
  });

  test("names what was nearly chosen, why not, and what would bring it in", async () => {
    const { decisions, near_misses: misses, retrieval } = await explained(ENGINEER);
    const of = (id: string) => decisions?.find((one) => one.id === id);
    expect(of("handbook:fees.md#otter-fee")).toMatchObject({ outcome: "included", reason: "packed" });
    expect(of("handbook:fees.md#badger-fee")).toMatchObject({ outcome: "dropped", reason: "outside_k" });
    expect(of("handbook:fees.md#payment")).toBeUndefined();
    expect(misses?.find(({ id }) => id === "handbook:fees.md#badger-fee")).toMatchObject({ change: "signal" });
    expect(retrieval.map(({ source }) => source)).toEqual(["handbook", "wiki"]);
    // A record of each says what its decision says.
    const told = retrieval.flatMap(({ ranked }) =>
      ranked.map(({ id, outcome }) => [id, outcome === "chosen" ? "included" : "dropped"]),
    );
    expect(told.map(([id = ""]) => [id, of(id)?.outcome])).toEqual(told);
  });

  test("tells of sections that the caller may not see to the audit alone", async () => {
    const all: Permission[] = ["assemble", "explain", "reveal"];
    const audited = await explained(caller(...all, "audit"));
    expect(audited.denied).toEqual(["handbook:secret.md#how-high-the-otter-fee-is-for-the-board"]);
    const other = JSON.stringify(await explained(caller(...all)));
    expect(other).not.toMatch(/secret\.md|board|denied/i);
    const { denied: _, timings: __, request_id: ___, ...rest } = audited;
    const { timings: ____, request_id: _____, ...same } = JSON.parse(other);
    expect({ ...JSON.parse(JSON.stringify(rest)), at: "" }).toEqual({ ...same, at: "" });
  });

  test("prints a report with each section's score and words, and no text of a section", async () => {
    const { text: report, headers } = await service.ask("/explain", OTTER, { accept: "text/plain" });
    expect(headers.get("content-type")).toContain("text/plain");
    expect(report).toContain("- handbook: 1 of 5 sections, k 1, floor 0.5, words alone (meaning not asked)");
    expect(report).toMatch(/ {2}1\. handbook:fees\.md#otter-fee, \d+\.\d\d: otter \d+\.\d\d/);
    expect(report).not.toContain("12 euros");
  });
});

describe("what_if on documents", () => {
  const what = (what_if: WhatIf, question = OTTER.question) => service.ask("/explain", { ...OTTER, question, what_if });

  test("refuses another k or floor, and a document's text: sources.yaml and the folder are as they are", async () => {
    for (const path of ["sources.yaml", "documents/fees.md"]) {
      expect((await what({ policy: { [path]: "sources: {}\n" } })).status, path).toBe(400);
    }
  });

  test("tries out another layout of sections, and other synonyms", async () => {
    const text = service.booted.snapshot.policies.get("desk")?.files.get("policy.yaml") ?? "";
    const styled = await what({ policy: { "policy.yaml": `${text}prompt: { documents: { style: bracketed } }\n` } });
    expect(styled.status).toBe(200);
    expect(JSON.stringify(styled.body.prompt)).toMatch(/\[Fees: Otter fee\]|\[[^\]]*Otter fee[^\]]*\]/);
    expect(styled.body.retrieval[0].digest).toBe((await service.ask("/explain", OTTER)).body.retrieval[0].digest);
    const synonyms = "synonyms:\n  en:\n    one_way: { mustelid: [badger] }\n";
    const found = await what({ policy: { "synonyms.yaml": synonyms } }, "What does a mustelid cost?");
    expect(found.body.retrieval[0].ranked[0]).toMatchObject({ id: "handbook:fees.md#badger-fee", terms: [{ how: "synonym" }] });
  });

  test("fails a folder or a search in place of asking it", async () => {
    const asked = search.calls.length;
    const { body } = await what({ failures: { handbook: "timeout", wiki: "refused" } });
    expect(body.missing.map(({ id, reason, cause }: Record<string, string>) => [id, reason, cause])).toEqual([
      ["documents:handbook", "unreachable", "timeout"],
      ["documents:wiki", "unreachable", "refused"],
    ]);
    expect(search.calls).toHaveLength(asked);
  });

  test("refuses not_computed, which no source of documents answers, instead of passing over it", async () => {
    for (const source of ["handbook", "wiki"]) {
      const { status, body } = await what({ failures: { [source]: "not_computed" } });
      expect([status, body.errors[0].pointer]).toEqual([400, `/what_if/failures/${source}`]);
    }
  });

  test("takes a search's answer in place of asking it, and none for a folder", async () => {
    const asked = search.calls.length;
    const { body } = await what({ payloads: { wiki: { hits: [{ id: "z", text: "Otters pay 5." }] } } });
    expect(body.included.map(({ id }: { readonly id: string }) => id)).toContain("wiki:z");
    const broken = await what({ payloads: { wiki: { nothing: 1 } } });
    expect(broken.body.missing[0]).toMatchObject({ id: "documents:wiki", cause: "invalid" });
    const scalar = await what({ payloads: { wiki: 5 } });
    expect(scalar.body.missing[0]).toMatchObject({ id: "documents:wiki", cause: "invalid" });
    expect(search.calls).toHaveLength(asked);
    const refused = await what({ payloads: { handbook: [] } });
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      400,
      { pointer: "/what_if/payloads/handbook", expected: "one of wiki", got: "handbook" },
    ]);
  });
});
