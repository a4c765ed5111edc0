/** What arrives on a socket and is not a request as it should be: a problem reply all the same, and the service goes on. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, listen, type RawReply, sendRaw, type TestApp } from "../support/build-app.ts";
import type { ProblemReply } from "./ask.ts";

let test: TestApp;
let port: number;
beforeAll(async () => {
  const limits = { receiveTimeoutMs: 600, headersTimeoutMs: 600, checkConnectionsMs: 50 };
  test = await buildTestApp({ config: { bodyLimitBytes: 1_000, limits } });
  port = await listen(test.app);
});
afterAll(() => test.app.close());

/** The service still answers after whatever a test did to it. */
afterEach(async () => {
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
});

function problemIn(reply: RawReply): ProblemReply {
  expect(reply.head.toLowerCase()).toContain("\r\ncontent-type: application/problem+json\r\n");
  const problem = JSON.parse(reply.body) as ProblemReply;
  expect(problem.status).toBe(reply.status);
  expect(problem.instance).toMatch(/^[0-9a-f-]{36}$/);
  return problem;
}

const POST = "POST /assemble HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

describe("not HTTP/1.1", () => {
  it.each([
    ["a TLS greeting", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["an unknown method", "BANANA / HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a line of text", "hello\r\n\r\n"],
    ["both lengths", `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["two lengths", `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["a chunk size that is none", `${POST}Transfer-Encoding: chunked\r\n\r\nbanana\r\n{}\r\n0\r\n\r\n`],
    ["a bare carriage return in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"],
    ["a NUL in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"],
    ["a folded header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n"],
    ["a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"],
  ])("answers %s with 400 and closes", async (_what, bytes) => {
    const reply = await sendRaw(port, bytes);
    expect(problemIn(reply)).toMatchObject({ status: 400, code: "invalid_request", detail: "This is not well-formed HTTP/1.1." });
    expect(reply.head.toLowerCase()).toContain("connection: close");
  });

  it("answers a request without Host with 400", async () => {
    const problem = problemIn(await sendRaw(port, "GET /health/live HTTP/1.1\r\n\r\n"));
    expect(problem.errors).toMatchObject([{ parameter: "host" }]);
  });

  it.each([
    ["host", "GET /health/live HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n"],
    ["host", "GET /health/live HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"],
    ["content-type", `${POST}content-type: text/plain\r\nContent-Length: 30\r\n\r\n{"subject":"a","question":"b"}`],
  ])("answers a second %s header with 400", async (parameter, bytes) => {
    const problem = problemIn(await sendRaw(port, bytes));
    expect(problem).toMatchObject({ status: 400, code: "invalid_request", errors: [{ parameter }] });
  });

  it.each([
    ["/docs/static/../../x"],
    ["/docs/../x"],
    ["/docs/static/..%2f..%2fx"],
    ["/docs/static/%2e%2e/x"],
    ["/docs/static/..\\x"],
    ["/docs/static/a%00b"],
    ["/docs/static/.git/config"],
    ["/docs/static//etc/passwd"],
  ])("answers the unnormalised address %s with 404", async (address) => {
    const problem = problemIn(await sendRaw(port, `GET ${address} HTTP/1.1\r\nHost: a\r\n\r\n`));
    expect(problem).toMatchObject({ status: 404, code: "unknown_route" });
  });

  it("answers an unknown expectation with 400, and meets 100-continue", async () => {
    const unknown = await sendRaw(port, "GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: banana\r\n\r\n");
    expect(problemIn(unknown).errors).toMatchObject([{ parameter: "expect", expected: "100-continue" }]);
    const body = '{"subject":"a","question":"b"}';
    const known = await sendRaw(port, `${POST}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(known.head + known.body).toContain("HTTP/1.1 200 OK");
  });

  it("is no proxy", async () => {
    expect(problemIn(await sendRaw(port, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n")).code).toBe("method_not_allowed");
  });

  it("answers normally to an absolute address of a foreign host, and to an upgrade", async () => {
    expect((await sendRaw(port, "GET http://evil.example/health/live HTTP/1.1\r\nHost: a\r\n\r\n")).status).toBe(200);
    const upgrade = "GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    expect((await sendRaw(port, upgrade)).status).toBe(200);
  });
});

describe("too much", () => {
  const headers = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: a\r\n`).join("");

  it("takes 100 header lines and answers 101 with 431 and both numbers", async () => {
    expect((await sendRaw(port, `GET /health/live HTTP/1.1\r\nHost: a\r\n${headers(99)}\r\n`)).status).toBe(200);
    expect(problemIn(await sendRaw(port, `GET /health/live HTTP/1.1\r\nHost: a\r\n${headers(100)}\r\n`))).toMatchObject({
      status: 431,
      code: "headers_too_large",
      limit_lines: 100,
      got_lines: 101,
    });
  });

  it("answers headers of more than 16 KiB with 431", async () => {
    const reply = await sendRaw(port, `GET /health/live HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(16_384)}\r\n\r\n`);
    expect(problemIn(reply).code).toBe("headers_too_large");
  });

  it("answers a body of undeclared length as soon as it is over the limit", async () => {
    const chunk = `400\r\n${"x".repeat(1_024)}\r\n`;
    const reply = await sendRaw(port, `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
    expect(problemIn(reply)).toMatchObject({ code: "body_too_large", limit_bytes: 1_000, got_bytes: null });
  });

  it("lets a client that sends the whole body see why it was refused, and use the connection again", async () => {
    const body = JSON.stringify({ subject: "a", question: "x".repeat(1_000_000) });
    const reply = await fetch(`http://127.0.0.1:${port}/assemble`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(reply.status).toBe(413);
    expect(reply.headers.get("connection")).toBe("keep-alive");
    expect(await reply.json()).toMatchObject({ limit_bytes: 1_000, got_bytes: body.length });
  });

  it("refuses a declared length beyond all measure without waiting for it", async () => {
    const reply = await sendRaw(port, `${POST}Content-Length: 99999999999\r\n\r\n`);
    expect(problemIn(reply)).toMatchObject({ code: "body_too_large", got_bytes: 99_999_999_999 });
    expect(reply.head.toLowerCase()).toContain("connection: close");
  });
});

describe("too slow", () => {
  it.each([
    ["headers", "POST /assemble HTTP/1.1\r\nHost: a\r\n"],
    ["a body", `${POST}Content-Length: 100\r\n\r\n{"subject":`],
  ])("answers late %s with 408 soon after the limit", async (_what, bytes) => {
    const began = performance.now();
    const before = test.lines.length;
    const reply = await sendRaw(port, bytes, 10_000);
    expect(problemIn(reply)).toMatchObject({ status: 408, code: "request_timeout" });
    expect(performance.now() - began).toBeLessThan(2_600);
    const lines = () => test.lines.slice(before).filter(({ route }) => route !== "/health/live");
    await expect.poll(lines).toMatchObject([{ msg: "request", status: 408 }]);
  });

  it("never asks the service for a body that was cut off", async () => {
    const before = test.service.seen.length;
    await sendRaw(port, `${POST}Content-Length: 31\r\n\r\n{"subject":"a","question":"b"}`, 10_000);
    expect(test.service.seen.length).toBe(before);
  });
});
