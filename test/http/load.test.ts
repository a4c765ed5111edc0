/** Too many requests at once, and a service that is about to end. */
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Service } from "../../src/service/service-types.ts";
import { buildTestApp, listen, type TestApp, type TestOptions } from "../support/build-app.ts";
import { get, post, problemOf, QUESTION } from "./ask.ts";
import { ANSWER } from "./canned-answer.ts";

let test: TestApp | undefined;
afterEach(() => test?.app.close());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A service whose answers wait to be let go. */
async function heldApp(options: TestOptions = {}) {
  const waiting: (() => void)[] = [];
  const assemble: Service["assemble"] = () => new Promise((resolve) => waiting.push(() => resolve(ANSWER)));
  test = await buildTestApp({ ...options, service: { assemble } });
  const release = () =>
    waiting.splice(0).forEach((go) => {
      go();
    });
  return { app: test.app, waiting, release };
}

describe("overload", () => {
  it.each([[1], [3]])("takes %d requests at once and refuses the next before its body is read", async (maxInFlight) => {
    const { app, release, waiting } = await heldApp({ config: { maxInFlight } });
    const taken = Array.from({ length: maxInFlight }, () => post(app, "/assemble", QUESTION));
    await expect.poll(() => waiting.length).toBe(maxInFlight);
    const refused = await post(app, "/assemble", "{not json");
    expect(problemOf(refused)).toMatchObject({ code: "overloaded", status: 503 });
    expect(refused.headers["retry-after"]).toBe("1");
    release();
    expect((await Promise.all(taken)).map(({ statusCode }) => statusCode)).toEqual(taken.map(() => 200));
    expect((await get(app, "/policies")).statusCode).toBe(200);
  });

  it("answers health all the same", async () => {
    const { app, release } = await heldApp({ config: { maxInFlight: 0 } });
    expect((await get(app, "/health/live")).statusCode).toBe(200);
    expect((await get(app, "/health/ready")).statusCode).toBe(200);
    expect(problemOf(await get(app, "/policies")).code).toBe("overloaded");
    release();
  });

  it("gives the place back whatever comes of the request", async () => {
    const { app } = await heldApp({ config: { maxInFlight: 1 } });
    const port = await listen(app);
    for (let round = 0; round < 3; round += 1) {
      expect(problemOf(await post(app, "/assemble", "{")).code).toBe("invalid_json");
      const socket = connect(port, "127.0.0.1");
      socket.write("POST /assemble HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
      await wait(50);
      expect(problemOf(await get(app, "/policies")).code).toBe("overloaded");
      socket.destroy();
      await expect.poll(async () => (await get(app, "/policies")).statusCode).toBe(200);
    }
  });
});

describe("closing", () => {
  it("completes the answer under way, ends the connection and then the service", async () => {
    const { app, waiting, release } = await heldApp();
    const port = await listen(app);
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<{ status: number; body: string; connection: string | undefined }>((resolve, reject) => {
      const sent = httpRequest(
        { port, host: "127.0.0.1", method: "POST", path: "/assemble", agent, headers: { "content-type": "application/json" } },
        (reply) => {
          let body = "";
          reply.on("data", (chunk: Buffer) => {
            body += chunk.toString("utf8");
          });
          reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body, connection: reply.headers.connection }));
        },
      );
      sent.on("error", reject);
      sent.end(JSON.stringify(QUESTION));
    });
    await expect.poll(() => waiting.length).toBe(1);
    const closed = app.close();
    await wait(100);
    release();
    const { status, body, connection } = await answer;
    expect([status, connection]).toEqual([200, "close"]);
    expect(JSON.parse(body)).toMatchObject({ persisted: true });
    const began = performance.now();
    await closed;
    expect(performance.now() - began).toBeLessThan(1_000);
    agent.destroy();
  });

  /** A request whose headers are complete only after closing has begun. */
  async function askWhileClosing(path: string): Promise<string> {
    const { app } = await heldApp();
    const socket = connect(await listen(app), "127.0.0.1");
    await once(socket, "connect");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
    });
    const ended = new Promise((resolve) => socket.on("close", resolve));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n`);
    await wait(50);
    const closed = app.close();
    await wait(50);
    socket.write("\r\n");
    await ended;
    await closed;
    return text;
  }

  it("answers what still arrives with shutting_down and when to come back", async () => {
    const text = await askWhileClosing("/policies");
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(text.toLowerCase()).toContain("\r\nretry-after: 5\r\n");
    expect(text.toLowerCase()).toContain("\r\ncontent-type: application/problem+json\r\n");
    expect(text).toContain('"code":"shutting_down"');
  });

  it("still lives, and is no longer ready", async () => {
    expect(await askWhileClosing("/health/live")).toMatch(/^HTTP\/1\.1 200 /);
    const ready = await askWhileClosing("/health/ready");
    expect(ready).toMatch(/^HTTP\/1\.1 503 /);
    expect(ready).toContain('"code":"shutting_down"');
  });
});
