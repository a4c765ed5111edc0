/** Whatever is sent: an answer or a sound problem reply, never a 5xx, and the service goes on. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, listen, sendRaw, type TestApp } from "../support/build-app.ts";
import { get, post, problemOf, QUESTION } from "./ask.ts";

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await buildTestApp();
  port = await listen(test.app);
});
afterAll(() => test.app.close());

const FIELDS = [
  "policy",
  "subject",
  "question",
  "plan",
  "language",
  "time_zone",
  "attributes",
  "deadline_ms",
  "format",
  "at",
  "what_if",
];
const RUNS = { numRuns: 300 };

const sound = (reply: Awaited<ReturnType<typeof get>>) => {
  if (reply.statusCode === 200) return;
  expect(problemOf(reply).status).toBeLessThan(500);
};

describe("random requests", () => {
  it("bodies of the right fields with any values", async () => {
    const body = fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 6 }));
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom("/assemble", "/explain"), async (fields, url) => {
        sound(await post(test.app, url, { ...QUESTION, ...fields }));
      }),
      RUNS,
    );
  });

  it("bodies of any JSON, and of any bytes", async () => {
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => {
        sound(await post(test.app, "/assemble", bytes));
      }),
      RUNS,
    );
  });

  it("addresses and queries of any printable text", async () => {
    const path = fc.constantFrom("/explain?", "/policies?", "/policies/", "/manifests/", "/", "/docs/", "/health/");
    const text = fc.string({ unit: fc.constantFrom(..."abc/?&=%+#.;:@~*0189 \\\"'<>|") });
    await fc.assert(
      fc.asyncProperty(path, text, async (begin, rest) => {
        const address = begin + rest.replaceAll(" ", "%20");
        const reply = await sendRaw(port, `GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
        expect(reply.status).toBeGreaterThanOrEqual(200);
        expect(reply.status).toBeLessThan(500);
        if (reply.status >= 400) expect(reply.head.toLowerCase()).toContain("application/problem+json");
      }),
      RUNS,
    );
  });

  it("lines that are nearly HTTP", async () => {
    const part = fc.constantFrom(
      "GET",
      "OPTIONS",
      "POST",
      " ",
      "*",
      "/",
      "//",
      "/policies",
      "?",
      "HTTP/1.1",
      "HTTP/1.0",
      "\r\n",
      "\n",
      ":",
      "Host: a",
      "\0",
      "é",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const { status, head } = await sendRaw(port, `${parts.join("")}\r\n\r\n`, 20);
        if (status >= 400) expect(head.toLowerCase()).toContain("application/problem+json");
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 40 },
    );
    expect((await get(test.app, "/health/live")).statusCode).toBe(200);
  });
});

it("OPTIONS * is answered", async () => {
  const { status, head } = await sendRaw(port, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
  expect([404, 405]).toContain(status);
  expect(head.toLowerCase()).toContain("application/problem+json");
});
