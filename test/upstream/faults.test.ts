import { createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Source } from "../../src/policy/rules/sources.ts";
import type { SourceResult } from "../../src/sources/source-result.ts";
import { json, type StubHandler, text } from "../support/stub-upstream.ts";
import { aSource, askOnce, stub, TRACEPARENT } from "./build.ts";

/** In every bad answer; it must come out of none. */
const SECRET = "canary-51f2";
const JSON_TYPE = { "content-type": "application/json" };

async function ask(handler: StubHandler, changes: Partial<Source> = {}): Promise<SourceResult> {
  const server = await stub(handler);
  return askOnce(aSource(server.origin, "/athletes/{subject}", changes));
}

const body = (changes: object = {}) => JSON.stringify({ score: 72, note: SECRET, ...changes });
const packed = (bytes: Buffer, encoding: string) => text(bytes, { ...JSON_TYPE, "content-encoding": encoding });

interface Fault {
  readonly what: string;
  readonly reply: StubHandler;
  readonly gives: SourceResult;
  readonly changes?: Partial<Source>;
}

const fails = (cause: Extract<SourceResult, { status: "failed" }>["cause"]): SourceResult => ({ status: "failed", cause });
const status = (httpStatus: number): SourceResult => ({ status: "failed", cause: "http_status", httpStatus });

const FAULTS: readonly Fault[] = [
  { what: "404 with a body", reply: json({ error: SECRET }, 404), gives: { status: "not_computed" } },
  { what: "401", reply: json({ error: SECRET }, 401), gives: status(401) },
  { what: "429", reply: text(SECRET, { "retry-after": "30" }, 429), gives: status(429) },
  { what: "500 with an HTML page", reply: text(`<b>${SECRET}</b>`, { "content-type": "text/html" }, 500), gives: status(500) },
  { what: "201", reply: json({ note: SECRET }, 201), gives: status(201) },
  { what: "204", reply: text("", {}, 204), gives: fails("invalid") },
  { what: "an empty body", reply: text(""), gives: fails("invalid") },
  {
    what: "an empty chunked body",
    reply: (_, r) => {
      r.writeHead(200, JSON_TYPE).flushHeaders();
      r.end();
    },
    gives: fails("invalid"),
  },
  { what: "a login page with 200", reply: text(SECRET, { "content-type": "text/html" }), gives: fails("content_type") },
  { what: "no content type", reply: text(body(), {}), gives: fails("content_type") },
  { what: "a content type that is none", reply: text(body(), { "content-type": "json" }), gives: fails("content_type") },
  { what: "HTML called JSON", reply: text(`<html>${SECRET}</html>`), gives: fails("invalid") },
  { what: "broken JSON", reply: text(`{"note":"${SECRET}",`), gives: fails("invalid") },
  { what: "a bare string", reply: text(`"${SECRET}"`), gives: fails("invalid") },
  { what: "null", reply: text("null"), gives: fails("invalid") },
  {
    what: "another charset",
    reply: text(body(), { "content-type": "application/json; charset=latin1" }),
    gives: fails("content_type"),
  },
  {
    what: "invalid UTF-8",
    reply: text(Buffer.concat([Buffer.from(`{"note":"${SECRET}`), Buffer.of(0xc3, 0x28), Buffer.from('"}')])),
    gives: fails("invalid"),
  },
  { what: "33 containers inside one another", reply: text("[".repeat(33) + "]".repeat(33)), gives: fails("invalid") },
  {
    what: "100,000 containers inside one another",
    reply: text("[".repeat(100_000) + "]".repeat(100_000)),
    gives: fails("invalid"),
    changes: { maxBytes: 1_048_576 },
  },
  { what: "a number that no double holds", reply: text('{"score":1e999}'), gives: fails("invalid") },
  { what: "an unknown encoding", reply: packed(Buffer.from(body()), "zstd"), gives: fails("content_type") },
  { what: "two encodings", reply: packed(gzipSync(gzipSync(body())), "gzip, gzip"), gives: fails("content_type") },
  { what: "gzip that is none", reply: packed(Buffer.from(body()), "gzip"), gives: fails("invalid") },
  { what: "gzip cut short", reply: packed(gzipSync(body()).subarray(0, 20), "gzip"), gives: fails("invalid") },
  {
    what: "an error field that is filled",
    reply: json({ error: { code: 7 }, note: SECRET }),
    gives: fails("error_field"),
    changes: { errorField: "/error" },
  },
  {
    what: "more bytes than allowed, announced",
    reply: text(body({ pad: "x".repeat(200) })),
    gives: fails("too_large"),
    changes: { maxBytes: 100 },
  },
  { what: "headers without end", reply: text(body(), { ...JSON_TYPE, "x-pad": "x".repeat(40_000) }), gives: fails("too_large") },
];

