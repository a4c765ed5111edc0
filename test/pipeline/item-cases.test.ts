/** The worked cases F, G, H and J with their numbers: candidates, turns and tools of the request under declared counts. */
import { describe, expect, test } from "vitest";
import type { AppError } from "../../src/errors.ts";
import { reportOf } from "../../src/pipeline/explain/report.ts";
import { blockRecords } from "../../src/pipeline/manifest/budget-record.ts";
import { nearMisses } from "../../src/pipeline/near-miss/near-misses.ts";
import type { CandidateBody, ItemsBody, TurnBody } from "../../src/service/items-body.ts";
import { askSmall, includedIds, reasons, smallPolicy } from "../support/small-policy.ts";

const TRUST = `trust_tokens: true
prompt: { instructions: false, format: text }
`;

const candidate = (
  id: string,
  kind: CandidateBody["kind"],
  tokens: number,
  rest: Partial<CandidateBody> = {},
): CandidateBody => ({
  id,
  kind,
  text: `The text of ${id}.`,
  tokens,
  ...rest,
});

describe("case F, the four chunks", () => {
  const POLICY = (evidence: number, strategy = "density") => `${TRUST}
budget: { total: 4000, strategy: ${strategy}, borrow: false, shares: { system: 10, request: 10, evidence: ${evidence}, memory: 15, tools: 10, safety: ${55 - evidence} } }
filters: { relevance_floor: 0.3, freshness_floor: 0.2 }
`;
  const signals = (relevance: number, trust: number, freshness: number, user_need: number, conflict_risk: number) => ({
    relevance,
    trust,
    freshness,
    user_need,
    conflict_risk,
  });
  const CHUNKS = [
    candidate("pricing_policy_2026.md", "document", 430, signals(0.95, 1, 0.95, 0.8, 0.1)),
    candidate("refund_rules.md", "document", 310, signals(0.85, 0.95, 0.9, 0.75, 0)),
    candidate("brand_voice.md", "hint", 220, signals(0.2, 0.8, 0.8, 0.4, 0)),
    candidate("pricing_policy_2023.md", "document", 410, signals(0.7, 0.6, 0.1, 0.5, 1)),
  ];
  const body: ItemsBody = { candidates: CHUNKS, tokens: { system: 0, question: 0 } };

  test("includes the fresh policy and the refund rules, and says why the others stayed out", async () => {
    const { core, decisions } = await askSmall(await smallPolicy(POLICY(50)), body);
    const scores = Object.fromEntries(
      decisions.flatMap((one) => ("score" in one && one.score !== null ? [[one.id, one.score]] : [])),
    );
    expect(scores).toEqual({
      "pricing_policy_2026.md": 0.83,
      "refund_rules.md": 0.78,
      "brand_voice.md": 0.42,
      "pricing_policy_2023.md": 0.39,
    });
    expect(reasons(core)).toEqual({ "brand_voice.md": "low_relevance", "pricing_policy_2023.md": "stale" });
    expect(core.budget.blocks.find(({ block }) => block === "evidence")).toMatchObject({ used: 740, limit: 2000 });
  });

  test("prints the figures in the report", async () => {
    const { core } = await askSmall(await smallPolicy(POLICY(50)), body);
    const report = reportOf({ question: "?", core, branches: null, near_misses: null, naive: null });
    expect(report).toContain("evidence: 740/2000 tokens used");
    expect(report).toContain("- pricing_policy_2026.md, score 0.83, 430 tokens");
    expect(report).toContain("- refund_rules.md, score 0.78, 310 tokens");
    expect(report).toContain("- brand_voice.md, score 0.42, reason: low relevance");
    expect(report).toContain("- pricing_policy_2023.md, score 0.39, reason: stale");
  });

  test.each([
    ["score", "pricing_policy_2026.md"],
    ["density", "refund_rules.md"],
  ])("with an evidence block of 600, %s keeps %s alone", async (strategy, kept) => {
    const { core } = await askSmall(await smallPolicy(POLICY(15, strategy)), body);
    expect(core.included.filter(({ kind }) => kind === "document").map(({ id }) => id)).toEqual([kept]);
  });

  test("rounds shares of 4,096 tokens down", () => {
    const shares = { system: 10, request: 10, evidence: 50, memory: 15, tools: 10, safety: 5 };
    const none = { system: 0, request: 0, evidence: 0, memory: 0, tools: 0, safety: 0 };
    const limits = Object.fromEntries(blockRecords({ shares }, 4_096, none).map(({ block, limit }) => [block, limit]));
    expect(limits).toEqual({ system: 409, request: 409, evidence: 2_048, memory: 614, tools: 409, safety: 204 });
  });
});

