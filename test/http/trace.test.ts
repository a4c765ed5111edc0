/** Ids of requests and traces: continued where they are sound, replaced without a word where they are not. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { get, post, problemOf, QUESTION } from "./ask.ts";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function traceOf(traceparent: string) {
  const reply = await post(test.app, "/assemble", QUESTION, { traceparent });
  expect(reply.statusCode).toBe(200);
  const [version, trace, span, flags] = String(reply.headers["traceparent"]).split("-");
  const call = test.service.seen.at(-1)?.call;
  expect(call?.traceparent).toBe(reply.headers["traceparent"]);
  expect(call?.traceId).toBe(trace);
  expect(reply.json().trace_id).toBe(trace);
  expect([version, span]).toEqual(["00", expect.stringMatching(/^(?!0{16})[0-9a-f]{16}$/)]);
  return { trace, span, flags };
}

describe("traceparent", () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, "01"],
    [`00-${TRACE}-${SPAN}-00`, "00"],
    [`00-${TRACE}-${SPAN}-ff`, "01"],
    [`01-${TRACE}-${SPAN}-01-what-the-future-brings`, "01"],
  ])("continues %s with a span of its own", async (traceparent, flags) => {
    const continued = await traceOf(traceparent);
    expect(continued).toMatchObject({ trace: TRACE, flags });
    expect(continued.span).not.toBe(SPAN);
  });

  it.each([
    [""],
    ["banana"],
    [`ff-${TRACE}-${SPAN}-01`],
    [`00-${"0".repeat(32)}-${SPAN}-01`],
    [`00-${TRACE}-${"0".repeat(16)}-01`],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`],
    [`00-${TRACE}-${SPAN}-01-more`],
    [`00-${TRACE}-${SPAN}`],
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    [`00-${TRACE}-${SPAN}-01${"0".repeat(600)}`],
  ])("starts a new trace for %j and answers normally", async (traceparent) => {
    const started = await traceOf(traceparent);
    expect(started.trace).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(started).not.toMatchObject({ trace: TRACE });
  });

  it("stands on refusals too", async () => {
    const reply = await get(test.app, "/nowhere", { traceparent: `00-${TRACE}-${SPAN}-01` });
    expect(reply.headers["traceparent"]).toMatch(new RegExp(`^00-${TRACE}-`));
    expect((await get(test.app, "/%ff")).headers["traceparent"]).toMatch(/^00-[0-9a-f]{32}-/);
  });
});

describe("request id", () => {
  it.each([["r-1"], ["A.b_c-9"], ["x".repeat(64)]])("takes %s", async (id) => {
    const reply = await post(test.app, "/assemble", QUESTION, { "x-request-id": id });
    expect(reply.json().request_id).toBe(id);
    expect(test.service.seen.at(-1)?.call.requestId).toBe(id);
    expect(problemOf(await get(test.app, "/nowhere", { "x-request-id": id })).instance).toBe(id);
  });

  it.each([
    [""],
    ["x".repeat(65)],
    ["x".repeat(5_000)],
    ['"quoted"'],
    ["\u001b[31mred"],
    ["$" + "{jndi:ldap://x}"],
    ["a b"],
    ["a,b"],
  ])("replaces %j by its own", async (id) => {
    const headers = { "x-request-id": Buffer.from(id).toString("latin1") };
    expect((await post(test.app, "/assemble", QUESTION, headers)).json().request_id).toMatch(UUID);
  });
});
