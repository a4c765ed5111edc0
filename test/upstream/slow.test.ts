import { getEventListeners } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { fetchSource } from "../../src/sources/fetch-source.ts";
import { createPools } from "../../src/sources/pools.ts";
import { hang, json, stall, trickle } from "../support/stub-upstream.ts";
import { aCaller, anInput, aSource, askOnce, gatherer, limits, stub, TRACEPARENT } from "./build.ts";

const TIMED_OUT = { status: "failed", cause: "timeout" };
const LATE = { status: "failed", cause: "deadline" };

test.each([
  ["a service that never answers", hang],
  ["a service that sends headers and one byte, then nothing", stall],
  ["a service that trickles without end", trickle],
])("%s costs its own timeout only, while others arrive", async (_what, slow) => {
  const [bad, good] = [await stub(slow), await stub(json({ score: 72 }))];
  const sources = [
    aSource(bad.origin, "/x", { name: "slow", timeoutMs: 150 }),
    ...["a", "b", "c"].map((name) => aSource(good.origin, `/${name}`, { name })),
  ];
  const gathering = gatherer().open(aCaller(), anInput(sources), limits());
  const startedMs = performance.now();
  const answers = await Promise.all(["slow", "a", "b", "c"].map((name) => gathering.ask(name)));
  const tookMs = performance.now() - startedMs;
  expect(answers.map(({ status }) => status)).toEqual(["failed", "facts", "facts", "facts"]);
  expect(answers[0]).toEqual(TIMED_OUT);
  expect(tookMs).toBeGreaterThanOrEqual(149);
  expect(tookMs).toBeLessThan(2_000);
  expect(gathering.timings()).toContainEqual(expect.objectContaining({ source: "slow", via: "upstream" }));
  await bad.dropped(1);
});

test("a 404 whose body never ends is known at once, and its connection does not outlive the timeout", async () => {
  const server = await stub((_, response) => void response.writeHead(404).write("gone"));
  expect(await askOnce(aSource(server.origin, "/x", { timeoutMs: 100 }))).toEqual({ status: "not_computed" });
  await server.dropped(1);
});

test("the deadline ends an ask before the source's own timeout, and drops the call that nobody waits for", async () => {
  const server = await stub(hang);
  const soon = limits({ deadlineMs: performance.now() + 100 });
  expect(await askOnce(aSource(server.origin, "/x", { timeoutMs: 10_000 }), aCaller(), soon)).toEqual(LATE);
  await server.dropped(1);
});

test("a client that hangs up drops the call", async () => {
  const server = await stub(hang);
  const client = new AbortController();
  const asked = askOnce(aSource(server.origin, "/x", { timeoutMs: 10_000 }), aCaller(), limits({ signal: () => client.signal }));
  await server.received(1);
  client.abort();
  expect(await asked).toEqual(LATE);
  await server.dropped(1);
});

test("however many sources a request waits for, its client's signal has one listener, and none afterwards", async () => {
  const server = await stub(hang);
  const names = Array.from({ length: 20 }, (_, n) => `s${n}`);
  const { signal } = new AbortController();
  const input = anInput(names.map((name) => aSource(server.origin, `/${name}`, { name, timeoutMs: 100 })));
  const gathering = gatherer().open(aCaller(), input, limits({ signal: () => signal }));
  const asked = names.map((name) => gathering.ask(name));
  await server.received(1);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  expect(await Promise.all(asked)).toEqual(names.map(() => TIMED_OUT));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("after the deadline, or for a client that is gone, no call is made at all", async () => {
  const server = await stub(json({}));
  const source = aSource(server.origin, "/x");
  expect(await askOnce(source, aCaller(), limits({ deadlineMs: performance.now() }))).toEqual(LATE);
  expect(await askOnce(source, aCaller(), limits({ signal: () => AbortSignal.abort() }))).toEqual(LATE);
  expect(server.calls).toHaveLength(0);
});

test("a call that waits for a connection keeps its own timeout", async () => {
  const server = await stub(hang);
  const one = gatherer({ connectionsPerOrigin: 1 });
  const ask = (name: string, timeoutMs: number) => {
    const source = aSource(server.origin, `/${name}`, { name, timeoutMs });
    return one.open(aCaller(), anInput([source]), limits()).ask(name);
  };
  const first = ask("first", 400);
  const startedMs = performance.now();
  expect(await ask("second", 50)).toEqual(TIMED_OUT);
  expect(performance.now() - startedMs).toBeLessThan(300);
  expect(await first).toEqual(TIMED_OUT);
});

test("above the limit of calls to one origin, further ones fail at once instead of queueing", async () => {
  const server = await stub(hang);
  const pools = createPools({ callsPerOrigin: 2 });
  onTestFinished(() => pools.close());
  const call = () => {
    const source = aSource(server.origin, "/x", { timeoutMs: 100 });
    return fetchSource(pools, {
      source,
      address: `${server.origin}/x`,
      traceparent: TRACEPARENT,
      signal: new AbortController().signal,
    });
  };
  const asked = [call(), call(), call()];
  expect(await asked[2]).toEqual({ status: "failed", cause: "circuit_open" });
  expect(await Promise.all(asked.slice(0, 2))).toEqual([TIMED_OUT, TIMED_OUT]);
  server.reply(json({ score: 1 }));
  expect((await call()).status).toBe("facts");
});

test("calls under way when the pools are closed fail, and nothing is thrown", async () => {
  const server = await stub(hang);
  const pools = createPools();
  const source = aSource(server.origin, "/x");
  const signal = new AbortController().signal;
  const asked = fetchSource(pools, { source, address: `${server.origin}/x`, traceparent: TRACEPARENT, signal });
  await server.received(1);
  await pools.close();
  expect(await asked).toEqual({ status: "failed", cause: "reset" });
});
