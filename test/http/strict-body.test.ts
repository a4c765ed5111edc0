/** Bodies that are not what a JSON body should be: refused before they mean anything. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { post, problemOf, QUESTION } from "./ask.ts";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

const assemble = (body: unknown, headers?: Record<string, string>) => post(test.app, "/assemble", body, headers);
const withQuestion = (json: string) => `{"subject":"a","question":${json}}`;

describe("media type", () => {
  it.each([
    ["text/plain"],
    ["application/xml"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["application/vnd.api+json"],
    ["application/json; charset=utf-16"],
    ["application/json; charset=latin1"],
    ["application/jsonx"],
    ["application/json\t/x"],
    ["text/json"],
    ["application/json, application/json"],
  ])("refuses %j with 415", async (type) => {
    const reply = await assemble(QUESTION, { "content-type": type });
    expect(reply.statusCode).toBe(415);
    expect(problemOf(reply).code).toBe("unsupported_media_type");
  });

  it.each([["application/json"], ["application/json; charset=utf-8"], ['Application/JSON;charset="UTF-8"']])(
    "takes %j",
    async (type) => {
      expect((await assemble(QUESTION, { "content-type": type })).statusCode).toBe(200);
    },
  );

  it("refuses a body without a type with 415", async () => {
    const reply = await test.app.inject({ method: "POST", url: "/assemble" });
    expect(problemOf(reply).code).toBe("unsupported_media_type");
  });

  it.each([["gzip"], ["br"], ["deflate, gzip"]])(
    "refuses the encoding %s and says that only identity is taken",
    async (encoding) => {
      const reply = await assemble(QUESTION, { "content-encoding": encoding });
      expect(problemOf(reply).code).toBe("unsupported_media_type");
      expect(reply.headers["accept-encoding"]).toBe("identity");
    },
  );
});

describe("syntax", () => {
  it.each([
    ["nothing", ""],
    ["blanks", "  \n"],
    ["a truncated object", '{"subject":"a"'],
    ["NaN", withQuestion("NaN")],
    ["a comment", `{"subject":"a"/* canary */,"question":"b"}`],
    ["a trailing comma", '{"subject":"a","question":"b",}'],
    ["single quotes", "{'subject':'a'}"],
    ["two values", '{"subject":"a","question":"b"}{}'],
    ["a bare control character", `{"subject":"a","question":"b\u0001"}`],
  ])("refuses %s as invalid_json without quoting the body", async (_what, body) => {
    const problem = problemOf(await assemble(body));
    expect(problem.code).toBe("invalid_json");
    expect(problem.detail).not.toContain("canary");
    expect(problem.detail).not.toContain("subject");
  });

  it("tells where the JSON goes wrong", async () => {
    expect(problemOf(await assemble('{"subject":"a" "question":"b"}')).detail).toBe(
      "The body is not valid JSON at character 15.",
    );
  });

  it.each([
    ["__proto__", '{"subject":"a","question":"b","__proto__":{"tenant":"b"}}'],
    ["an escaped __proto__", '{"subject":"a","question":"b","\\u005f_proto_\\u005F":{"tenant":"b"}}'],
    ["a nested __proto__", '{"subject":"a","question":"b","attributes":{"x":[{"__proto__":{}}]}}'],
    ["a constructor with a prototype", '{"subject":"a","question":"b","constructor":{"prototype":{"tenant":"b"}}}'],
  ])("refuses %s as invalid_json and changes nothing", async (_what, body) => {
    const before = test.service.seen.length;
    expect(problemOf(await assemble(body)).code).toBe("invalid_json");
    expect(({} as { tenant?: string }).tenant).toBeUndefined();
    expect(test.service.seen.length).toBe(before);
  });

  it("takes __proto__ where it is a value", async () => {
    expect((await assemble({ subject: "a", question: 'What does "__proto__": do?' })).statusCode).toBe(200);
  });

  it("takes a byte order mark", async () => {
    expect((await assemble(`\u{feff}${JSON.stringify(QUESTION)}`)).statusCode).toBe(200);
  });

  it.each([
    ["a stray continuation byte", [0x80]],
    ["an overlong form", [0xc0, 0xaf]],
    ["half of a character", [0xe2, 0x82]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
  ])("refuses %s as invalid_utf8", async (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('{"subject":"a","question":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(problemOf(await assemble(body)).code).toBe("invalid_utf8");
  });
});

describe("a member that is there twice", () => {
  it("is refused with its path and both places, and nothing is decided", async () => {
    const before = test.service.seen.length;
    const problem = problemOf(await assemble('{"subject":"a","question":"first","question":"second"}'));
    const message = "given more than once, at characters 15 and 34";
    expect(problem).toMatchObject({ code: "invalid_request", status: 400, detail: `/question: ${message}.` });
    expect(problem.errors).toEqual([{ pointer: "/question", message, expected: "one value", got: "several" }]);
    expect(test.service.seen.length).toBe(before);
  });

  it.each([
    ["POST", "/assemble"],
    ["POST", "/explain"],
    ["POST", "/memory"],
    ["PUT", "/manifests/m-1/answer"],
    ["POST", "/manifests/m-1/replay"],
    ["POST", "/manifests/m-1/ablate"],
  ] as const)("is refused in the body of %s %s", async (method, url) => {
    const headers = { "content-type": "application/json" };
    const reply = await test.app.inject({ method, url, headers, payload: '{"x":[{"y":1},{"y":{"z":1,"z":1}}]}' });
    expect(problemOf(reply).errors?.[0]).toMatchObject({ pointer: "/x/1/y/z", message: expect.stringContaining("20 and 26") });
  });

  it("is refused whatever the two ways of writing its name", async () => {
    const problem = problemOf(await assemble('{"subject":"a","question":"b","\\u0071uestion":"c"}'));
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/question"]);
  });

  it("is told at most 20 times", async () => {
    const problem = problemOf(await assemble(`{"subject":"a","question":"b"${',"x":1'.repeat(50)}}`));
    expect(problem.errors).toHaveLength(20);
  });
});

describe("what parses and cannot be kept", () => {
  it.each([
    ["a lone surrogate in a text", withQuestion('"\\ud800"'), "/question", "half of a surrogate pair"],
    ["a surrogate pair the wrong way round", withQuestion('"\\udc00\\ud800"'), "/question", "half of a surrogate pair"],
    ["a NUL in a text", withQuestion('"a\\u0000b"'), "/question", "NUL"],
    ["a NUL in a key", '{"subject":"a","question":"b","attributes":{"x\\u0000":1}}', "/attributes/x\u{fffd}", "NUL"],
    ["a lone surrogate in a key", '{"subject":"a","question":"b","\\udfff":1}', "/\u{fffd}", "half of a surrogate pair"],
    ["a NUL deep inside", '{"what_if":{"payloads":{"s":[{"k/~":"\\u0000"}]}}}', "/what_if/payloads/s/0/k~1~0", "NUL"],
  ])("refuses %s with a pointer", async (_what, body, pointer, message) => {
    const problem = problemOf(await assemble(body));
    expect(problem.code).toBe("invalid_request");
    expect(problem.errors).toEqual([{ pointer, message: expect.stringContaining(message) }]);
  });

  it("takes whole pairs, bidirectional marks and zero-width characters", async () => {
    expect((await assemble({ subject: "a", question: "\u{1f600} \u202eabc\u200b" })).statusCode).toBe(200);
  });

  /** The body is one level, what_if two, payloads three, the source's answer four. */
  const nested = (depth: number) =>
    `{"subject":"a","question":"b","what_if":{"payloads":{"s":${"[".repeat(depth - 3)}${"]".repeat(depth - 3)}}}}`;

  it("takes 32 levels and refuses 33", async () => {
    expect((await post(test.app, "/explain", nested(32))).statusCode).toBe(200);
    const problem = problemOf(await post(test.app, "/explain", nested(33)));
    expect(problem.code).toBe("invalid_request");
    expect(problem.errors?.[0]?.message).toBe("nested deeper than 32 levels");
  });

  it("refuses 100,000 levels without falling over", async () => {
    expect(problemOf(await assemble("[".repeat(100_000) + "]".repeat(100_000))).code).toBe("invalid_request");
  });
});

describe("size", () => {
  const ofSize = (bytes: number) => `{"subject":"a","question":"b"${" ".repeat(bytes - 30)}}`;
  const limit = 4_194_304;

  it("takes a body of exactly the limit, and refuses one byte more with both numbers", async () => {
    expect(ofSize(limit)).toHaveLength(limit);
    expect((await assemble(ofSize(limit))).statusCode).toBe(200);
    const reply = await assemble(ofSize(limit + 1));
    expect(reply.statusCode).toBe(413);
    expect(problemOf(reply)).toMatchObject({ code: "body_too_large", limit_bytes: limit, got_bytes: limit + 1 });
  });

  it("lists at most 20 of very many faults", async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
    const problem = problemOf(await assemble({ ...QUESTION, ...many }));
    expect(problem.errors).toHaveLength(20);
    expect(problem.detail).toBe("More than 20 faults; the first 20 are listed under errors.");
  });
});
