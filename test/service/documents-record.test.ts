/** What is stored of an answer from documents: enough to give it again, before it leaves. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifiedCaller } from "../../src/caller.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { type DocumentsService, FOLDER, policyFiles, startDocumentsService } from "../support/documents-service.ts";
import { text as bytes, json, type StubUpstream, startStub } from "../support/stub-upstream.ts";

/** A byte order mark, Windows line ends and a trailing blank: what a reader might tidy up. */
const EXACT = "\ufeff---\r\ntitle: Fees\r\n---\r\n\r\n# Fees\r\n\r\nThe otter fee is 12 euros. \r\n";
const PLAIN = "# Terms\n\nThe badger fee is 14 euros: zebra.\n";
const KEY = "k".repeat(64);
const RAW = '{ "hits" : [ {"id":"h1", "text":"The heron fee is 30 euros."} ] }\n';

const SEARCH = (origin: string) => `  wiki:
    search: { url: "${origin}/find", body: { q: "{words}" }, hits: /hits, fields: { id: /id, text: /text } }
    access: tenant
    sample: samples/hits.json
`;

let search: StubUpstream;
let service: DocumentsService;
beforeEach(async () => {
  search = await startStub(bytes(RAW));
  const files = { "documents/fees.md": EXACT, "documents/below/terms.txt": PLAIN, "samples/hits.json": RAW };
  service = await startDocumentsService(policyFiles("desk", FOLDER + SEARCH(search.origin), files), { HASH_KEY: KEY });
});
afterEach(async () => {
  await service.close();
  await search.close();
});

const OTTER = { subject: "nora", question: "How high is the otter fee, zebra?" };
const DEFAULT = verifiedCaller({
  tenant: "default",
  subject: null,
  groups: [],
  permissions: new Set(["any_subject", "explain"]),
});

/** The store as another process would find it. */
async function stored<T>(read: (store: Awaited<ReturnType<typeof openSqliteStore>>) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({ path: service.storePath, hashKey: KEY, version: "test" });
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

test("the manifest has how documents were chosen, the folder by its digest and a search's answer by keyed hash", async () => {
  const { body } = await service.ask("/assemble", OTTER);
  const { body: manifest, text } = await service.get(`/manifests/${body.manifest_id}`);
  expect(manifest.core.retrieval).toEqual(body.retrieval);
  const [handbook, wiki] = manifest.inputs.sources;
  const { digest } = body.retrieval[0];
  expect(handbook).toEqual({
    ...{ source: "handbook", status: "corpus", hash: digest },
    ...{ cause: null, http_status: null, stale: false },
  });
  expect(wiki).toMatchObject({ source: "wiki", status: "hits", hash: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/) });
  expect(manifest.envelope.timings.map(({ source, via }: Record<string, string>) => [source, via]).sort()).toEqual([
    ["handbook", "none"],
    ["wiki", "upstream"],
  ]);
  for (const canary of ["zebra", "euros", "How high"]) expect(text).not.toContain(canary);
  expect(await stored((store) => store.readText(DEFAULT, wiki.hash))).toBe(RAW);
});

test("the documents are in the store byte for byte under the digest, also those that were edited since", async () => {
  const first = (await service.ask("/assemble", OTTER)).body.retrieval[0].digest;
  writeFileSync(service.at("desk/documents/fees.md"), EXACT.replace("12", "13"));
  rmSync(service.at("desk/documents/below/terms.txt"));
  const second = (await service.ask("/assemble", OTTER)).body.retrieval[0].digest;
  expect(second).not.toBe(first);
  await stored(async (store) => {
    expect(Object.fromEntries((await store.readSnapshot(first)) ?? [])).toEqual({
      "below/terms.txt": PLAIN,
      "fees.md": EXACT,
    });
    expect(Object.fromEntries((await store.readSnapshot(second)) ?? [])).toEqual({ "fees.md": EXACT.replace("12", "13") });
  });
  expect(readFileSync(service.at("desk/documents/fees.md"), "utf8")).toBe(EXACT.replace("12", "13"));
});

test("a folder is stored once for each state of it, however many answers", async () => {
  const count = () => {
    const database = new Database(service.storePath, { readonly: true });
    const rows = database.prepare("SELECT count(*) FROM snapshots").pluck().get() as number;
    database.close();
    return rows;
  };
  const before = count();
  await Promise.all(Array.from({ length: 10 }, () => service.ask("/assemble", OTTER)));
  expect(count()).toBe(before + 1);
  writeFileSync(service.at("desk/documents/fees.md"), EXACT.replace("12", "13"));
  await service.ask("/assemble", OTTER);
  writeFileSync(service.at("desk/documents/fees.md"), EXACT);
  await service.ask("/assemble", OTTER);
  expect(count()).toBe(before + 2);
});

test("a failed search is recorded with its cause and status, without a hash", async () => {
  search.reply(json({ error: "canary" }, 503));
  const { body } = await service.ask("/assemble", OTTER);
  const { body: manifest, text } = await service.get(`/manifests/${body.manifest_id}`);
  expect(manifest.inputs.sources[1]).toMatchObject({ status: "failed", cause: "http_status", http_status: 503, hash: null });
  expect(text).not.toContain("canary");
});
