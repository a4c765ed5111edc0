/** A client that leaves, and an answer that does not come: work is told to stop, and only then. */
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Call, Service } from "../../src/service/service-types.ts";
import { buildTestApp, listen, type TestApp, type TestOptions } from "../support/build-app.ts";
import { post, problemOf, QUESTION } from "./ask.ts";
import { ANSWER } from "./canned-answer.ts";

let test: TestApp | undefined;
afterEach(() => test?.app.close());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A service that takes its time, and a promise of the call that reached it. */
async function slowApp(ms: number, config: TestOptions["config"] = {}) {
  let arrived: (call: Call) => void = () => {};
  const call = new Promise<Call>((resolve) => {
    arrived = resolve;
  });
  const assemble: Service["assemble"] = async (_identity, _body, given) => {
    arrived(given);
    await wait(ms);
    return ANSWER;
  };
  test = await buildTestApp({ service: { assemble }, config });
  return { app: test.app, lines: test.lines, call };
}

const BODY = JSON.stringify(QUESTION);
const REQUEST = `POST /assemble HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

describe("the signal of a call", () => {
  it("is quiet while the client waits, long after its body has been read", async () => {
    const { app, call } = await slowApp(400);
    const port = await listen(app);
    const reply = await fetch(`http://127.0.0.1:${port}/assemble`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: BODY,
    });
    expect(reply.status).toBe(200);
    await reply.arrayBuffer();
    expect((await call).signal().aborted).toBe(false);
  });

  it("aborts at once when the client hangs up before its answer", async () => {
    const { app, lines, call } = await slowApp(1_000);
    const socket = connect(await listen(app), "127.0.0.1");
    socket.write(REQUEST);
    const signal = (await call).signal();
    await wait(100);
    expect(signal.aborted).toBe(false);
    const left = performance.now();
    const aborted = new Promise((resolve) => signal.addEventListener("abort", () => resolve(performance.now() - left)));
    socket.destroy();
    expect(await aborted).toBeLessThan(500);
    await expect.poll(() => lines.filter(({ msg }) => msg === "request")).toMatchObject([{ status: 499, route: "/assemble" }]);
  });

  it("stays quiet for the others when one of many hangs up", async () => {
    const { app } = await slowApp(300);
    const port = await listen(app);
    const stays = Array.from({ length: 5 }, () =>
      fetch(`http://127.0.0.1:${port}/assemble`, { method: "POST", headers: { "content-type": "application/json" }, body: BODY }),
    );
    const leaves = connect(port, "127.0.0.1");
    leaves.write(REQUEST);
    await wait(100);
    leaves.destroy();
    expect((await Promise.all(stays)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it("leaves no fault in the log when the work fails because of it", async () => {
    const assemble: Service["assemble"] = (_identity, _body, { signal }) =>
      new Promise((_resolve, reject) => signal().addEventListener("abort", () => reject(signal().reason)));
    test = await buildTestApp({ service: { assemble } });
    const socket = connect(await listen(test.app), "127.0.0.1");
    socket.write(REQUEST);
    await wait(100);
    socket.destroy();
    await wait(100);
    expect(test.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});

describe("an answer that does not come", () => {
  it("is given up after the deadline and a margin, and its work is told to stop", async () => {
    const { app, call } = await slowApp(2_000, { requestDeadlineMs: 100, limits: { answerMarginMs: 100 } });
    const reply = await post(app, "/assemble", QUESTION);
    expect(problemOf(reply)).toMatchObject({ code: "overloaded", status: 503 });
    expect(reply.headers["retry-after"]).toBe("1");
    expect((await call).signal().aborted).toBe(true);
  });

  it("does not come a second time when the work ends later", async () => {
    const { app, lines } = await slowApp(300, { requestDeadlineMs: 50, limits: { answerMarginMs: 50 } });
    await post(app, "/assemble", QUESTION);
    await wait(400);
    expect(lines.filter(({ msg }) => msg !== "request")).toEqual([]);
  });
});
