/** What an embeddings server may do instead of answering, and what bounds the asking, over real connections. */
import { getEventListeners } from "node:events";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { answerBytes } from "../../src/model/embeddings-protocol.ts";
import { EMBED_CAUSES, type EmbedCause } from "../../src/model/embeddings-result.ts";
import { hang, json, type StubHandler, stall, text, trickle } from "../support/stub-upstream.ts";
import { API_KEY, stubModel, TRACEPARENT } from "./build.ts";
import {
  answered,
  embedder,
  embedOnce,
  gives,
  limits,
  QUESTION,
  sentRequest,
  sentTexts,
  textServer,
} from "./build-embeddings.ts";

const JSON_TYPE = { "content-type": "application/json" };
const ONE = { status: "vectors", vectors: [Float32Array.of(0.6, 0.8)] };
const oneVector = gives([[3, 4]]);

const fails = (cause: EmbedCause) => ({ status: "failed", cause });
const status = (httpStatus: number) => ({ ...fails("http_status"), httpStatus });
const ERROR = { error: { message: `Incorrect API key ${API_KEY} for "${QUESTION}"`, type: "invalid_request_error" } };

const FAULTS: readonly (readonly [what: string, reply: StubHandler, result: ReturnType<typeof fails>])[] = [
  ["an error object with 200", json(ERROR), fails("invalid")],
  ["a body that breaks off", text('{"data":[{"index":0,"embedding":[0.1,'), fails("invalid")],
  ["a body that repeats the key", text(`Bearer ${API_KEY}`), fails("invalid")],
  ["no vectors", gives([]), fails("invalid")],
  ["two vectors for one text", gives([[1], [2]]), fails("invalid")],
  ["a bare NaN", text('{"data":[{"index":0,"embedding":[NaN,1]}]}'), fails("invalid")],
  ["a bare Infinity", text('{"data":[{"index":0,"embedding":[Infinity]}]}'), fails("invalid")],
  ["a number beyond every double", text('{"data":[{"index":0,"embedding":[1e999]}]}'), fails("invalid")],
  ["a zero vector", gives([[0, 0]]), fails("invalid")],
  ["base64", json({ data: [{ index: 0, embedding: "AACAPw==" }] }), fails("invalid")],
  ["a page with 200", text("<html>login</html>", { "content-type": "text/html" }), fails("content_type")],
  ["400", json(ERROR, 400), status(400)],
  ["401", json(ERROR, 401), status(401)],
  ["404", json(ERROR, 404), status(404)],
  ["429", text(JSON.stringify(ERROR), { ...JSON_TYPE, "retry-after": "20" }, 429), status(429)],
  ["500", json(ERROR, 500), status(500)],
  ["204", text("", {}, 204), fails("invalid")],
  ["a reset before the answer", (request) => request.socket.destroy(), fails("reset")],
];

describe("an answer that is none gives its documented cause, and neither the key nor the text", () => {
  test.each(FAULTS)("%s", async (_what, reply, expected) => {
    const result = await embedOnce(reply);
    expect(result).toEqual(expected);
    expect(EMBED_CAUSES).toContain(expected.cause);
    expect(JSON.stringify(result)).not.toMatch(/canary|Bearer/);
  });

  test("a redirect is not followed, and its target never gets text or key", async () => {
    const target = await stubModel(oneVector);
    for (const code of [301, 302, 307, 308]) {
      const reply: StubHandler = (_, r) => void r.writeHead(code, { location: `${target.origin}/v1/embeddings` }).end();
      expect(await embedOnce(reply)).toEqual(fails("redirect"));
    }
    expect(target.calls).toHaveLength(0);
  });

  test("nobody listening is refused, and a key that no header can carry is invalid without a call", async () => {
    const server = await stubModel(oneVector);
    expect(await embedder(server, { apiKey: `${API_KEY}\n` }).embed([QUESTION], limits())).toEqual(fails("invalid"));
    expect(server.calls).toHaveLength(0);
    await server.close();
    expect(await embedder(server).embed([QUESTION], limits())).toEqual(fails("refused"));
  });

  test("no cause is listed twice", () => {
    expect(new Set(EMBED_CAUSES).size).toBe(EMBED_CAUSES.length);
  });
});

