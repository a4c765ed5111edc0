/** A search service of the user's own in a policy, over real HTTP: its hits are documents, and its failure is a failure. */
import type { IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifiedCaller } from "../../src/caller.ts";
import { callNow, type DocumentsService, policyFiles, startDocumentsService } from "../support/documents-service.ts";
import { hang, json, type StubHandler, type StubUpstream, startStub, trickle } from "../support/stub-upstream.ts";

const HITS = [
  { id: "h1", score: 9, title: "Otter fee", text: "The otter fee is 12 euros.", acl: null },
  { id: "h2", score: 7, title: "Board", text: "The board pays nothing.", acl: { groups: ["board"] } },
  { id: "h3", score: 5, title: "Badger fee", text: "The badger fee is 14 euros.", acl: null },
  { id: "h4", score: 4, title: "Late fee", text: "The late fee is 3 euros.", acl: null },
  { id: "h5", score: 1, title: "Noise", text: "Nothing of it.", acl: null },
];
const hits = json({ hits: HITS });
const NONE_FOUND = "No section of the documents answers this question.";
const CANARY = "canary-of-the-search";

const source = (name: string, origin: string, more: string) => `  ${name}:
    search:
      url: "${origin}/${name}/{tenant}"
      body: { q: "{words}", n: "{k}" }
      hits: /hits
      fields: { id: /id, text: /text, score: /score, label: /title, acl: /acl }
    headers: { authorization: "Bearer ${CANARY}" }
    timeout: 300ms
    k: 2
    floor: 2
    sample: samples/hits.json
    ${more}
`;

let search: StubUpstream;
let service: DocumentsService;
const bodies: string[] = [];

beforeAll(async () => {
  search = await startStub(hits);
  const more = { "samples/hits.json": JSON.stringify({ hits: HITS }) };
  service = await startDocumentsService({
    ...policyFiles("open", source("wiki", search.origin, "access: tenant"), more),
    ...policyFiles("primary", source("wiki", search.origin, "access: tenant"), {
      ...more,
      "intents.yaml": "intents:\n  general: { primary: [documents:wiki], max_words: 100 }\n",
    }),
    ...policyFiles("needed", source("wiki", search.origin, "access: tenant\n    required: true"), more),
    ...policyFiles("closed", source("wiki", search.origin, "access: acl"), more),
  });
});
afterAll(async () => {
  await service.close();
  await search.close();
});
beforeEach(() => {
  bodies.length = 0;
  search.reply(hits);
});

const ask = (policy: string, more: Readonly<Record<string, unknown>> = {}) =>
  service.ask("/assemble", { policy, subject: "nora", question: "How high is the otter fee?", ...more });
const ids = (body: { readonly included: readonly { readonly id: string; readonly kind: string }[] }) =>
  body.included.filter(({ kind }) => kind === "document").map(({ id }) => id);

/** Remembers each body, then answers. */
const reading =
  (answer: StubHandler): StubHandler =>
  (request: IncomingMessage, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      bodies.push(body);
      answer(request, response);
    });
  };

