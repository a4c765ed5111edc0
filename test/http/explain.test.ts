/** `GET /explain` and `POST /explain`: forms of the answer, parts, and a query read as strictly as a body. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { ExplainAnswer } from "../../src/http/wire/answer.ts";
import { EXPLAIN_PARTS } from "../../src/service/service-types.ts";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { get, post, problemOf, QUESTION } from "./ask.ts";
import { CORE, EXPLANATION } from "./canned-answer.ts";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

const ADDRESS = "/explain?subject=athlete-17&question=Should+I+train%3F";
const PARTS = ["decisions", "branches", "near_misses", "naive", "timings"];

describe("answer", () => {
  it("has the fields of /assemble and every part, and is not stored", async () => {
    const reply = await post(test.app, "/explain", QUESTION);
    expect(reply.statusCode).toBe(200);
    const body = ExplainAnswer.parse(reply.json());
    expect(body).toMatchObject({
      manifest_id: null,
      persisted: false,
      prompt: EXPLANATION.prompt,
      decisions: EXPLANATION.decisions,
    });
    expect(body.timings).toEqual({ sources: EXPLANATION.timings, stages: EXPLANATION.stages });
    expect(body.branches).toEqual(EXPLANATION.branches);
    expect(body.naive).toEqual(EXPLANATION.naive);
    expect(body.near_misses).toEqual(EXPLANATION.near_misses);
    expect(reply.headers["winnow-policy-digest"]).toBe(CORE.policy.digest);
    expect(reply.headers["winnow-manifest-id"]).toBeUndefined();
  });

  it.each([
    ["", "every part", PARTS],
    ["include=", "no part", []],
    ["include=naive", "that part", ["naive"]],
    ["include=timings,decisions,timings", "those parts, each once", ["decisions", "timings"]],
  ])("gives with %j %s", async (query, _what, parts) => {
    for (const reply of [await get(test.app, `${ADDRESS}&${query}`), await post(test.app, `/explain?${query}`, QUESTION)]) {
      expect(reply.statusCode).toBe(200);
      const body = reply.json<Record<string, unknown>>();
      expect(PARTS.filter((part) => part in body)).toEqual(parts);
      expect([...(test.service.seen.at(-1)?.parts ?? [])].sort()).toEqual([...parts].sort());
    }
  });

  it("names what was denied where the service tells it, and else has no such field", async () => {
    const audited = await buildTestApp({ service: { explain: async () => ({ ...EXPLANATION, denied: ["salaries.md"] }) } });
    expect(ExplainAnswer.parse((await post(audited.app, "/explain", QUESTION)).json()).denied).toEqual(["salaries.md"]);
    await audited.app.close();
    const other = await buildTestApp({ service: { explain: async () => ({ ...EXPLANATION, denied: null }) } });
    expect((await post(other.app, "/explain", QUESTION)).json()).not.toHaveProperty("denied");
    await other.app.close();
  });

  it("says null for a part that was asked for and has nothing to say", async () => {
    const certain = await buildTestApp({ service: { explain: async () => ({ ...EXPLANATION, branches: null, naive: null }) } });
    const body = (await post(certain.app, "/explain", QUESTION)).json();
    expect(body).toMatchObject({ branches: null, naive: null });
    await certain.app.close();
  });

  it("takes the question from the address as from a body", async () => {
    await get(
      test.app,
      "/explain?policy=coaching&subject=a&question=caf%C3%A9+%2B1&plan=free&language=en&time_zone=Europe/Athens&intent=injury&model=m&format=text&at=2026-11-29T09:30:00%2B02:00",
    );
    expect(test.service.seen.at(-1)?.body).toEqual({
      policy: "coaching",
      subject: "a",
      question: "café +1",
      plan: "free",
      language: "en",
      time_zone: "Europe/Athens",
      intent: "injury",
      model: "m",
      format: "text",
      at: "2026-11-29T09:30:00+02:00",
    });
  });
});

describe("form", () => {
  it.each([
    [undefined, "application/json; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
    ["application/json", "application/json; charset=utf-8"],
    ["text/plain", "text/plain; charset=utf-8"],
    ["text/*", "text/plain; charset=utf-8"],
    ["text/html, text/plain;q=0.5", "text/plain; charset=utf-8"],
    ["text/html", "text/plain; charset=utf-8"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8", "text/plain; charset=utf-8"],
    ["text/html, application/json", "application/json; charset=utf-8"],
    ["text/html, text/plain;q=0, application/json;q=0.1", "application/json; charset=utf-8"],
    ["application/json;q=0.1, text/plain;q=0.2", "text/plain; charset=utf-8"],
    ["application/json;q=0, */*", "text/plain; charset=utf-8"],
    ["text/plain, application/json", "application/json; charset=utf-8"],
    ["TEXT/PLAIN; q=1.0", "text/plain; charset=utf-8"],
  ])("answers Accept %j with %s", async (accept, type) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    for (const reply of [await get(test.app, ADDRESS, headers), await post(test.app, "/explain", QUESTION, headers)]) {
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toBe(type);
      expect(reply.headers["vary"]).toBe("Accept");
      expect(reply.headers["cache-control"]).toBe("no-store");
    }
  });

  it("gives the report of the explanation as text", async () => {
    expect((await get(test.app, ADDRESS, { accept: "text/plain" })).body).toBe("budget 259 of 4000\n");
  });

  it.each([
    ["text/html;q=0"],
    ["text/html, text/plain;q=0"],
    ["application/xml, image/*"],
    ["application/json;q=0"],
    ["text/plain;q=banana"],
    ["nonsense"],
  ])("answers Accept %j with 406 and what there is, before the service is asked", async (accept) => {
    const before = test.service.seen.length;
    const reply = await get(test.app, ADDRESS, { accept });
    expect(problemOf(reply)).toMatchObject({ code: "not_acceptable", available: ["application/json", "text/plain"] });
    expect(reply.headers["vary"]).toBe("Accept");
    expect(test.service.seen.length).toBe(before);
  });
});