describe("size limits hold on unpacked bytes", () => {
  const body = JSON.stringify(answered([[3, 4]]));
  const padded = (bytes: number) => `${body}${" ".repeat(bytes - body.length)}`;
  const packed = (bytes: string | Buffer) => text(gzipSync(bytes), { ...JSON_TYPE, "content-encoding": "gzip" });

  test("an answer is read at the limit exactly and refused one byte above it, plain and as gzip", async () => {
    const most = answerBytes(1);
    for (const reply of [text, packed]) {
      expect(await embedOnce(reply(padded(most - 1)))).toEqual(ONE);
      expect(await embedOnce(reply(padded(most)))).toEqual(ONE);
      expect(await embedOnce(reply(padded(most + 1)))).toEqual(fails("too_large"));
    }
  });

  test("a gzip bomb is too large, and gzip that is none is invalid", async () => {
    expect(await embedOnce(packed(Buffer.alloc(20_971_520, 0x20)))).toEqual(fails("too_large"));
    expect(await embedOnce(text(body, { ...JSON_TYPE, "content-encoding": "gzip" }))).toEqual(fails("invalid"));
  });
});

describe("the call", () => {
  test("asks the endpoint below the base once, with key and trace, for floats", async () => {
    const server = await stubModel(oneVector);
    expect(await embedder(server).embed([QUESTION], limits({ traceparent: TRACEPARENT }))).toEqual(ONE);
    expect(server.calls.map(({ path }) => path)).toEqual(["/v1/embeddings"]);
    expect(server.calls[0]?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      traceparent: TRACEPARENT,
      ...JSON_TYPE,
    });
    expect(sentRequest(server, 0)).toEqual({ model: "text-embedding-3-small", input: [QUESTION], encoding_format: "float" });
  });

  test("sends no key where there is none, and no trace for work of our own", async () => {
    const server = await stubModel(oneVector);
    await embedder(server, { apiKey: null, baseUrl: `${server.origin}/a/v1/` }).embed([QUESTION], limits());
    expect(server.calls[0]?.path).toBe("/a/v1/embeddings");
    for (const header of ["authorization", "traceparent"]) expect(server.calls[0]?.headers).not.toHaveProperty(header);
  });

  test.each([
    [0, []],
    [1, [1]],
    [2, [2]],
    [3, [3]],
    [4, [3, 1]],
    [7, [3, 3, 1]],
  ])("%i texts go in batches of three, and come back in their order", async (count, sizes) => {
    const server = await textServer((one) => [Number(one), 1]);
    const texts = Array.from({ length: count }, (_, at) => String(at));
    const result = await embedder(server, { batch: 3 }).embed(texts, limits());
    expect(server.bodies.map((_, call) => sentTexts(server, call).length)).toEqual(sizes);
    const slopes = result.status === "vectors" && result.vectors.map(([x = 0, y = 1]) => Math.round(x / y));
    expect(slopes).toEqual(texts.map(Number));
  });

  test("one failed batch fails them all, and no further one is sent", async () => {
    const server = await textServer((one) => (one === "b" ? 500 : [1]));
    expect(await embedder(server, { batch: 1 }).embed(["a", "b", "c"], limits())).toEqual(status(500));
    expect(server.bodies.map((_, call) => sentTexts(server, call))).toEqual([["a"], ["b"]]);
  });

  test("vectors out of order are put in order by their index", async () => {
    const result = await embedOnce(
      gives(
        [
          [0, 1],
          [1, 0],
        ],
        [1, 0],
      ),
      {},
      ["first", "second"],
    );
    expect(result).toEqual({ status: "vectors", vectors: [Float32Array.of(1, 0), Float32Array.of(0, 1)] });
  });

  test("vectors of another length than the first are refused, and the first length is still taken", async () => {
    const server = await stubModel(gives([[1, 0]]));
    const one = embedder(server);
    const ask = () => one.embed([QUESTION], limits());
    expect((await ask()).status).toBe("vectors");
    server.reply(gives([[1, 0, 0]]));
    expect(await ask()).toEqual(fails("dimensions"));
    server.reply(oneVector);
    expect(await ask()).toEqual(ONE);
  });

  test("the same text twice at once is two calls: one that is given up or fails says nothing to the other", async () => {
    const server = await stubModel(hang);
    const one = embedder(server);
    const client = new AbortController();
    const left = one.embed([QUESTION], limits({ signal: () => client.signal }));
    await server.received(1);
    server.reply(oneVector);
    const stayed = one.embed([QUESTION], limits());
    client.abort();
    expect(await Promise.all([left, stayed])).toEqual([fails("aborted"), ONE]);
    expect(server.calls).toHaveLength(2);
    const [a, b] = await Promise.all([one.embed([QUESTION], limits()), one.embed([QUESTION], limits())]);
    expect([a, b]).toEqual([ONE, ONE]);
    expect(a.status === "vectors" && b.status === "vectors" && a.vectors[0] !== b.vectors[0]).toBe(true);
    expect(server.calls).toHaveLength(4);
  });
});

