/** What only the policy can know of candidates, turns and tools: names, ids that are taken, circles, counts that are trusted. */
import { describe, expect, test } from "vitest";
import { AppError, type ErrorItem } from "../../src/errors.ts";
import { NOTHING_RECALLED } from "../../src/pipeline/given.ts";
import type { CandidateBody, ItemsBody, TurnBody } from "../../src/service/items-body.ts";
import { resolveRequest } from "../../src/service/resolve.ts";
import { smallPolicy } from "../support/small-policy.ts";

const FILES = {
  "policy.yaml": `
title: A policy for what requests bring.
tenants: ["*"]
attributes: { region: { type: text } }
models: [{ name: case-model, window: 16000, reserve_output: 2000 }]
plans: { free: { secondary_tokens: 10 } }
routing: { fallback: general }
`,
  "sources.yaml": "sources:\n  orders: { url: 'http://orders.test/{subject}', sample: samples/orders.json }\ntool_results: {}\n",
  "pieces.yaml": "pieces:\n  last_order: { source: orders, pointer: /last, line: 'Order {{ value }}', label: Order }\n",
  "intents.yaml": "intents:\n  general: { primary: [last_order], max_words: 250 }\n",
  "samples/orders.json": '{ "last": 5 }',
  "topics.yaml": `topics:
  refund_window: { words: { en: [refund window] }, value: duration, resolve: newest }
  status: { words: { en: [status] }, value: [active, canceled], resolve: newest }
  price: { words: { en: [price] }, value: money, qualifier: [basic, plus], resolve: newest }
`,
};
const { policy } = await smallPolicy("", FILES);
const trusting = { ...policy, trustTokens: true };

const document = (id: string, rest: Partial<CandidateBody> = {}): CandidateBody => ({
  id,
  kind: "document",
  text: `Text of ${id}.`,
  ...rest,
});
const said = (id: string, rest: Partial<TurnBody> = {}): TurnBody => ({ id, role: "user", content: "Hello.", ...rest });

const resolved = (body: ItemsBody, under = policy) =>
  resolveRequest({ subject: "alex", question: "Refund?", ...body }, under, { nowMs: 0, groups: [] }).items;