describe("query", () => {
  it.each([
    ["banana=1", "banana", "unknown parameter"],
    ["inclde=naive", "inclde", "unknown parameter, did you mean include?"],
    ["attributes=x", "attributes", "unknown parameter"],
    ["deadline_ms=5", "deadline_ms", "unknown parameter"],
    ["subject=b", "subject", "given more than once"],
    ["include=naive&include=timings", "include", "given more than once"],
    ["include=banana", "include", `expected a comma-separated list of ${PARTS.join(", ")}, got text of 6 characters`],
    ["include=naive,", "include", `expected a comma-separated list of ${PARTS.join(", ")}, got text of 6 characters`],
    ["plan=%ff", "plan", "not valid UTF-8, percent-encoded"],
    ["plan=%", "plan", "not valid UTF-8, percent-encoded"],
    ["plan=%00", "plan", "holds a NUL character"],
    ["__proto__=1", "__proto__", "unknown parameter"],
    ["plan=", "plan", "expected text of 1 to 100 characters that is not blank, got empty text"],
    ["format=opanai", "format", 'expected one of openai-chat, openai-responses, anthropic-messages, gemini, text, got "opanai"'],
  ])("refuses %s and names the parameter", async (query, parameter, message) => {
    const problem = problemOf(await get(test.app, `${ADDRESS}&${query}`));
    expect(problem.code).toBe("invalid_request");
    expect(problem.errors).toMatchObject([{ parameter, message }]);
  });

  it("says what a + in a time has become", async () => {
    const [fault] = problemOf(await get(test.app, `${ADDRESS}&at=2026-11-29T09:30:00+02:00`)).errors ?? [];
    expect(fault).toMatchObject({ parameter: "at", message: expect.stringContaining("write + as %2B") });
  });

  it("names the parameter also for what only the service can know", async () => {
    const errors = [{ pointer: "/policy", message: "no such policy" }];
    const explain = () => Promise.reject(new AppError("unknown_policy", "No such policy.", { errors }));
    const knowing = await buildTestApp({ service: { explain } });
    expect(problemOf(await get(knowing.app, `${ADDRESS}&policy=x`)).errors).toEqual([
      { parameter: "policy", message: "no such policy" },
    ]);
    expect(problemOf(await post(knowing.app, "/explain", QUESTION)).errors).toEqual(errors);
    await knowing.app.close();
  });

  it("names what is missing", async () => {
    expect(problemOf(await get(test.app, "/explain")).errors?.map(({ parameter, got }) => [parameter, got])).toEqual([
      ["subject", "nothing"],
      ["question", "nothing"],
    ]);
  });

  it("refuses unknown parameters on every route of the interface", async () => {
    for (const url of ["/policies?x=1", "/policies/coaching?x=1", "/manifests/m1?x=1", "/openapi.json?x=1"]) {
      expect(problemOf(await get(test.app, url)).errors).toMatchObject([{ parameter: "x" }]);
    }
    expect(problemOf(await post(test.app, "/assemble?x=1", QUESTION)).errors).toMatchObject([{ parameter: "x" }]);
    expect(problemOf(await post(test.app, "/assemble?detail=everything", QUESTION)).errors).toMatchObject([
      { parameter: "detail" },
    ]);
  });

  it("keeps the parts that can be asked for equal to those of the service", () => {
    expect(PARTS).toEqual([...EXPLAIN_PARTS]);
  });
});
