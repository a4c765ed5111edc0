/** Every reply that is not 2xx is a problem reply, with enough in it to act on and nothing that should not leave. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError, ERROR_CODES, statusOf, titleOf } from "../../src/errors.ts";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { get, post, problemOf, QUESTION } from "./ask.ts";

let test: TestApp;
/** What the service does when it is asked. */
let fail: () => Promise<never>;
beforeAll(async () => {
  test = await buildTestApp({ service: { assemble: () => fail() } });
});
afterAll(() => test.app.close());

/** What `POST /assemble` answers, and logs, when the service does this. */
async function whenService(does: () => Promise<never>) {
  fail = does;
  const before = test.lines.length;
  const reply = await post(test.app, "/assemble", QUESTION, { "x-request-id": "r-7" });
  return { reply, lines: test.lines.slice(before) };
}

describe("problem reply", () => {
  it.each(ERROR_CODES.map((code) => [code]))("carries %s with its status and title", async (code) => {
    const { reply } = await whenService(async () => {
      throw new AppError(code, "What happened.");
    });
    expect(Object.keys(reply.json())).toEqual(["type", "title", "status", "detail", "instance", "code"]);
    expect(problemOf(reply)).toEqual({
      type: `/problems/${code}`,
      title: titleOf(code),
      status: statusOf(code),
      detail: "What happened.",
      instance: "r-7",
      code,
    });
  });

  it.each(ERROR_CODES.map((code) => [code]))("has with %s a type that can be looked up", async (code) => {
    const reply = await get(test.app, `/problems/${code}`);
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(reply.json()).toMatchObject({ code, title: titleOf(code), status: statusOf(code) });
  });

  it.each([["nonsense"], ["Not_Found"], ["__proto__"], ["constructor"]])("knows no type %s", async (code) => {
    const reply = await get(test.app, `/problems/${code}`);
    expect(problemOf(reply)).toMatchObject({ code: "not_found", status: 404 });
    expect(reply.body).not.toContain("nonsense");
  });

  it("has an absolute type under the public address, never from the Host header", async () => {
    const gateway = await buildTestApp({ config: { publicUrl: "https://gateway.example/ctx" } });
    const reply = await get(gateway.app, "/nowhere", { host: "evil.example" });
    expect(problemOf(reply).type).toBe("https://gateway.example/ctx/problems/unknown_route");
    expect(reply.body).not.toContain("evil");
    await gateway.app.close();
  });

  it("carries extra members and the time to wait; neither replaces a member of the standard", async () => {
    const { reply } = await whenService(async () => {
      throw new AppError("pinned_over_budget", "Too much.", {
        extra: { limit: 14_000, blocks: { system: 14_001 }, status: 200, code: "x" },
        retryAfterSeconds: 3,
      });
    });
    expect(problemOf(reply)).toMatchObject({
      status: 422,
      code: "pinned_over_budget",
      limit: 14_000,
      blocks: { system: 14_001 },
    });
    expect(reply.headers["retry-after"]).toBe("3");
  });

  it.each([
    ["an error", () => new TypeError("canary message")],
    ["an error with a status", () => Object.assign(new Error("canary"), { statusCode: 418, status: 418 })],
    ["an error with a cause", () => new Error("outer", { cause: new Error("canary cause") })],
    ["text", () => "canary text"],
    ["null", () => null],
    ["undefined", () => undefined],
    ["an object", () => ({ message: "canary", code: "FST_ERR_CANARY" })],
    ["a frozen error", () => Object.freeze(new Error("canary"))],
  ])("hides %s that was thrown, and logs it without its message", async (_what, thrown) => {
    const { reply, lines } = await whenService(() => Promise.reject(thrown()));
    const problem = problemOf(reply);
    expect(problem).toMatchObject({ code: "internal", status: 500, instance: "r-7" });
    expect(problem.detail).toBe("Something failed on our side. The request id finds it in the log.");
    expect(reply.body + JSON.stringify(lines)).not.toContain("canary");
  });

  it("logs the place of a crash", async () => {
    const { lines } = await whenService(() => Promise.reject(new RangeError("canary", { cause: new TypeError("canary") })));
    const line = lines.find(({ msg }) => msg === "failed");
    expect(line).toMatchObject({ level: 50, request_id: "r-7", error: { name: "RangeError", cause: { name: "TypeError" } } });
    expect(JSON.stringify(line)).toContain("problem.test.ts");
  });
});