function refusal(body: ItemsBody, under = policy): AppError {
  try {
    resolved(body, under);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

const faultOf = (body: ItemsBody, under = policy): ErrorItem & { readonly code: string } => {
  const { code, details } = refusal(body, under);
  return { code, ...(details.errors?.[0] as ErrorItem) };
};

describe("an id", () => {
  test.each([
    [
      "another candidate",
      { candidates: [document("a"), document("b"), document("a", { kind: "hint" })] },
      "/candidates/2/id",
      "/candidates/0/id",
    ],
    ["a turn", { turns: [said("a")], candidates: [document("a")] }, "/candidates/0/id", "/turns/0/id"],
    ["another turn", { turns: [said("a"), said("a")] }, "/turns/1/id", "/turns/0/id"],
    ["a piece of the policy", { candidates: [document("last_order")] }, "/candidates/0/id", "a piece of the policy"],
    ["the question", { candidates: [document("question")] }, "/candidates/0/id", "a part of every prompt"],
    ["the tools", { turns: [said("tools")] }, "/turns/0/id", "a part of every prompt"],
  ])("of %s is taken", (_what, body, pointer, owner) => {
    expect(faultOf(body)).toEqual({
      code: "duplicate_candidate_id",
      pointer,
      message: `the id stands already at ${owner}`,
      expected: "an id of its own",
      got: "an id that is taken",
    });
  });

  test("may be that of an intent, a source or a heading, and differ in case alone", () => {
    const candidates = ["general", "orders", "facts_heading", "A", "a"].map((id) => document(id));
    expect(resolved({ candidates }).candidates.map(({ id }) => id)).toEqual(["general", "orders", "facts_heading", "A", "a"]);
  });
});

describe("names", () => {
  test("of attributes are those the policy declares, and plan", () => {
    expect(
      resolved({ candidates: [document("a", { applies_to: { region: ["eu"], plan: "free" } })] }).candidates[0]?.appliesTo,
    ).toEqual(
      new Map([
        ["region", ["eu"]],
        ["plan", ["free"]],
      ]),
    );
    expect(faultOf({ candidates: [document("a"), document("b", { applies_to: { regin: "eu" } })] })).toMatchObject({
      code: "unknown_attribute",
      pointer: "/candidates/1/applies_to/regin",
      message: '"regin" is not a declared attribute here; did you mean "region"?',
      expected: "one of plan, region",
    });
  });

  test("of plans and values of attributes are those the policy has: a renamed one would fit nobody, unseen", () => {
    const choosing = {
      ...policy,
      attributes: new Map([["region", { type: "text", values: ["eu", "us"], accepts: () => true }]]),
    };
    const under = choosing as unknown as typeof policy;
    expect(faultOf({ candidates: [document("a", { applies_to: { plan: ["free", "fre"] } })] }, under)).toMatchObject({
      code: "unknown_plan",
      pointer: "/candidates/0/applies_to/plan/1",
      message: '"fre" is not a plan here; did you mean "free"?',
    });
    expect(faultOf({ candidates: [document("a", { applies_to: { region: "uk" } })] }, under)).toEqual({
      code: "invalid_request",
      pointer: "/candidates/0/applies_to/region",
      message: "not an allowed value",
      expected: "one of eu, us",
      got: "string",
    });
    expect(faultOf({ candidates: [document("a", { applies_to: { region: ["eu", 5] } })] }, under)).toMatchObject({
      pointer: "/candidates/0/applies_to/region/1",
      expected: "text",
      got: "number",
    });
    expect(faultOf({ candidates: [document("a", { applies_to: { regin: [] } })] }, under)).toMatchObject({
      code: "unknown_attribute",
    });
  });

  test("of topics are those of the policy", () => {
    const claims = { refund_window: "14 days" };
    expect(resolved({ candidates: [document("a", { topic: "refund_window", claims })] }).candidates[0]).toMatchObject({ claims });
    expect(faultOf({ candidates: [document("a", { topic: "refund_windw" })] })).toMatchObject({
      code: "invalid_request",
      pointer: "/candidates/0/topic",
      message: '"refund_windw" is not a topic here; did you mean "refund_window"?',
      expected: "one of refund_window, status, price",
    });
    expect(faultOf({ candidates: [document("a", { claims: { ...claims, "a/b": "x" } })] })).toMatchObject({
      code: "invalid_request",
      pointer: "/candidates/0/claims/a~1b",
      expected: "one of refund_window, status, price",
    });
  });

  test.each([
    ["refund_window", "soon", "a duration such as 14 days"],
    ["refund_window", "14 or 30 days", "a duration such as 14 days"],
    ["refund_window", "$9.99", "a duration such as 14 days"],
    ["status", "paused", "one of active, canceled"],
    ["price", "9.99", "an amount with its currency such as $9.99, alone or once for each of basic, plus"],
    ["price", "basic and plus $9.99", "an amount with its currency such as $9.99, alone or once for each of basic, plus"],
  ])("of %s do not hold %j, which would say nothing in place of the text", (topic, value, expected) => {
    const body = { candidates: [document("a"), document("b", { claims: { [topic]: value } })] };
    const fault = faultOf(body);
    expect(fault).toMatchObject({ code: "invalid_request", pointer: `/candidates/1/claims/${topic}`, expected });
    expect(fault.got).toBe(`a text of ${value.length} characters that states none, or several of the same`);
    expect(JSON.stringify(refusal(body))).not.toContain(`"${value}"`);
  });

  test("of a topic may be one value for each of its qualifiers", () => {
    const claims = { status: "Canceled", price: "basic $9.99, plus $19.99" };
    expect(resolved({ candidates: [document("a", { claims })] }).candidates[0]?.claims).toEqual(claims);
  });

  test("of plans in an allow-list need not be known: an unknown one fits nobody", () => {
    expect(resolved({ candidates: [document("a", { acl: { plans: ["gone"] } })] }).candidates[0]?.acl).toEqual({
      subjects: [],
      groups: [],
      plans: ["gone"],
    });
  });

  test("of tools are there once", () => {
    const tool = (name: string) => ({ name, parameters: {} });
    expect(resolved({ tools: [tool("b"), tool("a")] }).tools.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(faultOf({ tools: [tool("a"), tool("b"), tool("a")] })).toMatchObject({
      code: "invalid_request",
      pointer: "/tools/2/name",
      got: "the name of /tools/0",
    });
  });
});

describe("a tool result", () => {
  test("stands behind a turn of the request", () => {
    const behind = (id: string): CandidateBody => ({ id: "r", kind: "tool_result", text: "{}", after: id });
    expect(resolved({ turns: [said("t1")], candidates: [behind("t1")] }).candidates[0]?.after).toBe("t1");
    for (const id of ["t2", "r"]) {
      expect(faultOf({ turns: [said("t1")], candidates: [behind(id)] })).toEqual({
        code: "invalid_request",
        pointer: "/candidates/0/after",
        message: "expected the id of a turn of this request, got an id that no turn has",
        expected: "the id of a turn of this request",
        got: "an id that no turn has",
      });
    }
  });
});

describe("calls in the conversation", () => {
  const call = { id: "c1", function: { name: "f", arguments: "{}" } };

  test("are an assistant's, and only a tool's turn answers one", () => {
    const turns = [
      said("t1", { role: "assistant", content: null, tool_calls: [call] }),
      said("t2", { role: "tool", tool_call_id: "c1" }),
    ];
    expect(resolved({ turns }).turns).toMatchObject([
      { toolCalls: [{ id: "c1", name: "f", arguments: "{}" }] },
      { toolCallId: "c1" },
    ]);
  });

  test.each([
    [said("t", { tool_calls: [call] }), "/turns/0/tool_calls", "a turn of role user"],
    [said("t", { role: "tool", tool_call_id: "c1", tool_calls: [call] }), "/turns/0/tool_calls", "a turn of role tool"],
    [said("t", { tool_call_id: "c1" }), "/turns/0/tool_call_id", "a turn of role user"],
    [said("t", { role: "assistant", tool_call_id: "c1" }), "/turns/0/tool_call_id", "a turn of role assistant"],
    [said("t", { role: "tool" }), "/turns/0/tool_call_id", "a turn of role tool"],
  ])("are refused elsewhere: %j", (one, pointer, got) => {
    expect(faultOf({ turns: [one] })).toMatchObject({ code: "invalid_request", pointer, got });
  });
});

describe("declared counts", () => {
  test.each([
    [{ candidates: [document("a"), document("b", { tokens: 0 })] }, "/candidates/1/tokens"],
    [{ turns: [said("t", { tokens: 5 })] }, "/turns/0/tokens"],
    [{ tokens: { system: 5 } }, "/tokens"],
    [{ tokens: {} }, "/tokens"],
  ])("are refused without trust_tokens: %j", (body, pointer) => {
    expect(faultOf(body)).toMatchObject({
      code: "invalid_request",
      pointer,
      expected: "no declared counts: the policy does not say trust_tokens",
    });
    expect(() => resolved(body, trusting)).not.toThrow();
  });
});

describe("a candidate that the caller may not see", () => {
  const absurd: Partial<CandidateBody> = { topic: "none", claims: { status: "x" }, applies_to: { regoin: "eu" }, tokens: 5 };
  const hidden = document("h", { ...absurd, kind: "tool_result", after: "gone", acl: { groups: ["staff"], plans: ["free"] } });

  test("refuses nothing by what it says", () => {
    expect(resolved({ candidates: [hidden] }).candidates[0]?.appliesTo).toEqual(new Map());
  });

  test("is looked at once a group or the plan of the call opens it, that of a what-if too", () => {
    const body = { subject: "alex", question: "Refund?", candidates: [hidden] };
    const without = { nowMs: 0, groups: [] };
    for (const asking of [
      { nowMs: 0, groups: ["staff"] },
      { ...without, plan: "free" },
    ])
      expect(() => resolveRequest(body, policy, asking)).toThrow("/candidates/0/tokens");
    expect(() => resolveRequest({ ...body, plan: "free" }, policy, without)).toThrow("/candidates/0/tokens");
    expect(resolveRequest(body, policy, without).items.candidates).toHaveLength(1);
  });

  test("has an id of its own like everything else in the request", () => {
    expect(faultOf({ candidates: [document("h"), hidden] }).code).toBe("duplicate_candidate_id");
  });
});

describe("a circle of replacements", () => {
  const circle = (...candidates: readonly CandidateBody[]) => {
    const { code, pointer, message } = faultOf({ candidates });
    expect(code).toBe("supersedes_cycle");
    return [pointer, message];
  };

  test("of one that replaces itself", () => {
    expect(circle(document("b"), document("a", { supersedes: ["a"] }))).toEqual([
      "/candidates/1/supersedes",
      '"a" replaces itself',
    ]);
    expect(circle(document("a", { key: "k", version: "1", supersedes: ["k@1"] }))[1]).toBe('"a" replaces itself');
  });

  test("of two, and of many, each named along it", () => {
    expect(circle(document("b", { supersedes: ["a"] }), document("a", { supersedes: ["b"] }))).toEqual([
      "/candidates/0/supersedes",
      '"a" replaces "b", which replaces "a"',
    ]);
    const many = Array.from({ length: 5_000 }, (_, at) =>
      document(`c${String(at).padStart(4, "0")}`, { supersedes: [`c${String((at + 1) % 5_000).padStart(4, "0")}`] }),
    );
    expect(circle(...many)[1]).toMatch(
      /^"c0000" replaces "c0001", .*"c0009", which replaces 4990 more, the last of which replaces "c0000"$/,
    );
  });

  test("through key@version", () => {
    const first = document("a", { key: "k", version: 1, supersedes: ["l@2"] });
    expect(circle(first, document("b", { key: "l", version: 2, supersedes: ["k@1"] }))[1]).toBe(
      '"a" replaces "b", which replaces "a"',
    );
    expect(() => resolved({ candidates: [first, document("b", { key: "l", version: 2, supersedes: ["k@2"] })] })).not.toThrow();
  });

  test("where a link goes against the order of versions, or of dates", () => {
    expect(
      circle(document("old", { key: "k", version: 1, supersedes: ["new"] }), document("new", { key: "k", version: 2 })),
    ).toEqual(["/candidates/0/supersedes", '"new" replaces "old", which replaces "new"']);
    const dated = (id: string, effective_from: string, rest: Partial<CandidateBody> = {}) =>
      document(id, { key: "k", effective_from, ...rest });
    expect(circle(dated("x", "2026-01-01", { supersedes: ["y"] }), dated("y", "2026-02-01T00:00:00Z"))[1]).toBe(
      '"x" replaces "y", which replaces "x"',
    );
    expect(() =>
      resolved({ candidates: [dated("x", "2026-03-01", { supersedes: ["y"] }), dated("y", "2026-02-01")] }),
    ).not.toThrow();
  });

  test("is none through a candidate that the caller may not see", () => {
    const [older, newer] = [document("v1", { key: "k", version: 1 }), document("v2", { key: "k", version: 2 })];
    const hidden = document("h", { key: "k", version: 0, supersedes: ["v2"], acl: { subjects: ["kim"] } });
    expect(resolved({ candidates: [older, newer, hidden] }).candidates).toHaveLength(3);
    const open = { ...hidden, acl: { subjects: ["alex"] } };
    expect(circle(older, newer, open)[0]).toBe("/candidates/2/supersedes");
    const pair = ["x", "y"].map((id) => document(id, { supersedes: [id === "x" ? "y" : "x"], acl: {} }));
    expect(resolved({ candidates: pair }).candidates).toHaveLength(2);
  });

  test("is none without a link, whatever versions and dates say", () => {
    const candidates = [
      document("a", { key: "k", version: 2, effective_from: "2025-01-01" }),
      document("b", { key: "k", version: 1, effective_from: "2026-01-01" }),
      document("c", { key: "k" }),
    ];
    expect(resolved({ candidates }).candidates).toHaveLength(3);
  });
});

test("a body without items costs nothing and gives nothing", () => {
  expect(resolved({})).toEqual({ candidates: [], hidden: new Set(), turns: [], tools: [], hiddenTools: [], ...NOTHING_RECALLED });
});