describe("hits", () => {
  test("go into the prompt by k and floor, those that the caller may not see take no place", async () => {
    search.reply(reading(hits));
    const { status, body } = await ask("open");
    expect(status).toBe(200);
    expect(ids(body).sort()).toEqual(["wiki:h1", "wiki:h3"]);
    expect(JSON.stringify(body.prompt)).toContain("The otter fee is 12 euros.");
    expect(body.retrieval[0]).toMatchObject({ source: "wiki", status: "found", digest: null, k: 2, floor: 2, meaning: null });
    expect(body.retrieval[0].ranked.map(({ id, outcome }: Record<string, string>) => [id, outcome])).toEqual([
      ["wiki:h1", "chosen"],
      ["wiki:h3", "chosen"],
      ["wiki:h4", "outside_k"],
      ["wiki:h5", "below_floor"],
    ]);
    expect(body.dropped.map(({ id, reason }: Record<string, string>) => [id, reason])).toEqual([
      ["wiki:h4", "outside_k"],
      ["wiki:h5", "below_floor"],
    ]);
    expect(JSON.stringify(body)).not.toContain("h2");
    expect(JSON.parse(bodies[0] ?? "")).toEqual({ q: "How high is the otter fee", n: 2 });
    expect(search.calls.at(-1)).toMatchObject({ path: "/wiki/default", headers: { authorization: `Bearer ${CANARY}` } });
  });

  test("are asked for once by an answer, and anew by the next", async () => {
    const before = search.calls.length;
    await ask("open");
    await ask("open");
    expect(search.calls).toHaveLength(before + 2);
  });

  test("of an acl source are seen by whom they name, and one that names nobody by nobody", async () => {
    const seenBy = async (groups: readonly string[]) => {
      const caller = verifiedCaller({ tenant: "default", subject: "nora", groups, permissions: new Set(["assemble"]) });
      const body = { policy: "closed", subject: "nora", question: "How high is the otter fee?" };
      return service.booted.service.assemble(caller, body, callNow());
    };
    expect(ids((await seenBy([])).core)).toEqual([]);
    expect((await seenBy([])).core.retrieval[0]).toMatchObject({ status: "none_found", sections: 0, ranked: [] });
    expect(ids((await seenBy(["board"])).core)).toEqual(["wiki:h2"]);
  });

  test("that are none are said to be none, and no failure", async () => {
    search.reply(json({ hits: [] }));
    const { body } = await ask("primary");
    expect(body).toMatchObject({ degraded: false, missing: [] });
    expect(body.retrieval[0].status).toBe("none_found");
    expect(JSON.stringify(body.prompt)).toContain(NONE_FOUND);
  });
});

describe("a search that fails", () => {
  const FAULTS: readonly (readonly [what: string, handler: StubHandler, cause: string])[] = [
    ["503", json({ error: CANARY }, 503), "http_status"],
    ["no answer", hang, "timeout"],
    ["a trickle", trickle, "timeout"],
    ["a cut connection", (request) => request.socket.destroy(), "reset"],
    ["no list", json({ note: CANARY }), "invalid"],
  ];

  test.each(FAULTS)(
    "by %s is missing with its cause, degrades the answer where it is primary, and takes nothing else away",
    async (_what, handler, cause) => {
      search.reply(handler);
      const given = [{ id: "own", kind: "document", text: "The own text." }];
      const { status, body } = await ask("open", { candidates: given });
      expect(status).toBe(200);
      expect(body.missing).toMatchObject([{ id: "documents:wiki", source: "wiki", reason: "unreachable", cause }]);
      expect(body.degraded).toBe(false);
      expect(ids(body)).toEqual(["own"]);
      const primary = await ask("primary");
      expect(primary.body).toMatchObject({ degraded: true, confidence: { level: "low" } });
      // That nothing was found would be a lie: nobody looked.
      expect(JSON.stringify(primary.body.prompt)).not.toContain(NONE_FOUND);
      expect(JSON.stringify([body, primary.body])).not.toContain(CANARY);
    },
  );

  test("refuses the answer where the policy requires it, with 503 and when to try again", async () => {
    search.reply(json({ error: CANARY }, 500));
    const { status, body, headers, text } = await ask("needed");
    expect([status, body.code]).toEqual([503, "required_source"]);
    expect(headers.get("retry-after")).toBe("1");
    expect(text).not.toContain(CANARY);
    search.reply(hits);
  });

  test("is not waited for beyond deadline_ms", async () => {
    search.reply(hang);
    const { status, body } = await ask("open", { deadline_ms: 60 });
    expect(status).toBe(200);
    expect(body.missing).toMatchObject([{ id: "documents:wiki", cause: "deadline" }]);
    // The source's own timeout alone would be 300 ms.
    expect(body.retrieval[0]).toMatchObject({ status: "failed", cause: "deadline" });
  });
});

afterEach(() => {
  expect(JSON.stringify(service.lines)).not.toContain(CANARY);
});
