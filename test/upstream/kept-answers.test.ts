import fc from "fast-check";
import { expect, test } from "vitest";
import type { Source } from "../../src/policy/rules/sources.ts";
import { NOT_COMPUTED } from "../../src/sources/source-result.ts";
import { json } from "../support/stub-upstream.ts";
import { aCaller, anInput, aSource, gatherer, limits, stub } from "./build.ts";

/** One source, one gatherer, a clock that only the test moves. */
async function keeping(changes: Partial<Source>) {
  const server = await stub(json({ score: 72 }));
  const clock = { ms: 0 };
  const one = gatherer({ cacheNowMs: () => clock.ms });
  const source = aSource(server.origin, "/x", changes);
  const open = (caller = aCaller(), within = limits()) => one.open(caller, anInput([source]), within);
  return { server, clock, one, open, ask: (caller = aCaller()) => open(caller).ask(source.name) };
}

test("an answer is used again until its time to live is over", async () => {
  const { server, clock, open, ask } = await keeping({ ttlMs: 1_000 });
  const first = await ask();
  clock.ms = 999;
  const again = open();
  expect(await again.ask("readiness")).toBe(first);
  expect(again.timings()).toMatchObject([{ source: "readiness", via: "cache" }]);
  clock.ms = 1_000;
  await ask();
  expect(server.calls).toHaveLength(2);
});

test("a kept answer is served after the deadline as well: it costs nothing", async () => {
  const { server, open, ask } = await keeping({ ttlMs: 1_000 });
  await ask();
  const late = open(aCaller(), limits({ deadlineMs: performance.now() }));
  expect((await late.ask("readiness")).status).toBe("facts");
  expect(server.calls).toHaveLength(1);
});

test("after a failed call an old answer stands in, marked stale, until its window is over", async () => {
  const { server, clock, open, ask } = await keeping({ ttlMs: 1_000, staleIfErrorMs: 500 });
  const first = await ask();
  server.reply(json({}, 503));
  clock.ms = 1_499;
  const gathering = open();
  expect(await gathering.ask("readiness")).toEqual({ ...first, stale: true });
  expect(gathering.timings()).toMatchObject([{ via: "upstream" }]);
  clock.ms = 1_500;
  expect(await ask()).toEqual({ status: "failed", cause: "http_status", httpStatus: 503 });
  server.reply(json({ score: 80 }));
  expect(await ask()).toMatchObject({ payload: { score: 80 }, stale: false });
});

test("an old answer stands in where the deadline has passed, without a call", async () => {
  const server = await stub(json({ score: 72 }));
  const source = aSource(server.origin, "/x", { staleIfErrorMs: 10_000 });
  const one = gatherer();
  await one.open(aCaller(), anInput([source]), limits()).ask("readiness");
  const late = one.open(aCaller(), anInput([source]), limits({ deadlineMs: performance.now() }));
  expect(await late.ask("readiness")).toMatchObject({ status: "facts", stale: true });
  expect(late.timings()).toMatchObject([{ via: "cache" }]);
  expect(server.calls).toHaveLength(1);
});

test("an old answer does not stand in once the service has refused it", async () => {
  const { server, ask } = await keeping({ staleIfErrorMs: 10_000 });
  await ask();
  server.reply(json({}, 403));
  expect(await ask()).toEqual({ status: "failed", cause: "http_status", httpStatus: 403 });
  server.reply(json({}, 503));
  expect(await ask()).toEqual({ status: "failed", cause: "http_status", httpStatus: 503 });
});

test("a failure is not kept, nor is an answer without a time to live", async () => {
  const { server, ask } = await keeping({ ttlMs: 60_000 });
  server.reply(json({}, 500));
  await ask();
  server.reply(json({ score: 1 }));
  expect((await ask()).status).toBe("facts");
  const forgetful = await keeping({ ttlMs: 0 });
  await forgetful.ask();
  await forgetful.ask();
  expect(forgetful.server.calls).toHaveLength(2);
});

