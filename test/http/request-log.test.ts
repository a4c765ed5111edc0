/** One line for each request, made of ids, codes and counts. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeError } from "../../src/http/request-log.ts";
import { buildTestApp, listen, sendRaw, type TestApp } from "../support/build-app.ts";
import { get, post, QUESTION } from "./ask.ts";
import { ANSWER, CORE, MANIFEST_ID, SUBJECT_HASH } from "./canned-answer.ts";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

/** The lines that one action leaves. */
async function linesOf(action: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> {
  const before = test.lines.length;
  await action();
  return test.lines.slice(before);
}

describe("the line of a request", () => {
  it("says route pattern, method, status, time, ids, digest and counts, and nothing else", async () => {
    const headers = { "x-request-id": "r-1", traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
    const lines = await linesOf(() => post(test.app, "/assemble?detail=decisions", QUESTION, headers));
    expect(lines.filter(({ msg }) => msg === "request")).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        msg: "request",
        route: "/assemble",
        method: "POST",
        status: 200,
        ms: expect.any(Number),
        request_id: "r-1",
        trace_id: "a".repeat(32),
        policy_digest: CORE.policy.digest,
        manifest_id: MANIFEST_ID,
        counts: { excluded: 1, included: 9, not_listed: 1, over_plan: 1, unreachable: 1 },
      },
    ]);
  });

  it("is followed by nothing and preceded by what was decided: names of the policy, hashes and counts", async () => {
    const lines = await linesOf(() => post(test.app, "/assemble", QUESTION, { "x-request-id": "r-2" }));
    expect(lines.map(({ msg }) => msg)).toEqual(["decision", "request"]);
    const { level, time, pid, hostname, trace_id, ...decision } = lines[0] ?? {};
    expect(decision).toEqual({
      msg: "decision",
      manifest_id: MANIFEST_ID,
      request_id: "r-2",
      persisted: true,
      subject_hash: SUBJECT_HASH,
      policy: CORE.policy.name,
      policy_digest: CORE.policy.digest,
      variants: { order: "plain" },
      routing: {
        ...{ intent: CORE.routing.intent, certain: CORE.routing.certain, reason: CORE.routing.reason },
        ...{ decided_by: CORE.routing.decided_by, contenders: CORE.routing.contenders },
      },
      counts: { excluded: 1, included: 9, not_listed: 1, over_plan: 1, unreachable: 1 },
      missing: { readiness: { unreachable_refused: 1 } },
      tokens: {
        ...{ used: CORE.budget.used, limit: CORE.budget.limit },
        blocks: Object.fromEntries(CORE.budget.blocks.map(({ block, used }) => [block, used])),
      },
      zones: Object.fromEntries(CORE.zones.map(({ name, tokens, hash }) => [name, { tokens, hash }])),
      context_hash: CORE.context_hash,
      findings: [...new Set([...CORE.findings, ...ANSWER.prefix.findings].map(({ code }) => code))],
      degraded: CORE.degraded,
      format: CORE.format,
      model: CORE.model,
      timings: ANSWER.timings.map(({ source, ms, via }) => ({ source, ms: Math.round(ms * 10) / 10, via })),
    });
  });

  it("stays small, whatever an answer holds", async () => {
    const many = <T>(make: (at: number) => T): readonly T[] => Array.from({ length: 5_000 }, (_, at) => make(at));
    const [missing] = CORE.missing;
    const [dropped] = CORE.dropped;
    if (missing === undefined || dropped === undefined) throw new Error("the canned answer has one of each");
    const core = {
      ...CORE,
      missing: many((at) => ({ ...missing, id: `m${at}`, source: `source_${at}` })),
      dropped: many((at) => ({ ...dropped, id: `d${at}` })),
      routing: { ...CORE.routing, contenders: many((at) => `intent_${at}`) },
    };
    const timings = many((at) => ({ source: `source_${at}`, ms: 1, via: "upstream" as const }));
    const large = await buildTestApp({
      service: { assemble: async () => ({ ...ANSWER, core, timings }) },
      config: { checkAnswers: false },
    });
    await post(large.app, "/assemble", QUESTION);
    const [decision] = large.lines.filter(({ msg }) => msg === "decision");
    expect(JSON.stringify(decision).length).toBeLessThan(8_000);
    expect(decision).toMatchObject({ counts: { over_plan: 5_000, unreachable: 5_000 } });
    await large.app.close();
  });

  it.each([
    ["/manifests/m1", "/manifests/:id", 404, "not_found"],
    ["/explain?subject=a", "/explain", 400, "invalid_request"],
    ["/nowhere", null, 404, "unknown_route"],
    ["/%ff", null, 400, "invalid_request"],
    [`/manifests/${"a".repeat(200)}`, null, 414, "uri_too_long"],
  ])("says for %s the pattern and the code", async (url, route, status, code) => {
    expect(await linesOf(() => get(test.app, url))).toMatchObject([{ route, status, code, level: 30 }]);
  });

  it("is an error for what is our fault", async () => {
    const failing = await buildTestApp({ service: { assemble: () => Promise.reject(new Error("x")) } });
    await post(failing.app, "/assemble", QUESTION);
    expect(failing.lines.map(({ msg, level }) => [msg, level])).toEqual([
      ["failed", 50],
      ["request", 50],
    ]);
    await failing.app.close();
  });
});