describe("an answer that is no facts yields its documented reason and no byte of itself", () => {
  test.each(FAULTS)("$what", async ({ reply, gives, changes }) => {
    const result = await ask(reply, changes);
    expect(result).toEqual(gives);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  test("a redirect to another server is not followed and its target never called", async () => {
    const target = await stub(json({ note: SECRET }));
    const result = await ask((_, r) => r.writeHead(302, { location: `${target.origin}/secret` }).end(), {
      headers: { authorization: "Bearer token" },
    });
    expect(result).toEqual(fails("redirect"));
    expect(target.calls).toHaveLength(0);
  });

  test("a body cut off in the middle is a reset", async () => {
    const result = await ask((_, r) => {
      r.writeHead(200, { ...JSON_TYPE, "content-length": "500" });
      r.write(`{"note":"${SECRET}"`, () => r.destroy());
    });
    expect(result).toEqual(fails("reset"));
  });

  test("a connection closed before any answer is a reset", async () => {
    expect(await ask((request) => request.socket.destroy())).toEqual(fails("reset"));
  });

  test("bytes that are not HTTP are invalid", async () => {
    const server = createServer((socket) => {
      socket.once("data", () => socket.end(`${SECRET} 200 fine\r\n\r\n`));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect(await askOnce(aSource(`http://127.0.0.1:${port}`, "/x"))).toEqual(fails("invalid"));
  });

  test("nobody listening is refused, a name without an address is dns, plain text for TLS is tls", async () => {
    const closed = await stub(json({}));
    await closed.close();
    expect(await askOnce(aSource(closed.origin, "/x"))).toEqual(fails("refused"));
    expect(await askOnce(aSource("http://nonexistent.invalid", "/x", { timeoutMs: 10_000 }))).toEqual(fails("dns"));
    const plain = await stub(json({}));
    expect(await askOnce(aSource(plain.origin.replace("http:", "https:"), "/x"))).toEqual(fails("tls"));
  });
});

test("a header that cannot be sent, or an origin that is none, fails without a call", async () => {
  const server = await stub(json({}));
  const broken = { headers: { authorization: `Bearer ${SECRET}\n` } };
  expect(await askOnce(aSource(server.origin, "/x", broken))).toEqual(fails("invalid"));
  expect(await askOnce(aSource("ftp://files.example", "/x"))).toEqual(fails("invalid"));
  expect(server.calls).toHaveLength(0);
});

describe("size limits hold on unpacked bytes", () => {
  test("of ten megabytes only the allowed part is read", async () => {
    let sent = 0;
    const chunk = "x".repeat(65_536);
    const result = await ask((_, r) => {
      r.writeHead(200, JSON_TYPE);
      const more = () => {
        while (sent < 10_485_760 && !r.destroyed) {
          sent += chunk.length;
          if (!r.write(chunk)) return void r.once("drain", more);
        }
        r.end();
      };
      more();
    });
    expect(result).toEqual(fails("too_large"));
    expect(sent).toBeLessThan(10_485_760);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("%s is unpacked up to the limit and refused one byte above it", async (encoding, pack) => {
    const text = body();
    const facts = { status: "facts", payload: JSON.parse(text), raw: text, stale: false };
    expect(await ask(packed(pack(text), encoding), { maxBytes: text.length })).toEqual(facts);
    expect(await ask(packed(pack(body({ pad: "a".repeat(1_000) })), encoding), { maxBytes: 1_000 })).toEqual(fails("too_large"));
  });

  test("a gzip bomb is too large and costs no memory to speak of", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));
    const before = process.memoryUsage().rss;
    expect(await ask(packed(bomb, "gzip"), { maxBytes: 1_048_576 })).toEqual(fails("too_large"));
    expect(process.memoryUsage().rss - before).toBeLessThan(15_000_000);
  });

  test("a plain body is read at the limit exactly and refused one byte above it", async () => {
    const exact = body();
    const chunked: StubHandler = (_, r) => {
      r.writeHead(200, JSON_TYPE).flushHeaders();
      r.end(exact);
    };
    expect((await ask(chunked, { maxBytes: exact.length })).status).toBe("facts");
    expect(await ask(chunked, { maxBytes: exact.length - 1 })).toEqual(fails("too_large"));
  });
});

describe("facts come out clean", () => {
  test("the text is kept as received, the value cleaned and frozen", async () => {
    const raw = '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"a":"\\ud800b\\u0000c","list":[{"n":1}]}';
    const result = await ask(text(raw));
    if (result.status !== "facts") throw new Error(result.status);
    expect(result.raw).toBe(raw);
    expect(result.payload).toStrictEqual({ a: "\ufffdbc", list: [{ n: 1 }] });
    expect(Object.isFrozen((result.payload as { list: object[] }).list[0])).toBe(true);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("32 containers inside one another, a +json type and an upper-case charset are accepted", async () => {
    const deep = "[".repeat(32) + "]".repeat(32);
    expect((await ask(text(deep, { "content-type": 'application/vnd.club+json; charset="UTF-8"' }))).status).toBe("facts");
  });

  test("an error field that is null or absent is no error", async () => {
    expect((await ask(json({ error: null, score: 1 }), { errorField: "/error" })).status).toBe("facts");
    expect((await ask(json({ score: 1 }), { errorField: "/error" })).status).toBe("facts");
  });

  test("the call carries the source's headers, the trace and nothing of other cases", async () => {
    const server = await stub(json({}));
    await askOnce(
      aSource(server.origin, "/a/{subject}?p={plan}", { headers: { Authorization: "Bearer t", "Accept-Encoding": "gzip" } }),
    );
    expect(server.calls[0]?.path).toBe("/a/athlete-1?p=free");
    expect(server.calls[0]?.headers).toMatchObject({
      accept: "application/json",
      "accept-encoding": "identity",
      authorization: "Bearer t",
      traceparent: TRACEPARENT,
    });
  });
});
