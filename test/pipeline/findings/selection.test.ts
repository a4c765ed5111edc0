/** Every finding about the selection: where it is told, in its words, and where it is just not. */
import { describe, expect, test } from "vitest";
import type { CandidateBody } from "../../../src/service/items-body.ts";
import { askSmall, includedIds, smallPolicy } from "../../support/small-policy.ts";

type Body = Parameters<typeof askSmall>[1];

const TRUST = "trust_tokens: true\nprompt: { instructions: false, format: text }\n";
const NONE = { system: 0, question: 0 };
const sized = (id: string, kind: CandidateBody["kind"], tokens: number, rest: Partial<CandidateBody> = {}): CandidateBody => ({
  id,
  kind,
  text: `The text of ${id}.`,
  tokens,
  ...rest,
});

/** The sentence of one code; null where it is not told. */
async function told(
  code: string,
  yaml: string,
  body: Body,
  files: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const { core } = await askSmall(await smallPolicy(TRUST + yaml, files), { tokens: NONE, ...body });
  return core.findings.find((finding) => finding.code === code)?.message ?? null;
}

describe("high_value_dropped", () => {
  const body = (value: number): Body => ({
    candidates: [sized("a", "document", 80, { value: 1 }), sized("b", "document", 30, { value })],
  });
  test("an item of the alert's value had no room", async () => {
    expect(await told("high_value_dropped", "budget: { total: 100, strategy: score }", body(0.9))).toBe(
      "There was no room for items of high value: b (value 0.9, 30 tokens, 20 left).",
    );
    expect(await told("high_value_dropped", "budget: { total: 100, strategy: score }", body(0.89))).toBeNull();
  });
  test("what lies outside k did not fall for want of room", async () => {
    expect(await told("high_value_dropped", "budget: { total: 1000, strategy: top_k, top_k: 1 }", body(0.95))).toBeNull();
  });
});

describe("larger_than_block", () => {
  const SHARES = "shares: { system: 10, request: 10, evidence: 50, memory: 10, tools: 10, safety: 10 }";
  const body = (tokens: number): Body => ({
    candidates: [sized("a", "document", tokens), sized("b", "document", 40, { value: 1 })],
  });
  test("an item is larger than the share of a block that may not borrow", async () => {
    expect(await told("larger_than_block", `budget: { total: 100, borrow: false, ${SHARES} }`, body(51))).toBe(
      "Larger than their whole block, so they can never go in; split them: a (51 tokens, its block has 50).",
    );
    expect(await told("larger_than_block", `budget: { total: 100, borrow: false, ${SHARES} }`, body(50))).toBeNull();
  });
  test("what disagrees is larger together: splitting would not help", async () => {
    const topics = "topics:\n  price: { words: { en: [price] }, value: money, resolve: surface }\n";
    const prices = (tokens: number): Body => ({
      candidates: [1, 2, 3].map((at) => sized(`p${at}`, "document", tokens, { text: `The price is $${at}.` })),
    });
    expect(await told("larger_than_block", "budget: { total: 100 }", prices(50), { "topics.yaml": topics })).toBeNull();
    expect(await told("larger_than_block", "budget: { total: 100 }", prices(60), { "topics.yaml": topics })).toBe(
      "They disagree, and even two that speak for the sides are together larger than their block: " +
        "p1 (120 tokens, its block has 100), p2 (120 tokens, its block has 100), p3 (120 tokens, its block has 100).",
    );
  });
  test("of a turn, what it keeps out and what to do", async () => {
    const turns = [
      { id: "t1", role: "user" as const, content: "Hello.", tokens: 5 },
      { id: "t2", role: "user" as const, content: "Look.", tokens: 101 },
    ];
    expect(await told("larger_than_block", "budget: { total: 100 }", { turns })).toBe(
      "Turns larger than their whole block, so neither they nor the turns before them go in; send smaller images, or raise the budget: " +
        "t2 (101 tokens, its block has 100).",
    );
  });
  test("with borrowing the whole budget is the measure", async () => {
    expect(await told("larger_than_block", `budget: { total: 100, ${SHARES} }`, body(100))).toBeNull();
    expect(await told("larger_than_block", `budget: { total: 100, ${SHARES} }`, body(101))).toContain(
      "a (101 tokens, its block has 100)",
    );
  });
});

