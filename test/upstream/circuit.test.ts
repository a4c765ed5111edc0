import { expect, test } from "vitest";
import { hang, json, type StubHandler } from "../support/stub-upstream.ts";
import { aCaller, anInput, aSource, gatherer, limits, stub } from "./build.ts";

const OPEN = { status: "failed", cause: "circuit_open" };

/** One source behind a breaker that opens after three faults and rests for a second of a clock that the test moves. */
async function guarded(first: StubHandler, changes: Parameters<typeof aSource>[2] = {}) {
  const server = await stub(first);
  const clock = { ms: 0 };
  const one = gatherer({ faultsInARow: 3, restMs: 1_000, nowMs: () => clock.ms });
  const source = aSource(server.origin, "/{subject}", changes);
  const open = (within = limits(), caller = aCaller()) => one.open(caller, anInput([source]), within);
  return { server, clock, open, ask: (within = limits(), caller = aCaller()) => open(within, caller).ask("readiness") };
}

type Guarded = Awaited<ReturnType<typeof guarded>>;

/** Another person of another tenant is refused without a call. */
async function isStopped(open: Guarded["open"]): Promise<void> {
  const gathering = open(limits(), aCaller("athlete-2", "other"));
  expect(await gathering.ask("readiness")).toEqual(OPEN);
  expect(gathering.timings()).toMatchObject([{ via: "none" }]);
}

test.each([
  ["5xx", json({}, 503)],
  ["resets", (request) => request.socket.destroy()],
] as const satisfies readonly (readonly [string, StubHandler])[])(
  "three %s in a row stop further calls, for everybody",
  async (_what, bad) => {
    const { server, open, ask } = await guarded(bad);
    for (let n = 0; n < 3; n += 1) await ask();
    await isStopped(open);
    expect(server.calls).toHaveLength(3);
  },
);

test("three timeouts in a row stop further calls, for everybody", async () => {
  const { server, open, ask } = await guarded(hang, { timeoutMs: 50 });
  for (let n = 0; n < 3; n += 1) expect(await ask()).toEqual({ status: "failed", cause: "timeout" });
  await isStopped(open);
  // On a slow machine the time may be over before a call arrives.
  expect(server.calls.length).toBeLessThanOrEqual(3);
});

test("after its rest one call is tried, alone; an answer closes the circuit, a fault opens it again", async () => {
  const { server, clock, ask } = await guarded(json({}, 503));
  for (let n = 0; n < 3; n += 1) await ask();
  clock.ms = 999;
  expect(await ask()).toEqual(OPEN);
  clock.ms = 1_000;
  const results = await Promise.all([ask(limits(), aCaller("a")), ask(limits(), aCaller("b")), ask(limits(), aCaller("c"))]);
  expect(results.map((result) => (result.status === "failed" ? result.cause : ""))).toEqual([
    "http_status",
    "circuit_open",
    "circuit_open",
  ]);
  expect(server.calls).toHaveLength(4);
  clock.ms = 1_999;
  expect(await ask()).toEqual(OPEN);
  server.reply(json({ score: 72 }));
  clock.ms = 2_000;
  expect((await ask()).status).toBe("facts");
  expect((await ask()).status).toBe("facts");
});

test("refusals and unreadable answers do not stop calls, and end a row of faults", async () => {
  const { server, ask } = await guarded(json({}, 503));
  for (const handler of [json({}, 429), json({}, 401), json({}, 404), json("no object")]) {
    server.reply(json({}, 503));
    await ask();
    await ask();
    server.reply(handler);
    await ask();
  }
  expect(server.calls).toHaveLength(12);
});

test("callers that give up count neither for nor against the service", async () => {
  const { server, ask } = await guarded(json({}, 503), { timeoutMs: 5_000 });
  const giveUp = async () => {
    server.reply(hang);
    await ask(limits({ deadlineMs: performance.now() + 20 }));
    server.reply(json({}, 503));
  };
  for (let n = 0; n < 5; n += 1) await giveUp();
  await ask();
  await giveUp();
  await ask();
  await giveUp();
  expect((await ask()).status).toBe("failed");
  expect(await ask()).toEqual(OPEN);
});

test("the one tried call goes on when its caller gives up", async () => {
  const { server, clock, ask } = await guarded(json({}, 503), { timeoutMs: 5_000 });
  for (let n = 0; n < 3; n += 1) await ask();
  clock.ms = 1_000;
  let answer!: () => void;
  server.reply((request, response) => {
    answer = () => json({ score: 72 })(request, response);
  });
  const client = new AbortController();
  const probe = ask(limits({ signal: () => client.signal }));
  await server.received(4);
  client.abort();
  expect(await probe).toEqual({ status: "failed", cause: "deadline" });
  server.reply(json({ score: 80 }));
  expect(await ask()).toEqual(OPEN);
  answer();
  await expect.poll(() => ask(), { interval: 5 }).toMatchObject({ status: "facts" });
});

test("an old answer stands in while the circuit is open", async () => {
  const { server, open, ask } = await guarded(json({ score: 72 }), { staleIfErrorMs: 60_000 });
  await ask();
  server.reply(json({}, 503));
  for (let n = 0; n < 3; n += 1) await ask();
  const gathering = open();
  expect(await gathering.ask("readiness")).toMatchObject({ status: "facts", stale: true });
  expect(gathering.timings()).toMatchObject([{ via: "cache" }]);
  expect(server.calls).toHaveLength(4);
});