describe("addresses", () => {
  it.each([["/"], ["/nowhere"], ["/assemble/"], ["/Assemble"], ["/manifest"], ["/manifests/a/b"], ["/docs/static/none.js"]])(
    "answers %s with unknown_route and does not repeat it",
    async (url) => {
      const reply = await get(test.app, url);
      expect(problemOf(reply)).toMatchObject({ code: "unknown_route", status: 404 });
      expect(reply.body).not.toContain("nowhere");
    },
  );

  it("does not read the body of an unknown address", async () => {
    expect(problemOf(await post(test.app, "/nowhere", "{not json")).code).toBe("unknown_route");
  });

  it.each([
    ["GET", "/assemble", "POST"],
    ["PUT", "/assemble?x=1", "POST"],
    ["TRACE", "/assemble", "POST"],
    ["DELETE", "/explain", "GET, HEAD, POST"],
    ["POST", "/manifests/m1", "GET, HEAD"],
    ["PATCH", "/policies", "GET, HEAD"],
    ["OPTIONS", "/health/live", "GET, HEAD"],
    ["PROPFIND", "/docs/", "GET, HEAD"],
  ])("answers %s %s with method_not_allowed and Allow: %s", async (method, url, allow) => {
    const reply = await test.app.inject({ method: method as "GET", url });
    expect(problemOf(reply)).toMatchObject({ code: "method_not_allowed", status: 405 });
    expect(reply.headers["allow"]).toBe(allow);
  });

  it.each([["/%"], ["/%zz"], ["/%ff"], ["/manifests/%e2%82"]])("answers the undecodable %s with invalid_request", async (url) => {
    expect(problemOf(await get(test.app, url))).toMatchObject({ code: "invalid_request", status: 400 });
  });

  it.each([[""], ["%00"], ["a%2Fb"], [".."], ["%2e%2e"], ["a%0Ab"], ["-"], ["é"]])(
    "refuses the id %s, or knows no such address",
    async (id) => {
      const problem = problemOf(await get(test.app, `/manifests/${id}`));
      expect(["invalid_request", "unknown_route"]).toContain(problem.code);
    },
  );

  it("takes an id of 128 characters and answers a longer one with 414", async () => {
    expect(problemOf(await get(test.app, `/manifests/${"a".repeat(128)}`)).code).toBe("not_found");
    expect(problemOf(await get(test.app, `/manifests/${"a".repeat(129)}`))).toMatchObject({ code: "uri_too_long", status: 414 });
  });

  it("takes an address of 8,192 characters and answers a longer one with 414 and both numbers", async () => {
    const url = (length: number) => "/explain?subject=a&question=".padEnd(length, "x");
    expect(problemOf(await get(test.app, url(8_192))).code).toBe("invalid_request");
    expect(problemOf(await get(test.app, url(8_193)))).toMatchObject({
      code: "uri_too_long",
      limit_characters: 8_192,
      got_characters: 8_193,
    });
  });

  it("answers HEAD like GET, without a body", async () => {
    const reply = await test.app.inject({ method: "HEAD", url: "/policies" });
    expect([reply.statusCode, reply.body]).toEqual([200, ""]);
    const missing = await test.app.inject({ method: "HEAD", url: "/nowhere" });
    expect([missing.statusCode, missing.body, missing.headers["content-type"]]).toEqual([404, "", "application/problem+json"]);
  });
});