describe("canaries", () => {
  it("FP-165: stay out of the log, at every level, whatever the request does wrong", async () => {
    const canary = "canary7f3a";
    const port = await listen(test.app);
    const lines = await linesOf(async () => {
      const headers = {
        authorization: `Bearer ${canary}`,
        "x-api-key": canary,
        cookie: `a=${canary}`,
        "x-request-id": `${canary}!`,
      };
      await post(test.app, "/assemble", { ...QUESTION, question: canary, attributes: { note: canary } }, headers);
      await post(
        test.app,
        "/assemble",
        { ...QUESTION, subject: `${canary} ${canary}`, format: canary, [canary]: canary },
        headers,
      );
      await post(test.app, "/assemble", `{"question":"${canary}`, headers);
      await post(test.app, "/assemble", QUESTION, { ...headers, "content-type": canary });
      await get(test.app, `/explain?subject=${canary}&question=${canary}`, headers);
      await get(test.app, `/explain?subject=${canary}&question=${canary}&${canary}=${canary}`, headers);
      await get(test.app, `/${canary}/%ff?x=${canary}`, headers);
      await get(test.app, `/manifests/${canary}`, headers);
      await get(test.app, `/explain?question=${canary}`, { ...headers, accept: canary });
      await sendRaw(port, `GET /${canary} HTTP/1.1\r\nHost: a\r\nX: ${canary}\rb\r\n\r\n`);
      const socket = connect(port, "127.0.0.1");
      socket.write(
        `POST /assemble HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"question":"${canary}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(lines.length).toBeGreaterThan(10);
    expect(JSON.stringify(lines)).not.toContain(canary);
  });
});

describe("safeError", () => {
  it("keeps name, code and frames, and drops every message, also of causes", () => {
    const error = Object.assign(new TypeError("canary\n    at canary (canary.js:1:1)", { cause: new RangeError("canary") }), {
      code: "E_CODE",
    });
    const safe = safeError(error);
    expect(safe).toMatchObject({ name: "TypeError", code: "E_CODE", cause: { name: "RangeError" } });
    expect(safe.frames?.[0]).toContain("request-log.test.ts");
    expect(JSON.stringify(safe)).not.toContain("canary");
  });

  it("takes no text for a name or a code, and comes to an end", () => {
    const error = Object.assign(new Error("x"), { name: "canary text", code: "canary text" });
    error.cause = error;
    expect(JSON.stringify(safeError(error))).not.toContain("canary");
    expect(safeError("canary")).toEqual({ name: "string" });
    expect(safeError(null)).toEqual({ name: "null" });
  });
});