describe("only_stale_left", () => {
  const old = sized("a", "document", 5, { effective_to: "2026-01-01" });
  const stale = sized("b", "document", 5, { freshness: 0.1 });
  test("every document is out of date, copies of them set aside", async () => {
    const copy = { ...stale, id: "c" };
    expect(await told("only_stale_left", "filters: { freshness_floor: 0.2 }", { candidates: [old, stale, copy] })).toBe(
      "Every document found is out of date, so none went in: a (expired), b (stale).",
    );
  });
  test("not where one fell for another reason, went in, or was replaced by what went in", async () => {
    const off = sized("c", "document", 5, { relevance: 0 });
    const floors = "filters: { freshness_floor: 0.2, relevance_floor: 0.1 }";
    expect(await told("only_stale_left", floors, { candidates: [old, off] })).toBeNull();
    const newer = sized("m", "memory", 5, { supersedes: ["a"] });
    expect(await told("only_stale_left", floors, { candidates: [sized("a", "document", 5), newer] })).toBeNull();
    expect(await told("only_stale_left", floors, { candidates: [old, sized("d", "document", 5)] })).toBeNull();
  });
});

describe("unresolved_conflict", () => {
  const topics = { "topics.yaml": "topics:\n  window: { words: { en: [refund window] }, value: duration, resolve: newest }\n" };
  const body = (published_at?: string): Body => ({
    candidates: [
      sized("a", "document", 5, { text: "The refund window is 14 days.", published_at: "2026-01-01" }),
      sized("b", "document", 5, { text: "The refund window is 30 days.", published_at }),
    ],
  });
  test("the rule cannot tell who wins", async () => {
    expect(await told("unresolved_conflict", "", body(), topics)).toBe(
      "Items disagree on window and nothing says which is right: a (14 days), b (30 days).",
    );
    expect(await told("unresolved_conflict", "", body("2026-01-02"), topics)).toBeNull();
  });
});

describe("pinned_share", () => {
  const body = (tokens: number, pinned = true): Body => ({ candidates: [sized("a", "document", tokens, { pinned })] });
  test("pins take more than the alert's share of the budget", async () => {
    expect(await told("pinned_share", "budget: { total: 100 }", body(61))).toBe(
      "What is always in takes 61 % of the budget, so little is left to choose; pinned: a.",
    );
    expect(await told("pinned_share", "budget: { total: 100 }", body(60))).toBeNull();
    expect(await told("pinned_share", "budget: { total: 100 }", { ...body(10, false), tokens: { system: 90 } })).toBeNull();
  });
});

describe("share_never_binds", () => {
  const SHARES = "budget: { total: 1000, shares: { system: 10, request: 10, evidence: 40, memory: 20, tools: 10, safety: 10 } }";
  // The tool's result is larger than the whole budget, so there is no room for it.
  const body = (document: number): Body => ({
    candidates: [sized("a", "document", document), sized("b", "tool_result", 1_001)],
  });
  test("there was no room for something while less than a quarter of another block's share was asked for", async () => {
    expect(await told("share_never_binds", SHARES, body(99))).toBe(
      "There was no room for something, while all that asked for room in these blocks is far below their share: evidence (99 of 400).",
    );
    expect(await told("share_never_binds", SHARES, body(100))).toBeNull();
    expect(await told("share_never_binds", SHARES, { candidates: [sized("a", "document", 99)] })).toBeNull();
    expect(await told("share_never_binds", "budget: { total: 1000 }", body(99))).toBeNull();
  });
});

describe("window_nearly_full", () => {
  const yaml = "budget: { total: 14000 }";
  test("the prompt takes more than the alert's share of the window", async () => {
    expect(await told("window_nearly_full", yaml, { candidates: [sized("a", "document", 12_801)] })).toBe(
      "The prompt takes 80 % of the model's window; look at what is retrieved before raising the budget.",
    );
    expect(await told("window_nearly_full", yaml, { candidates: [sized("a", "document", 12_800)] })).toBeNull();
  });
});

describe("packing_gap", () => {
  const body = (value: number): Body => ({
    candidates: [
      sized("a", "document", 60, { value: 0.6 }),
      sized("b", "document", 50, { value }),
      sized("c", "document", 50, { value }),
    ],
  });
  test("the strategy missed more than the alert's share of the value", async () => {
    expect(await told("packing_gap", "budget: { total: 100, strategy: score }", body(0.4))).toBe(
      "Another choice would have been worth more; the strategy best looks for it: evidence+memory+tools (0.6 of 0.8, 25 % missed).",
    );
    expect(await told("packing_gap", "budget: { total: 100, strategy: score }", body(0.315))).toBeNull();
    expect(await told("packing_gap", "budget: { total: 100, strategy: best }", body(0.4))).toBeNull();
  });
});

