import type { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { SearchResult } from "../../src/sources/search/hit.ts";
import { hang, json, type StubHandler, stall, text, trickle } from "../support/stub-upstream.ts";
import { aSearch, searchOnce, searchValues, somePools, stub, TRACEPARENT } from "./build.ts";

/** In every bad answer; it must come out of none. */
const SECRET = "canary-51f2";
const JSON_TYPE = { "content-type": "application/json" };
const HIT = { _id: "a", _score: 2.5, _source: { text: "Thirty days." } };
const answer = (...hits: readonly unknown[]) => json({ hits: { hits } });

type Cause = Extract<SearchResult, { status: "failed" }>["cause"];
const fails = (cause: Cause): SearchResult => ({ status: "failed", cause });
const status = (httpStatus: number): SearchResult => ({ status: "failed", cause: "http_status", httpStatus });

const FAULTS: readonly (readonly [what: string, reply: StubHandler, gives: SearchResult])[] = [
  ["404, an index that is not there", json({ error: SECRET }, 404), status(404)],
  ["400, a query it cannot read", json({ error: SECRET }, 400), status(400)],
  ["401", json({ error: SECRET }, 401), status(401)],
  ["429", text(SECRET, { "retry-after": "30" }, 429), status(429)],
  ["500 with an HTML page", text(`<b>${SECRET}</b>`, { "content-type": "text/html" }, 500), status(500)],
  ["204", text("", {}, 204), fails("invalid")],
  ["an empty body", text(""), fails("invalid")],
  ["a login page with 200", text(SECRET, { "content-type": "text/html" }), fails("content_type")],
  ["HTML called JSON", text(`<html>${SECRET}</html>`), fails("invalid")],
  ["broken JSON", text(`{"hits":{"hits":[{"_id":"${SECRET}"`), fails("invalid")],
  ["33 containers inside one another", text("[".repeat(33) + "]".repeat(33)), fails("invalid")],
  [
    "a gzip bomb",
    text(gzipSync(Buffer.alloc(20_000_000, 0x20)), { ...JSON_TYPE, "content-encoding": "gzip" }),
    fails("too_large"),
  ],
  ["more bytes than allowed", text(JSON.stringify({ pad: SECRET.repeat(10_000) })), fails("too_large")],
  ["an error inside a 200", json({ error: SECRET, hits: { hits: [HIT] } }), fails("error_field")],
  ["no list where the hits should be", json({ note: SECRET }), fails("invalid")],
  ["an object where the hits should be", json({ hits: { hits: { note: SECRET } } }), fails("invalid")],
  ["null where the hits should be", json({ hits: { hits: null } }), fails("invalid")],
];

describe("an answer without hits to read is a failure with its cause and no byte of itself", () => {
  test.each(FAULTS)("%s", async (_, reply, gives) => {
    const server = await stub(reply);
    const result = await searchOnce(aSearch(server.origin, {}, { error_field: "/error" }));
    expect(result).toEqual(gives);
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(server.calls).toHaveLength(1);
  });

  test("a redirect is not followed, and its target gets neither question nor secret", async () => {
    const target = await stub(answer(HIT));
    const server = await stub((_, response) => response.writeHead(307, { location: `${target.origin}/x` }).end());
    const source = aSearch(server.origin, {}, { headers: { authorization: `Bearer ${SECRET}` } });
    expect(await searchOnce(source)).toEqual(fails("redirect"));
    expect(target.calls).toHaveLength(0);
  });

  test("nobody listening is refused, a connection cut off is a reset", async () => {
    const closed = await stub(hang);
    await closed.close();
    expect(await searchOnce(aSearch(closed.origin))).toEqual(fails("refused"));
    const cut = await stub((request) => request.socket.destroy());
    expect(await searchOnce(aSearch(cut.origin))).toEqual(fails("reset"));
  });
});

describe("a search ends by its own timeout or by the request's deadline, whichever is first", () => {
  test.each([
    ["never answers", hang],
    ["stops after the headers", stall],
    ["sends a byte every few milliseconds", trickle],
  ])("a service that %s", async (_, handler) => {
    const server = await stub(handler);
    expect(await searchOnce(aSearch(server.origin, {}, { timeout: "60ms" }))).toEqual(fails("timeout"));
    expect(await searchOnce(aSearch(server.origin), { deadlineMs: performance.now() + 60 })).toEqual(fails("deadline"));
    await server.dropped(2);
  });

  test("after the deadline, or after a hang-up, nobody is called", async () => {
    const server = await stub(answer(HIT));
    expect(await searchOnce(aSearch(server.origin), { deadlineMs: performance.now() - 1 })).toEqual(fails("deadline"));
    expect(await searchOnce(aSearch(server.origin), { signal: AbortSignal.abort() })).toEqual(fails("deadline"));
    expect(server.calls).toHaveLength(0);
  });

  test("a hang-up ends the call that is under way", async () => {
    const server = await stub(hang);
    const hangUp = new AbortController();
    const pending = searchOnce(aSearch(server.origin, {}, { timeout: "10m" }), { signal: hangUp.signal });
    await server.received(1);
    hangUp.abort();
    expect(await pending).toEqual(fails("deadline"));
    await server.dropped(1);
  });

  test("also where the call is the one that tries an open circuit again", async () => {
    const server = await stub(json({}, 503));
    let nowMs = 0;
    const pools = somePools({ faultsInARow: 1, restMs: 1_000, nowMs: () => nowMs });
    const source = aSearch(server.origin);
    expect(await searchOnce(source, { pools })).toEqual(status(503));
    expect(await searchOnce(source, { pools })).toEqual(fails("circuit_open"));
    server.reply(hang);
    nowMs = 1_001;
    expect(await searchOnce(source, { pools, deadlineMs: performance.now() + 60 })).toEqual(fails("deadline"));
    expect(server.calls).toHaveLength(2);
  });
});

test("more calls at once than one origin may have are not made", async () => {
  const server = await stub(hang);
  const pools = somePools({ callsPerOrigin: 1 });
  const source = aSearch(server.origin, {}, { timeout: "300ms" });
  const first = searchOnce(source, { pools });
  await server.received(1);
  expect(await searchOnce(source, { pools })).toEqual(fails("circuit_open"));
  expect(await first).toEqual(fails("timeout"));
});

test("a list without hits is an answer, and so is one whose every hit is left out", async () => {
  const server = await stub(answer());
  expect(await searchOnce(aSearch(server.origin))).toEqual({
    status: "hits",
    hits: [],
    skipped: [],
    raw: '{"hits":{"hits":[]}}',
  });
  server.reply(answer({ _id: "a" }, 7));
  const skipped = [
    { at: 0, reason: "text" },
    { at: 1, reason: "shape" },
  ];
  expect(await searchOnce(aSearch(server.origin))).toMatchObject({ status: "hits", hits: [], skipped });
});

/** Answers with one hit whose text is what came. */
const echo: StubHandler = (request, response) => {
  void received(request).then((body) => {
    const { method, url, headers } = request;
    const sent = { method, url, type: headers["content-type"] ?? null, trace: headers["traceparent"], body };
    answer({ _id: "echo", _source: { text: JSON.stringify(sent) } })(request, response);
  });
};

async function received(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

async function sentBy(search: object, changes: Parameters<typeof searchValues>[0] = {}): Promise<Record<string, string | null>> {
  const server = await stub(echo);
  const result = await searchOnce(aSearch(server.origin, search), { values: searchValues(changes) });
  if (result.status === "failed") throw new Error(result.cause);
  return JSON.parse(result.hits[0]?.text ?? "null");
}

const HOSTILE = [
  '"}},"size":9999,"x":{"y":"',
  "{tenant} {subject} {k} \u0024{HOME} {{x}}",
  "a\u0000b\r\nX-Admin: 1",
  "\\",
  "\ud83d\ude00 \u202e ]]",
];

describe("a question cannot become anything but a question", () => {
  test.each(HOSTILE)("in a body: %j", async (question) => {
    const { body } = await sentBy({}, { question: `days ${question}` });
    const sent = JSON.parse(body ?? "");
    const expected = `days ${question}`.replace(/\p{Cc}+/gu, " ");
    expect(sent).toEqual({ size: 4, query: { match: { text: expected } } });
  });

  test.each(HOSTILE)("in an address: %j", async (question) => {
    const query = { q: "{question}", n: "{k}" };
    const { url, body } = await sentBy({ method: "GET", body: undefined, query }, { question: `days ${question}` });
    const address = new URL(url ?? "", "http://x");
    expect(address.pathname).toBe("/handbook/_search");
    expect([...address.searchParams]).toEqual([
      ["q", `days ${question}`.replace(/\p{Cc}+/gu, " ")],
      ["n", "4"],
    ]);
    expect(body).toBe("");
  });
});

test("a POST carries its JSON, its type and the trace; a GET no body and no type", async () => {
  expect(await sentBy({})).toEqual({
    method: "POST",
    url: "/handbook/_search",
    type: "application/json",
    trace: TRACEPARENT,
    body: '{"size":4,"query":{"match":{"text":"How many days?"}}}',
  });
  expect(await sentBy({ method: "GET", body: undefined, query: { q: "{words}" } })).toMatchObject({
    method: "GET",
    url: "/handbook/_search?q=How%20many%20days",
    type: null,
    body: "",
  });
});

test("a service with a type of its own for bodies gets the header of the policy, and no second one", async () => {
  const server = await stub(answer(HIT));
  const headers = { "Content-Type": "application/vnd.kb+json", "Accept-Encoding": "br", Authorization: "Bearer t" };
  await searchOnce(aSearch(server.origin, {}, { headers }));
  expect(server.calls[0]?.headers).toMatchObject({
    "content-type": "application/vnd.kb+json",
    "accept-encoding": "identity",
    authorization: "Bearer t",
  });
});

test("without a word there is nothing to look for, and nobody is asked", async () => {
  const server = await stub(answer(HIT));
  for (const question of ["", "   ", "???", "\u0000"]) {
    const result = await searchOnce(aSearch(server.origin), { values: searchValues({ question }) });
    expect(result).toEqual({ status: "hits", hits: [], skipped: [], raw: null });
  }
  expect(server.calls).toHaveLength(0);
});

test("a value that is missing or refused means no call: a filter with a hole would find more than was meant", async () => {
  const server = await stub(answer(HIT));
  const body = { query: "{question}", filter: { plan: "{plan}" } };
  const source = aSearch(server.origin, { body });
  for (const plan of [null, "", "a\u0000b", "x".repeat(201), "\ud800"]) {
    expect(await searchOnce(source, { values: searchValues({ plan }) })).toEqual(fails("invalid"));
  }
  expect(server.calls).toHaveLength(0);
  expect((await searchOnce(source, { values: searchValues({ plan: "x".repeat(200) }) })).status).toBe("hits");
});
