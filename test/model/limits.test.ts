/** Time, number and rest: what bounds the asking of a model, over real connections. */
import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import type { ClassifyAsk } from "../../src/model/classifier.ts";
import type { VerdictCause } from "../../src/model/verdict.ts";
import { hang, json, type StubHandler, stall, trickle } from "../support/stub-upstream.ts";
import { anAsk, askOnce, CONTENT, classifier, says, stubModel } from "./build.ts";

const fails = (cause: VerdictCause) => ({ status: "failed", cause, content: null });
const ANSWERED = { status: "answered", intent: "injury", content: CONTENT };

const late: StubHandler = (request, response) => void setTimeout(() => says(CONTENT)(request, response), 400);

describe("time", () => {
  test.each([
    ["hangs before its headers", hang],
    ["hangs in its body", stall],
    ["trickles without end", trickle],
    ["answers too late", late],
  ])("a model that %s costs the classifier's own deadline, and its connection is dropped", async (_what, slow) => {
    const server = await stubModel(slow);
    const startedMs = performance.now();
    expect(await classifier(server, { deadlineMs: 120 }).classify(anAsk())).toEqual(fails("timeout"));
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeGreaterThanOrEqual(119);
    expect(tookMs).toBeLessThan(2_000);
    await server.dropped(1);
  });

  test("a failed answer whose body never ends is known at once", async () => {
    const endless: StubHandler = (_, response) => void response.writeHead(429).write("slow down");
    const startedMs = performance.now();
    expect(await askOnce(endless, { deadlineMs: 3_000 })).toMatchObject({ cause: "http_status", httpStatus: 429 });
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  test("a request's deadline before the classifier's own ends the wait and drops the call", async () => {
    const server = await stubModel(hang);
    const soon = anAsk({ deadlineMs: performance.now() + 80 });
    expect(await classifier(server).classify(soon)).toEqual(fails("deadline"));
    await server.dropped(1);
  });

  test("a client that hangs up ends the wait and drops the call", async () => {
    const server = await stubModel(hang);
    const client = new AbortController();
    const asked = classifier(server).classify(anAsk({ signal: () => client.signal }));
    await server.received(1);
    client.abort();
    expect(await asked).toEqual(fails("aborted"));
    await server.dropped(1);
  });

  test("after the deadline, or for a client that is gone, no call is made at all", async () => {
    const server = await stubModel(says(CONTENT));
    const one = classifier(server);
    expect(await one.classify(anAsk({ deadlineMs: performance.now() }))).toEqual(fails("deadline"));
    expect(await one.classify(anAsk({ signal: () => AbortSignal.abort() }))).toEqual(fails("aborted"));
    expect(server.calls).toHaveLength(0);
  });

  test.each([
    ["an answer", says(CONTENT)],
    ["a timeout", hang],
  ])("%s leaves no listener on the client's signal", async (_what, reply) => {
    const { signal } = new AbortController();
    await classifier(await stubModel(reply), { deadlineMs: 200 }).classify(anAsk({ signal: () => signal }));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("calls under way when it is closed fail, later ones too, and nothing is thrown", async () => {
    const server = await stubModel(hang);
    const one = classifier(server);
    const asked = one.classify(anAsk());
    await server.received(1);
    await one.close();
    expect(await asked).toEqual(fails("reset"));
    expect(await one.classify(anAsk())).toEqual(fails("reset"));
    expect(server.calls).toHaveLength(1);
  });
});

describe("number", () => {
  test("above the limit of calls at once a further one is busy at once, and its room comes back", async () => {
    const server = await stubModel(hang);
    const one = classifier(server, { maxConcurrent: 2 });
    const client = new AbortController();
    const held = anAsk({ signal: () => client.signal });
    const asked = [one.classify(held), one.classify(held), one.classify(held)];
    expect(await asked[2]).toEqual(fails("busy"));
    await server.received(2);
    client.abort();
    expect(await Promise.all(asked.slice(0, 2))).toEqual([fails("aborted"), fails("aborted")]);
    server.reply(says(CONTENT));
    await expect.poll(() => one.classify(anAsk()), { interval: 5 }).toEqual(ANSWERED);
    expect(server.calls).toHaveLength(3);
  });

  test("a burst inside the limit is answered, each call on its own", async () => {
    const server = await stubModel(says(CONTENT));
    const one = classifier(server);
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => one.classify(anAsk())));
    expect(verdicts).toEqual(Array.from({ length: 8 }, () => ANSWERED));
    expect(server.calls).toHaveLength(8);
  });
});

describe("rest", () => {
  /** Opens after three faults and rests for a second of a clock that the test moves. */
  async function guarded(first: StubHandler, deadlineMs = 8_000) {
    const server = await stubModel(first);
    const clock = { ms: 0 };
    const one = classifier(server, { deadlineMs, faultsInARow: 3, restMs: 1_000, nowMs: () => clock.ms });
    const ask = (changes: Partial<ClassifyAsk> = {}) => one.classify(anAsk({ deadlineMs: clock.ms + 10_000, ...changes }));
    return { server, clock, ask };
  }

  test.each([
    ["5xx", json({}, 503)],
    ["resets", (request) => request.socket.destroy()],
    ["timeouts", hang],
  ] as const satisfies readonly (readonly [string, StubHandler])[])(
    "three %s in a row stop further calls",
    async (_what, bad) => {
      const { server, ask } = await guarded(bad, 80);
      for (let n = 0; n < 3; n += 1) await ask();
      expect(await ask()).toEqual(fails("circuit_open"));
      expect(server.calls).toHaveLength(3);
    },
  );

  test("after its rest one call is tried, alone; a fault opens the circuit again, an answer closes it", async () => {
    const { server, clock, ask } = await guarded(json({}, 503));
    for (let n = 0; n < 3; n += 1) await ask();
    clock.ms = 999;
    expect(await ask()).toEqual(fails("circuit_open"));
    clock.ms = 1_000;
    const tried = await Promise.all([ask(), ask()]);
    expect(tried).toEqual([{ ...fails("http_status"), httpStatus: 503 }, fails("circuit_open")]);
    clock.ms = 1_999;
    expect(await ask()).toEqual(fails("circuit_open"));
    server.reply(says(CONTENT));
    clock.ms = 2_000;
    expect([await ask(), await ask()]).toEqual([ANSWERED, ANSWERED]);
    expect(server.calls).toHaveLength(6);
  });

  test("the one tried call goes on when its caller gives up, and closes the circuit for the others", async () => {
    const { server, clock, ask } = await guarded(json({}, 503));
    for (let n = 0; n < 3; n += 1) await ask();
    clock.ms = 1_000;
    let answer: () => void = () => {};
    server.reply((request, response) => {
      answer = () => says(CONTENT)(request, response);
    });
    const client = new AbortController();
    const probe = ask({ signal: () => client.signal });
    await expect.poll(() => server.bodies.length, { interval: 5 }).toBe(4);
    client.abort();
    expect(await probe).toEqual(fails("aborted"));
    server.reply(says(CONTENT));
    expect(await ask()).toEqual(fails("circuit_open"));
    answer();
    await expect.poll(() => ask(), { interval: 5 }).toEqual(ANSWERED);
  });

  test("refusals, bad answers and callers that give up do not stop calls", async () => {
    const { server, ask } = await guarded(json({}, 401));
    for (const reply of [json({}, 401), json({}, 429), says("prose"), says('{"intent":"other"}')]) {
      server.reply(reply);
      for (let n = 0; n < 3; n += 1) await ask();
    }
    server.reply(hang);
    for (let n = 0; n < 3; n += 1) expect(await ask({ signal: () => AbortSignal.timeout(20) })).toEqual(fails("aborted"));
    server.reply(says(CONTENT));
    expect(await ask()).toEqual(ANSWERED);
  });
});