test("a figure just under its floor is told in full, so that the decision can be recomputed", async () => {
  const floors = await smallPolicy("filters: { relevance_floor: 0.3, freshness_floor: 0.2 }\n");
  const { core, assembly } = await askSmall(floors, {
    candidates: [
      { id: "at", kind: "hint", text: "One.", relevance: 0.3, freshness: 0.2 },
      { id: "irrelevant", kind: "hint", text: "Two.", relevance: 0.299999 },
      { id: "old", kind: "hint", text: "Three.", freshness: 0.199999 },
    ],
  });
  expect(core.dropped.map(({ id, detail }) => [id, detail])).toEqual([
    ["irrelevant", { relevance: 0.299999, floor: 0.3 }],
    ["old", { freshness: 0.199999, floor: 0.2 }],
  ]);
  expect(nearMisses(assembly).map(({ message }) => message)).toEqual([
    "A relevance of at least 0.3 would do; it has 0.299999.",
    "A freshness of at least 0.2 would do; it has 0.199999.",
  ]);
});

describe("case G, the refund question", () => {
  const turn = (id: string, tokens: number, rest: Partial<TurnBody> = {}): TurnBody => ({
    id,
    role: "user",
    content: `What ${id} said.`,
    tokens,
    ...rest,
  });
  const POLICY_TEXT =
    "Refunds are possible within thirty days of delivery, for every plan, against the original means of payment.";
  const CANDIDATES: readonly CandidateBody[] = [
    candidate("profile", "memory", 300, { pinned: true }),
    candidate("email_note", "memory", 120, { value: 0.6 }),
    candidate("refund_policy_v3", "document", 1_500, { value: 0.95, text: POLICY_TEXT }),
    candidate("order_history", "document", 1_400, { value: 0.7 }),
    candidate("refund_policy_v2", "document", 2_100, { value: 0.9 }),
    candidate("order_lookup", "tool_result", 3_200, { value: 0.95, after: "turn_5" }),
    candidate("shipping_faq", "document", 2_300, { value: 0.5 }),
    candidate("policy_copy", "document", 1_500, { value: 0.8, text: POLICY_TEXT }),
  ];
  const BODY: ItemsBody = {
    candidates: CANDIDATES,
    turns: [
      turn("turn_5", 900, { value: 0.48 }),
      turn("turn_7", 800, { value: 0.55 }),
      turn("turn_8", 600, { pinned: true }),
      turn("turn_9", 450, { pinned: true }),
    ],
    tools: [{ name: "order_lookup", parameters: { type: "object" } }],
    tokens: { system: 900, tools: 1_600, question: 250 },
  };
  const superseded = (body: ItemsBody): ItemsBody => ({
    ...body,
    candidates:
      body.candidates?.map((one) => (one.id === "refund_policy_v3" ? { ...one, supersedes: ["refund_policy_v2"] } : one)) ?? [],
  });
  const POLICY = (strategy = "density") => `${TRUST}
budget: { total: 14000, strategy: ${strategy} }
`;

  test("run 1, versions unknown: the copy is a duplicate and the lookup falls 120 tokens short", async () => {
    const { core } = await askSmall(await smallPolicy(POLICY()), BODY);
    expect(core.budget.used).toBe(13_220);
    expect(core.included).toHaveLength(13);
    expect(core.dropped.map(({ id, reason, detail }) => [id, reason, detail])).toEqual([
      ["policy_copy", "duplicate", { of: "refund_policy_v3" }],
      ["order_lookup", "over_budget", { tokens: 3_200, left: 3_080 }],
    ]);
    expect(core.findings.find(({ code }) => code === "high_value_dropped")?.items).toEqual(["order_lookup"]);
    expect(core.included.find(({ id }) => id === "refund_policy_v3")?.merged).toEqual(["policy_copy"]);
  });

  test("run 2, the old policy superseded: the lookup is in, and everything stands in its order", async () => {
    const { core } = await askSmall(await smallPolicy(POLICY()), superseded(BODY));
    expect(core.budget.used).toBe(12_020);
    expect(includedIds(core)).toEqual([
      "system",
      "tools",
      "profile",
      "email_note",
      "refund_policy_v3",
      "order_history",
      "turn_5",
      "order_lookup",
      "turn_7",
      "turn_8",
      "turn_9",
      "question",
    ]);
    expect(reasons(core)).toEqual({ policy_copy: "duplicate", refund_policy_v2: "superseded", shipping_faq: "over_budget" });
    expect(core.packing[0]?.gap).toBeCloseTo(0.005, 3);
  });

  test("with the strategy best, run 2 takes the FAQ and leaves turn 5", async () => {
    const { core } = await askSmall(await smallPolicy(POLICY("best")), superseded(BODY));
    expect(core.budget.used).toBe(13_420);
    expect(includedIds(core)).toContain("shipping_faq");
    expect(reasons(core)["turn_5"]).toBe("over_budget");
    expect(core.packing[0]).toMatchObject({ gap: 0, best_is: "exact" });
  });

  test("is the same whatever the order of the candidates", async () => {
    const policy = await smallPolicy(POLICY());
    const shuffled = { ...BODY, candidates: [...(BODY.candidates ?? [])].reverse() };
    expect((await askSmall(policy, shuffled)).core).toEqual((await askSmall(policy, BODY)).core);
  });
});