describe("tool_result_unprojected", () => {
  const sources = { "sources.yaml": "tool_results:\n  ledger: { keep: [/sum] }\n" };
  const result = (tokens: number, rest: Partial<CandidateBody> = {}): Body => ({
    candidates: [sized("a", "tool_result", tokens, { tool: "orders", ...rest })],
  });
  test("a result without keep is above the alert's tokens, competing, pinned or in a turn", async () => {
    const sentence = "Tool results went on whole; name under tool_results in sources.yaml what to keep: a (orders, 1001 tokens).";
    expect(await told("tool_result_unprojected", "", result(1_001), sources)).toBe(sentence);
    expect(await told("tool_result_unprojected", "", result(1_001, { pinned: true }), sources)).toBe(sentence);
    const call = {
      id: "t",
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", function: { name: "orders", arguments: "{}" } }],
    } as const;
    const turns = [call, { id: "a", role: "tool", tool_call_id: "c", content: "So it is.", tokens: 1_001 }] as const;
    expect(await told("tool_result_unprojected", "", { turns }, sources)).toBe(sentence);
  });
  test("it is not, or the policy says what to keep, or the tool failed", async () => {
    expect(await told("tool_result_unprojected", "", result(1_000), sources)).toBeNull();
    expect(await told("tool_result_unprojected", "", result(1_001, { tool: "ledger", text: '{"sum":4}' }), sources)).toBeNull();
    expect(await told("tool_result_unprojected", "", result(1_001, { status: "error" }), sources)).toBeNull();
  });
});

describe("pinned_said_twice", () => {
  const YAML = "budget: { total: 200 }\n";
  const body = (said: string, rest: Partial<CandidateBody> = {}): Body => ({
    candidates: [sized("short", "memory", 7, { text: "Wants short answers.", pinned: true, ...rest })],
    turns: [
      { id: "t1", role: "user", content: said, tokens: 9 },
      { id: "t2", role: "assistant", content: "Noted.", tokens: 4 },
    ],
  });
  test("a pin and a turn say the same: both stand, and it is said", async () => {
    const both = body("wants  SHORT answers");
    expect(await told("pinned_said_twice", YAML, both)).toBe(
      "Pinned, and said in a turn as well, so the prompt has it twice: short (7 tokens; t1 says the same); take the pin away, or pin the turn instead.",
    );
    const { core } = await askSmall(await smallPolicy(TRUST + YAML), { tokens: NONE, ...both });
    expect(includedIds(core)).toEqual(expect.arrayContaining(["short", "t1", "t2"]));
  });
  test("the turn says something else, was cut, or nothing is pinned", async () => {
    expect(await told("pinned_said_twice", YAML, body("Wants short answers, mostly."))).toBeNull();
    expect(await told("pinned_said_twice", "budget: { total: 15 }\n", body("Wants short answers."))).toBeNull();
    expect(await told("pinned_said_twice", YAML, body("Wants short answers.", { pinned: false }))).toBeNull();
  });
});

describe("defaults_decided", () => {
  const body = (trust?: number): Body => ({
    candidates: [
      sized("a", "document", 60, { relevance: 0.6 }),
      // 0.24 of relevance against 0.22 and what trust adds.
      sized("b", "document", 60, { relevance: 0.55, trust, user_need: 0.3 }),
    ],
  });
  test("what was given alone would have chosen the other", async () => {
    expect(await told("defaults_decided", "budget: { total: 100, strategy: score }", body())).toBe(
      "Signals that nobody gave decided that a went in and b did not; give relevance, trust or dates.",
    );
  });
  test("nobody gave a signal of either, and the ids alone decided", async () => {
    const plain = (rest: Partial<CandidateBody>): Body => ({
      candidates: [sized("a", "document", 60, {}), sized("b", "document", 60, rest)],
    });
    const yaml = "budget: { total: 100, strategy: score }";
    expect(await told("defaults_decided", yaml, plain({}))).toMatch(
      /^Nobody gave a signal of a, which went in, or of b, which did not/,
    );
    expect(await told("defaults_decided", yaml, plain({ relevance: 0.6 }))).toBeNull();
  });

  test("what was given chose the same, or the value was given", async () => {
    const worse: Body = {
      candidates: [sized("a", "document", 60, { relevance: 0.6 }), sized("b", "document", 60, { relevance: 0.5 })],
    };
    expect(await told("defaults_decided", "budget: { total: 100, strategy: score }", worse)).toBeNull();
    const given: Body = { candidates: (body().candidates ?? []).map((one) => ({ ...one, value: one.id === "a" ? 0.9 : 0.1 })) };
    expect(await told("defaults_decided", "budget: { total: 100, strategy: score }", given)).toBeNull();
  });
});