describe("time", () => {
  test.each([
    ["hangs before its headers", hang],
    ["hangs in its body", stall],
    ["trickles without end", trickle],
  ])("a server that %s costs the embedder's own deadline, and its connection is dropped", async (_what, slow) => {
    const server = await stubModel(slow);
    expect(await embedder(server, { deadlineMs: 80 }).embed([QUESTION], limits())).toEqual(fails("timeout"));
    await server.dropped(1);
  });

  test("a request's deadline before the embedder's own, or a client that hangs up, ends the wait and drops the call", async () => {
    const server = await stubModel(hang);
    const one = embedder(server);
    expect(await one.embed([QUESTION], limits({ deadlineMs: performance.now() + 60 }))).toEqual(fails("deadline"));
    await server.dropped(1);
    const { signal } = new AbortController();
    const quick = embedder(server, { deadlineMs: 50 });
    expect(await quick.embed([QUESTION], limits({ signal: () => signal }))).toEqual(fails("timeout"));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("after the deadline, or for a client that is gone, no call is made at all", async () => {
    const server = await stubModel(oneVector);
    const one = embedder(server);
    expect(await one.embed([QUESTION], limits({ deadlineMs: performance.now() }))).toEqual(fails("deadline"));
    expect(await one.embed([QUESTION], limits({ signal: () => AbortSignal.abort() }))).toEqual(fails("aborted"));
    expect(server.calls).toHaveLength(0);
  });

  test("above the limit of calls at once a further one is busy at once", async () => {
    const server = await stubModel(hang);
    const one = embedder(server, { maxConcurrent: 1 });
    const held = one.embed([QUESTION], limits());
    expect(await one.embed([QUESTION], limits())).toEqual(fails("busy"));
    await server.received(1);
    await one.close();
    expect(await held).toEqual(fails("reset"));
    expect(await one.embed([QUESTION], limits())).toEqual(fails("reset"));
  });
});

test("after faults in a row it fails at once without a call; after its rest one answer closes the circuit", async () => {
  const server = await stubModel(json({}, 503));
  const clock = { ms: 0 };
  const one = embedder(server, { faultsInARow: 2, restMs: 1_000, nowMs: () => clock.ms });
  const ask = () => one.embed([QUESTION], limits({ deadlineMs: clock.ms + 10_000 }));
  expect([await ask(), await ask(), await ask()]).toEqual([status(503), status(503), fails("circuit_open")]);
  server.reply(oneVector);
  clock.ms = 999;
  expect(await ask()).toEqual(fails("circuit_open"));
  clock.ms = 1_000;
  expect([await ask(), await ask()]).toEqual([ONE, ONE]);
  expect(server.calls).toHaveLength(4);
});