describe("case H, pinned over budget", () => {
  const POLICY = `${TRUST}
budget: { total: 14000 }
`;
  const pinned = (tokens: number): ItemsBody => ({
    candidates: [candidate("contract", "document", tokens, { pinned: true })],
    tokens: { system: 0, question: 0 },
  });

  test("14,000 tokens fit exactly", async () => {
    const { core } = await askSmall(await smallPolicy(POLICY), pinned(14_000));
    expect(core.budget.used).toBe(14_000);
  });

  test("14,001 tokens are refused with the arithmetic and the smallest window that would do", async () => {
    const refusal = (await askSmall(await smallPolicy(POLICY), pinned(14_001)).catch((error) => error)) as AppError;
    expect(refusal.code).toBe("pinned_over_budget");
    expect(refusal.details.extra).toMatchObject({
      needed: 14_001,
      limit: 14_000,
      smallest_window: 16_001,
      blocks: { system: 0, request: 0, evidence: 14_001, memory: 0, tools: 0, safety: 0 },
    });
  });
});

describe("case J, five blocks", () => {
  const blocks = [
    candidate("P", "document", 10, { pinned: true }),
    candidate("A", "document", 80, { value: 0.9 }),
    candidate("B", "document", 50, { value: 0.6 }),
    candidate("C", "document", 40, { value: 0.55 }),
    candidate("D", "document", 30, { value: 0.2 }),
  ];
  const body: ItemsBody = { candidates: blocks, tokens: { system: 0, question: 0 } };
  const POLICY = (strategy: string) => `${TRUST}
budget: { total: 100, strategy: ${strategy}${strategy === "top_k" ? ", top_k: 2" : ""} }
`;
  const documents = async (strategy: string) => {
    const { core } = await askSmall(await smallPolicy(POLICY(strategy)), body);
    return core.included.filter(({ kind }) => kind === "document").map(({ id }) => id);
  };

  test("score takes the most valuable, density what is worth more together, the pinned first", async () => {
    expect(await documents("score")).toEqual(["P", "A"]);
    expect(await documents("density")).toEqual(["P", "B", "C"]);
    expect(await documents("best")).toEqual(["P", "B", "C"]);
  });

  test("the top two regardless of size do not both fit", async () => {
    const { core } = await askSmall(await smallPolicy(POLICY("top_k")), body);
    expect(reasons(core)).toEqual({ B: "over_budget", C: "outside_k", D: "outside_k" });
  });

  test("labels every block with its id", async () => {
    const { assembly } = await askSmall(await smallPolicy(POLICY("density")), body);
    const text = assembly.prompt.format === "text" ? assembly.prompt.payload.text : "";
    for (const id of ["P", "B", "C"]) expect(text).toContain(`[${id}] The text of ${id}.`);
  });
});