test("not computed is used again for thirty seconds at most", async () => {
  const { server, clock, ask } = await keeping({ ttlMs: 3_600_000 });
  server.reply(json({}, 404));
  await ask();
  clock.ms = 29_999;
  expect(await ask()).toEqual({ status: "not_computed" });
  expect(server.calls).toHaveLength(1);
  server.reply(json({ score: 72 }));
  clock.ms = 30_000;
  expect((await ask()).status).toBe("facts");
});

test("where the address names nobody, each person and each tenant still gets a call of its own", async () => {
  const { server, ask } = await keeping({ ttlMs: 60_000 });
  for (const caller of [aCaller("a"), aCaller("b"), aCaller("a", "other"), aCaller("a")]) await ask(caller);
  expect(server.calls).toHaveLength(3);
});

test("an answer for everybody is kept per tenant", async () => {
  const { server, ask } = await keeping({ ttlMs: 60_000, shared: true });
  for (const caller of [aCaller("a"), aCaller("b"), aCaller("a", "other")]) await ask(caller);
  expect(server.calls).toHaveLength(2);
});

test("FP-057: whatever the order of tenants, persons and sources, nobody gets another's facts", async () => {
  const server = await stub((request, response) => json({ path: request.url })(request, response));
  const ways: readonly Partial<Source>[] = [{}, { ttlMs: 60_000 }, { staleIfErrorMs: 60_000 }];
  const sources = ways.map((way, n) => aSource(server.origin, `/s${n}/{tenant}/{subject}`, { name: `s${n}`, ...way }));
  const one = gatherer();
  const step = fc.record({
    tenant: fc.constantFrom("t", "u", "t/a", "t,u"),
    subject: fc.constantFrom("a", "b", "a/b", "..a", "a,b"),
    source: fc.constantFrom("s0", "s1", "s2"),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    const answers = await Promise.all(
      steps.map(({ tenant, subject, source }) => one.open(aCaller(subject, tenant), anInput(sources), limits()).ask(source)),
    );
    for (const [n, { tenant, subject, source }] of steps.entries()) {
      const path = `/${[source, tenant, subject].map(encodeURIComponent).join("/")}`;
      expect(answers[n]).toMatchObject({ status: "facts", payload: { path } });
    }
  });
  await fc.assert(property, { numRuns: 40 });
});

test("receipts are good for as long as every answer is what a look-up gives", async () => {
  const { server, clock, one, open, ask } = await keeping({ ttlMs: 1_000 });
  const first = open();
  expect(first.receipts()).toEqual([]);
  const asking = first.ask("readiness");
  expect(first.receipts()).toBeNull();
  const result = await asking;
  const receipts = first.receipts() ?? [];
  expect(receipts).toMatchObject([{ source: "readiness", result }]);
  expect(one.again(receipts)).toMatchObject([{ source: "readiness", via: "cache" }]);
  const others = open(aCaller("jonas"));
  await others.ask("readiness");
  expect(others.receipts()?.[0]?.key).not.toBe(receipts[0]?.key);
  clock.ms = 1_000;
  expect(one.again(receipts)).toBeNull();
  server.reply(json({ score: 80 }));
  await ask();
  expect(one.again(receipts)).toBeNull();
});

test("there are no receipts for what was given, nor are those of a failure ever good", async () => {
  const { server, one, open } = await keeping({ ttlMs: 1_000 });
  server.reply(json({}, 500));
  const failing = open();
  await failing.ask("readiness");
  expect(one.again(failing.receipts() ?? [])).toBeNull();
  const source = aSource(server.origin, "/x", {});
  const given = one.open(aCaller(), { ...anInput([source]), overrides: new Map([[source.name, NOT_COMPUTED]]) }, limits());
  await given.ask(source.name);
  expect(given.receipts()).toBeNull();
});
