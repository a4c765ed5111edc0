/** What a question may bring beside its words: candidates, turns, tools; every fault with its place. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { type Fault, get, post, problemOf, QUESTION } from "./ask.ts";

const MAX_BYTES = 2_097_152;

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

const assemble = (fields: Record<string, unknown>) => post(test.app, "/assemble", { ...QUESTION, ...fields });
const DOCUMENT = { id: "a", kind: "document", text: "Refunds within 30 days." };
const candidate = (fields: Record<string, unknown>) => ({ candidates: [{ ...DOCUMENT, ...fields }] });
const turn = (fields: Record<string, unknown>) => ({ turns: [{ id: "t1", role: "user", content: "Hello.", ...fields }] });

async function faultsOf(fields: Record<string, unknown>): Promise<readonly Fault[]> {
  const problem = problemOf(await assemble(fields));
  expect(problem).toMatchObject({ code: "invalid_request", status: 400 });
  return problem.errors ?? [];
}

describe("the kind of a candidate", () => {
  const KINDS = "one of document, memory, tool_result, example, hint";

  it.each([["document"], ["memory"], ["tool_result"], ["example"], ["hint"]])("may be %s", async (kind) => {
    expect((await assemble(candidate({ kind }))).statusCode).toBe(200);
  });

  it("is named by all its words where it is unknown", async () => {
    expect(await faultsOf(candidate({ kind: "documnt" }))).toEqual([
      { pointer: "/candidates/0/kind", message: `expected ${KINDS}, got "documnt"`, expected: KINDS, got: '"documnt"' },
    ]);
  });

  it.each([
    [{ id: "a", text: "x" }, "nothing"],
    [{ id: "a", text: "x", kind: null }, "null"],
    [{ id: "a", text: "x", kind: 5 }, "number"],
    [{ id: "a", text: "x", kind: "a canary of a person" }, "text of 20 characters"],
  ])("is asked for in %j", async (one, got) => {
    expect(await faultsOf({ candidates: [DOCUMENT, one] })).toMatchObject([
      { pointer: "/candidates/1/kind", expected: KINDS, got },
    ]);
  });
});

describe("unknown fields", () => {
  it.each([
    [candidate({ relevence: 1 }), "/candidates/0/relevence", "relevance", "id, text, label"],
    [candidate({ acl: { gruops: ["a"] } }), "/candidates/0/acl/gruops", "groups", "subjects, groups, plans"],
    [candidate({ kind: "memory", orgin: "explicit" }), "/candidates/0/orgin", "origin", "kind, id"],
    [candidate({ kind: "tool_result", stauts: "ok" }), "/candidates/0/stauts", "status", "after, status"],
    [turn({ contnt: "x" }), "/turns/0/contnt", "content", "role, content"],
    [turn({ content: [{ type: "text", text: "a", txet: "b" }] }), "/turns/0/content/0/txet", "text", "type, text"],
    [
      turn({ role: "assistant", tool_calls: [{ id: "c", function: { name: "f", argments: "{}", arguments: "{}" } }] }),
      "/turns/0/tool_calls/0/function/argments",
      "arguments",
      "name, arguments",
    ],
    [{ tools: [{ name: "f", parameters: {}, descripton: "x" }] }, "/tools/0/descripton", "description", "name, description"],
    [{ tokens: { sytem: 5 } }, "/tokens/sytem", "system", "system, tools, question"],
  ])("in %j are named by place, with the name that was probably meant", async (fields, pointer, meant, known) => {
    const [fault, ...others] = await faultsOf(fields);
    expect(fault).toMatchObject({ pointer, message: `unknown field, did you mean ${meant}?` });
    expect(fault?.expected).toContain(known);
    expect(others).toEqual([]);
  });

  it("of another kind are no fields of this one", async () => {
    const [fault] = await faultsOf(candidate({ status: "ok" }));
    expect(fault).toMatchObject({ pointer: "/candidates/0/status", message: "unknown field" });
    expect(fault?.expected).not.toContain("after");
  });

  it("are told with all other faults at once, in every candidate", async () => {
    const faults = await faultsOf({
      candidates: [{ ...DOCUMENT, x: 1 }, { id: "b", kind: "hint", text: "b", trust: 2, y: 1 }, null],
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      "/candidates/0/x",
      "/candidates/1/trust",
      "/candidates/1/y",
      "/candidates/2",
    ]);
  });
});

describe("signals", () => {
  const SIGNALS = ["relevance", "trust", "freshness", "user_need", "conflict_risk", "value"];

  it("take 0 and 1 and everything between", async () => {
    for (const value of [0, 0.5, 1]) {
      expect((await assemble(candidate(Object.fromEntries(SIGNALS.map((name) => [name, value]))))).statusCode).toBe(200);
    }
  });

  it.each([
    [1.01, "at most 1", "1.01"],
    [-0.01, "at least 0", "-0.01"],
    ["0.5", "a number", "text of 3 characters"],
    [null, "a number", "null"],
    [true, "a number", "boolean"],
  ])("refuse %j", async (value, expected, got) => {
    for (const name of SIGNALS) {
      expect(await faultsOf(candidate({ [name]: value }))).toEqual([
        { pointer: `/candidates/0/${name}`, message: `expected ${expected}, got ${got}`, expected, got },
      ]);
    }
  });

  it("refuse a number that no double holds", async () => {
    const body = JSON.stringify({ ...QUESTION, ...candidate({ trust: 7 }) }).replace('"trust":7', '"trust":1e999');
    expect(problemOf(await post(test.app, "/assemble", body)).errors).toMatchObject([
      { pointer: "/candidates/0/trust", expected: "a number", got: "a number out of range" },
    ]);
  });
});

describe("ids of candidates and turns", () => {
  it.each([["refund_policy_v3"], ["Refund policy, version 3.pdf"], ["a/b#c"], ["返金"], ["é".repeat(200)]])(
    "take %j",
    async (id) => {
      expect((await assemble({ ...candidate({ id }), ...turn({ id: `${id.slice(0, 190)} turn` }) })).statusCode).toBe(200);
    },
  );

  it.each([
    [""],
    [" "],
    ["\u00a0"],
    ["\u3000a"],
    ["a "],
    [" a"],
    ["a\nb"],
    ["a\r"],
    ["a\u2028b"],
    ["a\tb"],
    ["a\u0085b"],
    ["\u200b"],
    ["\u3164"],
    ["\u2800"],
    ["a\u202eb"],
    ["[a]"],
    ["a<b"],
    ["a".repeat(201)],
    [5],
    [null],
  ])("refuse %j", async (id) => {
    const faults = await faultsOf({ ...candidate({ id }), ...turn({ id }) });
    expect(faults.map(({ pointer }) => pointer).sort()).toEqual(["/candidates/0/id", "/turns/0/id"]);
    if (typeof id === "string") expect(faults[0]?.expected).toMatch(/^an id: one line of 1 to 200 visible characters/);
  });
});

describe("texts", () => {
  it.each([[""], [" \n"], ["\u200b"], [null], [5], [["a"]]])("that are %j are refused", async (text) => {
    expect((await faultsOf(candidate({ text })))[0]?.pointer).toBe("/candidates/0/text");
  });

  it.each([[""], ["\n"], [" \t"], ["\u200b"]])("of a tool result may be nothing, as %j is, and of nothing else", async (text) => {
    expect((await assemble(candidate({ kind: "tool_result", text }))).statusCode).toBe(200);
    const turns = (content: unknown) => [
      { id: "t1", role: "assistant", content: null, tool_calls: [{ id: "c1", function: { name: "lookup", arguments: "{}" } }] },
      { id: "t2", role: "tool", tool_call_id: "c1", content },
    ];
    expect((await assemble({ turns: turns(text) })).statusCode).toBe(200);
    expect((await assemble({ turns: turns([{ type: "text", text }]) })).statusCode).toBe(200);
    expect((await faultsOf(candidate({ kind: "memory", text })))[0]?.pointer).toBe("/candidates/0/text");
    expect((await faultsOf(turn({ content: [{ type: "text", text }] })))[0]?.pointer).toBe("/turns/0/content/0/text");
  });

  it("of a memory are never empty", async () => {
    expect((await faultsOf(candidate({ kind: "memory", text: "" })))[0]?.got).toBe("empty text");
  });

  it("that are refused are never quoted", async () => {
    const reply = await assemble(candidate({ text: { canary: "canary" }, label: "canary\ncanary", id: "canary\n" }));
    expect(reply.statusCode).toBe(400);
    expect(reply.body).not.toContain("canary");
  });

  it.each([["a\nb"], ["[a]"], ["   "], [""], ["x".repeat(201)]])("cannot be cited as %j", async (label) => {
    expect(await faultsOf(candidate({ label }))).toMatchObject([{ pointer: "/candidates/0/label" }]);
  });
});

describe("versions", () => {
  it.each([["1.10"], ["v2"], [0], [3], [1.5], [9_007_199_254_740_991]])("may be %j", async (version) => {
    expect((await assemble(candidate({ key: "k", version }))).statusCode).toBe(200);
  });

  it.each([[-1], [1e-7], [9_007_199_254_740_992], [1e300]])(
    "are refused as %j, whose text would be read as another",
    async (version) => {
      expect(await faultsOf(candidate({ key: "k", version }))).toMatchObject([{ pointer: "/candidates/0/version" }]);
    },
  );
});

describe("dates", () => {
  const FIELDS = ["published_at", "effective_from", "effective_to"];

  it.each([
    ["2026-11-29"],
    ["2028-02-29"],
    ["2026-11-29T09:30:00Z"],
    ["2026-11-29T09:30:00.5+02:00"],
    ["9999-12-31"],
    ["9999-12-31T23:59:59.999Z"],
  ])("take %s", async (moment) => {
    expect((await assemble(candidate(Object.fromEntries(FIELDS.map((name) => [name, moment]))))).statusCode).toBe(200);
    expect((await assemble({ as_of: moment })).statusCode).toBe(200);
  });

  it.each([
    ["2026-02-30"],
    ["2026-13-01"],
    ["2026-2-3"],
    ["2026-11-29T09:30:00"],
    ["2026-02-30T00:00:00Z"],
    ["0001-01-01"],
    ["0999-12-31"],
    ["9999-12-31T23:59:59-00:01"],
    ["+010000-01-01T00:00:00Z"],
    ["yesterday"],
    [""],
    [20_261_129],
    [null],
  ])("refuse %j", async (moment) => {
    for (const name of FIELDS) {
      const faults = await faultsOf(candidate({ [name]: moment }));
      expect(faults.map(({ pointer }) => pointer)).toEqual([`/candidates/0/${name}`]);
      if (typeof moment === "string") expect(faults[0]?.expected).toBe("a date such as 2026-11-29, or a time with its zone");
    }
    expect((await faultsOf({ as_of: moment })).map(({ pointer }) => pointer)).toEqual(["/as_of"]);
  });

  it("say in an address what a + has become", async () => {
    const reply = await get(test.app, "/explain?subject=a&question=b&as_of=2026-11-29T09:30:00+02:00");
    expect(problemOf(reply).errors).toMatchObject([{ parameter: "as_of", expected: expect.stringContaining("%2B") }]);
  });
});

describe("turns", () => {
  const call = (id: string) => ({ id, type: "function", function: { name: "order_lookup", arguments: "{}" } });

  it("take text, parts, calls and nothing", async () => {
    const turns = [
      {
        id: "t1",
        role: "user",
        content: [
          { type: "text", text: "Look." },
          { type: "image_url", image_url: { url: "https://a.example/b.png" } },
        ],
      },
      { id: "t2", role: "assistant", content: null, tool_calls: [call("c1")] },
      { id: "t3", role: "tool", tool_call_id: "c1", content: "{}" },
    ];
    expect((await assemble({ turns })).statusCode).toBe(200);
    expect(test.service.seen.at(-1)?.body.turns).toEqual(turns);
  });

  it.each([
    [turn({ role: "system" }), "/turns/0/role", "one of user, assistant, tool", '"system"'],
    [turn({ content: 5 }), "/turns/0/content", "text or an array or null", "number"],
    [turn({ content: undefined }), "/turns/0/content", "text or an array or null", "nothing"],
    [turn({ content: [] }), "/turns/0/content", "at least 1 item", "0 items"],
    [turn({ content: [{ type: "audio" }] }), "/turns/0/content/0/type", "one of text, image_url", '"audio"'],
    [
      turn({ content: [{ type: "text", text: " " }] }),
      "/turns/0/content/0/text",
      "text of 1 to 1000000 characters that is not blank",
      "blank text",
    ],
    [
      turn({ content: [{ type: "image_url", image_url: { url: "http://a" } }] }),
      "/turns/0/content/0/image_url/url",
      "an https or data:image address",
      "text of 8 characters",
    ],
    [turn({ tool_calls: [] }), "/turns/0/tool_calls", "at least 1 item", "0 items"],
    [
      turn({ role: "assistant", tool_calls: Array.from({ length: 129 }, (_, at) => call(`c${at}`)) }),
      "/turns/0/tool_calls",
      "at most 128 items",
      "129 items",
    ],
    [
      turn({ role: "assistant", tool_calls: [{ ...call("c"), type: "custom" }] }),
      "/turns/0/tool_calls/0/type",
      "function",
      '"custom"',
    ],
    [turn({ role: "tool", tool_call_id: null }), "/turns/0/tool_call_id", "text", "null"],
  ])("refuse %j", async (fields, pointer, expected, got) => {
    expect(await faultsOf(fields)).toMatchObject([{ pointer, expected, got }]);
  });

  it("are at most 5,000", async () => {
    const turns = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `t${at}`, role: "user", content: "x" }));
    expect((await assemble({ turns: turns(5_000) })).statusCode).toBe(200);
    expect(await faultsOf({ turns: turns(5_001) })).toMatchObject([
      { pointer: "/turns", message: "expected at most 5000 items, got 5001 items" },
    ]);
  });
});

describe("null", () => {
  it.each([["candidates"], ["turns"], ["tools"], ["tokens"], ["as_of"]])("is not %s left out", async (name) => {
    expect(await faultsOf({ [name]: null })).toMatchObject([{ pointer: `/${name}`, got: "null" }]);
  });

  const {
    id: _id,
    kind: _kind,
    ...FIELDS
  } = {
    ...DOCUMENT,
    label: "a",
    key: "k",
    version: "1",
    supersedes: ["b"],
    topic: "t",
    claims: {},
    acl: {},
    applies_to: {},
    pinned: true,
    tokens: 1,
  };
  it.each(Object.keys(FIELDS))("is no %s of a candidate", async (name) => {
    expect(await faultsOf(candidate({ [name]: null }))).toMatchObject([{ pointer: `/candidates/0/${name}`, got: "null" }]);
  });

  it("inside lists and maps is refused where it stands", async () => {
    const faults = await faultsOf(
      candidate({ supersedes: ["b", null], claims: { t: null }, applies_to: { plan: [null] }, acl: { groups: [null] } }),
    );
    expect(faults.map(({ pointer }) => pointer).sort()).toEqual([
      "/candidates/0/acl/groups/0",
      "/candidates/0/applies_to/plan/0",
      "/candidates/0/claims/t",
      "/candidates/0/supersedes/1",
    ]);
  });
});

describe("members named like a prototype", () => {
  it.each([
    ['{"id":"a","kind":"document","text":"x","__proto__":{"pinned":true}}'],
    ['{"id":"a","kind":"document","text":"x","claims":{"__proto__":"y"}}'],
    ['{"id":"a","kind":"document","text":"x","applies_to":{"\\u005f_proto__":["y"]}}'],
    ['{"id":"a","kind":"document","text":"x","acl":{"constructor":{"prototype":{}}}}'],
  ])("are refused in %s", async (json) => {
    const reply = await post(test.app, "/assemble", `{"subject":"a","question":"b","candidates":[${json}]}`);
    expect(problemOf(reply).code).toBe("invalid_json");
  });

  it("are refused in the parameters of a tool", async () => {
    const body = '{"subject":"a","question":"b","tools":[{"name":"f","parameters":{"properties":{"__proto__":{}}}}]}';
    expect(problemOf(await post(test.app, "/assemble", body)).code).toBe("invalid_json");
  });
});

describe("how much may be sent", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `c${at}`, kind: "hint", text: "x" }));

  it("takes 5,000 candidates, and refuses 5,001 with both numbers", async () => {
    expect((await assemble({ candidates: many(5_000) })).statusCode).toBe(200);
    const problem = problemOf(await assemble({ candidates: many(5_001) }));
    expect(problem).toMatchObject({ code: "body_too_large", status: 413, limit: 5_000, got: 5_001 });
    expect(problem.errors).toMatchObject([{ pointer: "/candidates", message: "expected at most 5000 candidates, got 5001" }]);
  });

  it("counts the bytes of texts, abstracts and labels, and refuses one too many with both numbers", async () => {
    const abstract = "é".repeat(500_000);
    const label = "ab";
    const sized = (bytes: number) => ({
      candidates: [
        { ...DOCUMENT, text: "x".repeat(bytes - 1_000_000 - 2 - 197_000), abstract, label },
        { id: "b", kind: "memory", text: "x".repeat(197_000) },
      ],
    });
    expect((await assemble(sized(MAX_BYTES))).statusCode).toBe(200);
    const problem = problemOf(await assemble(sized(MAX_BYTES + 1)));
    expect(problem).toMatchObject({ code: "body_too_large", status: 413, limit: MAX_BYTES, got: MAX_BYTES + 1 });
    expect(problem.detail).toContain(`at most ${MAX_BYTES} bytes of candidates' texts, got ${MAX_BYTES + 1}`);
  });

  it("takes as much as the operator allows, nothing included", async () => {
    const none = await buildTestApp({ config: { maxCandidates: 0 } });
    expect((await post(none.app, "/assemble", { ...QUESTION, candidates: [] })).statusCode).toBe(200);
    expect(problemOf(await post(none.app, "/explain", { ...QUESTION, ...candidate({}) }))).toMatchObject({ limit: 0, got: 1 });
    await none.app.close();
  });
});
