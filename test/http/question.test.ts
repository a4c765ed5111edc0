/** What a question may look like: exact limits, no conversion, every fault named. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { type Fault, post, problemOf, QUESTION } from "./ask.ts";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

const assemble = (fields: Record<string, unknown>) => post(test.app, "/assemble", { ...QUESTION, ...fields });

async function faultsOf(fields: Record<string, unknown>, url = "/assemble"): Promise<readonly Fault[]> {
  const problem = problemOf(await post(test.app, url, { ...QUESTION, ...fields }));
  expect(problem).toMatchObject({ code: "invalid_request", status: 400 });
  return problem.errors ?? [];
}

describe("question", () => {
  it("takes 8,000 code points and refuses 8,001, whatever they take in UTF-16", async () => {
    expect((await assemble({ question: "x".repeat(8_000) })).statusCode).toBe(200);
    expect((await assemble({ question: "\u{1f600}".repeat(8_000) })).statusCode).toBe(200);
    for (const character of ["x", "\u{1f600}"]) {
      expect(await faultsOf({ question: character.repeat(8_001) })).toEqual([
        {
          pointer: "/question",
          message: "expected text of 1 to 8000 characters that is not blank, got text of 8001 characters",
          expected: "text of 1 to 8000 characters that is not blank",
          got: "text of 8001 characters",
        },
      ]);
    }
  });

  it.each([
    [null, "null"],
    [5, "number"],
    [["a"], "array"],
    [true, "boolean"],
    [{ text: "a" }, "object"],
  ])("refuses %j and names type and place", async (question, got) => {
    expect(await faultsOf({ question })).toEqual([
      { pointer: "/question", message: `expected text, got ${got}`, expected: "text", got },
    ]);
  });

  it.each([[""], [" \n\t"], ["\u200b\u2060"], ["\u00a0\u3000"]])("refuses the blank %j", async (question) => {
    expect((await faultsOf({ question }))[0]?.got).toMatch(/^(blank|empty) text$/);
  });

  it("never quotes a question that is refused", async () => {
    const reply = await assemble({ question: `canary ${"x".repeat(8_000)}`, subject: "canary subject" });
    expect(reply.statusCode).toBe(400);
    expect(reply.body).not.toContain("canary");
  });

  it("takes one character", async () => {
    expect((await assemble({ question: "?" })).statusCode).toBe(200);
  });
});

describe("subject", () => {
  it.each([["a"], ["A1"], ["athlete-17"], ["person@example.org"], ["urn:x:1~2_3"], ["a".repeat(128)]])(
    "takes %j",
    async (subject) => {
      expect((await assemble({ subject })).statusCode).toBe(200);
    },
  );

  it.each([
    [""],
    ["."],
    [".."],
    ["-a"],
    ["a/b"],
    ["a?b"],
    ["a#b"],
    ["a b"],
    ["é"],
    ["e\u0301"],
    ["а"],
    ["a\u200b"],
    ["%2e"],
    ["a".repeat(129)],
  ])("refuses %j", async (subject) => {
    expect((await faultsOf({ subject }))[0]).toMatchObject({ pointer: "/subject", expected: expect.stringContaining("an id") });
  });

  it.each([[5], [null], [["a"]]])("refuses %j: nothing is converted", async (subject) => {
    expect((await faultsOf({ subject }))[0]?.pointer).toBe("/subject");
  });
});

describe("unknown fields", () => {
  it("names each by pointer, with the name that was probably meant", async () => {
    const faults = await faultsOf({ qestion: "x", "time-zone": "UTC", banana: 1, "a/b~c": 2 });
    expect(faults.map(({ pointer, message }) => [pointer, message])).toEqual([
      ["/qestion", "unknown field, did you mean question?"],
      ["/time-zone", "unknown field, did you mean time_zone?"],
      ["/banana", "unknown field"],
      ["/a~1b~0c", "unknown field"],
    ]);
    expect(faults[0]?.expected).toContain("subject, question");
  });

  it("names those inside what_if by their own names", async () => {
    const [fault] = await faultsOf({ what_if: { budget: { totl: 5 } } }, "/explain");
    expect(fault).toMatchObject({ pointer: "/what_if/budget/totl", message: "unknown field, did you mean total?" });
  });

  it("refuses what_if on /assemble", async () => {
    expect((await faultsOf({ what_if: {} }))[0]?.pointer).toBe("/what_if");
  });

  it("tells all faults at once", async () => {
    const faults = await faultsOf({ subject: 5, plan: 7, format: "opanai", x: 1 });
    expect(faults.map(({ pointer }) => pointer).sort()).toEqual(["/format", "/plan", "/subject", "/x"]);
  });
});

describe("other fields", () => {
  it("names the formats there are and the one that was given", async () => {
    expect(await faultsOf({ format: "opanai" })).toEqual([
      {
        pointer: "/format",
        message: 'expected one of openai-chat, openai-responses, anthropic-messages, gemini, text, got "opanai"',
        expected: "one of openai-chat, openai-responses, anthropic-messages, gemini, text",
        got: '"opanai"',
      },
    ]);
  });

  it.each([
    ["2026-11-29T09:30:00Z", "2026-11-29T09:30:00Z"],
    ["2026-11-29t09:30:00.5+02:00", "2026-11-29T09:30:00.5+02:00"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
  ])("takes the time %s", async (at, seen) => {
    expect((await assemble({ at })).statusCode).toBe(200);
    expect(test.service.seen.at(-1)?.body.at).toBe(seen);
  });

  it.each([
    ["2026-11-29"],
    ["2026-11-29T09:30:00"],
    ["2024-02-30T00:00:00Z"],
    ["2026-02-29T00:00:00Z"],
    ["2026-01-01T24:00:00Z"],
    ["2026-13-01T00:00:00Z"],
    ["10000-01-01T00:00:00Z"],
    ["2026-01-01T00:00:60Z"],
    ["2026-01-01T00:00:00+2:00"],
    ["2026-01-01T00:00:00+24:00"],
    ["2026-01-01 00:00:00Z"],
    ["now"],
    [1_795_000_000_000],
  ])("refuses the time %j", async (at) => {
    expect((await faultsOf({ at }))[0]?.pointer).toBe("/at");
  });

  it.each([
    ["en", "en"],
    ["pt-br", "pt-BR"],
    ["zh-hant-tw", "zh-Hant-TW"],
  ])("brings the language %s to its canonical form", async (language, seen) => {
    await assemble({ language });
    expect(test.service.seen.at(-1)?.body.language).toBe(seen);
  });

  it.each([["en_US"], [""], ["e"], ["englishlanguage"], ["x".repeat(36)]])("refuses the language %j", async (language) => {
    expect((await faultsOf({ language }))[0]?.pointer).toBe("/language");
  });

  it("takes a deadline up to the server's, and names the maximum beyond it", async () => {
    for (const deadline of [0, 1, 5_000]) expect((await assemble({ deadline_ms: deadline })).statusCode).toBe(200);
    expect(await faultsOf({ deadline_ms: 5_001 })).toEqual([
      { pointer: "/deadline_ms", message: "expected at most 5000, got 5001", expected: "at most 5000", got: "5001" },
    ]);
    for (const deadline of [-1, 1.5, "5", null, 2 ** 60, 1e300]) {
      expect((await faultsOf({ deadline_ms: deadline }))[0]?.pointer).toBe("/deadline_ms");
    }
  });

  it("takes attributes that are text, number or truth, and nothing else", async () => {
    expect((await assemble({ attributes: { units: "metric", age: 40, member: true } })).statusCode).toBe(200);
    const [fault] = await faultsOf({ attributes: { units: null } });
    expect(fault).toMatchObject({ pointer: "/attributes/units", expected: "text or a number or true or false", got: "null" });
    expect((await faultsOf({ attributes: { units: ["metric"] } }))[0]?.got).toBe("array");
    expect((await faultsOf({ attributes: [] }))[0]).toMatchObject({ pointer: "/attributes", got: "array" });
  });

  it("takes 50 attributes and refuses 51", async () => {
    const attributes = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));
    expect((await assemble({ attributes: attributes(50) })).statusCode).toBe(200);
    expect((await faultsOf({ attributes: attributes(51) }))[0]).toMatchObject({
      pointer: "/attributes",
      expected: "at most 50 attributes",
    });
  });
});

describe("what_if", () => {
  const explain = (what_if: unknown) => post(test.app, "/explain", { ...QUESTION, what_if });

  it("reaches the service as it was sent", async () => {
    const whatIf = {
      payloads: { readiness: { training: { score: null }, list: [1, "a"] } },
      failures: { profile: "refused", conditions: "not_computed" },
      plan: "free",
      intent: "injury",
      verdict: "training",
      budget: { total: 600, secondary_tokens: 0 },
      policy: { "intents.yaml": "intents: {}", "prompt/system.md": "" },
    };
    expect((await explain(whatIf)).statusCode).toBe(200);
    expect(test.service.seen.at(-1)?.body.what_if).toEqual(whatIf);
  });

  it.each([
    [{ failures: { readiness: "banana" } }, "/what_if/failures/readiness"],
    [{ policy: { "sources.yaml": "x" } }, "/what_if/policy/sources.yaml"],
    [{ policy: { "../x.yaml": "x" } }, "/what_if/policy/..~1x.yaml"],
    [{ policy: { "/etc/passwd": "x" } }, "/what_if/policy/~1etc~1passwd"],
    [{ policy: { "a.yaml": 5 } }, "/what_if/policy/a.yaml"],
    [{ budget: { total: -1 } }, "/what_if/budget/total"],
    [{ payloads: [] }, "/what_if/payloads"],
    [{ weights: { relevance: 1.1 } }, "/what_if/weights/relevance"],
    [{ weights: { tokens: 1 } }, "/what_if/weights/tokens"],
    [{ banana: {} }, "/what_if/banana"],
    [null, "/what_if"],
  ])("refuses %j", async (whatIf, pointer) => {
    expect((await faultsOf({ what_if: whatIf }, "/explain"))[0]?.pointer).toBe(pointer);
  });
});
