import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { Fact } from "../../../src/pipeline/candidate.ts";
import type { Openings } from "../../../src/pipeline/count/sections.ts";
import { blockRecords } from "../../../src/pipeline/manifest/budget-record.ts";
import { assertFits, budgetLimit, noTokens } from "../../../src/pipeline/pack/budget.ts";
import { pack } from "../../../src/pipeline/pack/pack.ts";
import type { PackInput } from "../../../src/pipeline/pack/state.ts";

const model = { window: 16_000, reserveOutput: 2_000 };

describe("budgetLimit", () => {
  test.each([
    [null, 4_000],
    [14_000, 14_000],
    [14_001, 14_000],
    [100, 100],
  ])("of a total of %s is %s", (budgetTotal, limit) => {
    expect(budgetLimit({ budgetTotal }, model)).toBe(limit);
  });
});

const PARTS = [
  { id: "system", tokens: 900 },
  { id: "question", tokens: 13_101 },
];

describe("assertFits, case H", () => {
  const always = (tokens: number) => ({ ...noTokens(), system: 900, request: tokens - 900 });

  test.each([0, 13_999, 14_000])("takes %s tokens in a limit of 14,000", (tokens) => {
    expect(() => assertFits(always(tokens), [], 14_000, { budgetTotal: 14_000 }, model)).not.toThrow();
  });

  test("refuses one more, with every block, the limit and the smallest window that would do", () => {
    let thrown: unknown;
    try {
      assertFits(always(14_001), PARTS, 14_000, { budgetTotal: 14_000 }, model);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AppError);
    const { code, details, message } = thrown as AppError;
    expect(code).toBe("pinned_over_budget");
    expect(details.extra).toEqual({
      blocks: { system: 900, request: 13_101, evidence: 0, memory: 0, tools: 0, safety: 0 },
      needed: 14_001,
      limit: 14_000,
      window: 16_000,
      reserve: 2_000,
      smallest_window: 16_001,
      largest: [
        { id: "question", tokens: 13_101 },
        { id: "system", tokens: 900 },
      ],
    });
    expect(message).toContain("1 too many");
    expect(message).toMatch(/raise budget\.total to at least 14001 and use a model with a window of at least 16001\.$/);
  });

  test.each([
    [110, 40, /Shorten what is large, or raise budget\.total to at least 110\.$/],
    [5_000, null, /set budget\.total to at least 5000, or use a model with a window of at least 20000\.$/],
    [14_001, null, /Shorten what is large, or use a model with a window of at least 56004\.$/],
  ])("names the way out that helps: %i tokens under a total of %s", (needed, budgetTotal, way) => {
    expect(() => assertFits(always(needed), [], budgetTotal ?? 4_000, { budgetTotal }, model)).toThrow(way);
  });

  test("asks for a window four times as large where the total is its quarter", () => {
    expect(() => assertFits(always(5_000), [], 4_000, { budgetTotal: null }, model)).toThrow(/20000/);
  });
});

const fact = (id: string, tokens: number): Fact =>
  ({ piece: { id }, role: "secondary", label: id, line: `${id}\n`, tokens, notes: [] }) as unknown as Fact;
const STRATEGY = { strategy: "density", topK: null } as const;
const packed = (changes: Partial<PackInput>) =>
  pack({
    policy: { shares: null, borrow: true, ...STRATEGY },
    limit: 100,
    always: { ...noTokens(), system: 40 },
    openings: new Map(),
    entries: [],
    run: [],
    factLines: new Map(),
    secondary: [],
    planTokens: null,
    ...changes,
  });
const outcome = ({ kept, refused }: ReturnType<typeof pack>) => [
  kept.map((one) => one.piece.id).join(" "),
  ...refused.map(({ id, reason, tokens, left }) => `${id} ${reason} ${tokens}/${left}`),
];

describe("pack", () => {
  test("skips one that does not fit and tries the next", () => {
    expect(outcome(packed({ secondary: [fact("a", 50), fact("b", 20), fact("c", 10)] }))).toEqual(["a c", "b over_budget 20/10"]);
  });

  test.each([
    [59, "a"],
    [60, "a"],
    [61, ""],
  ])("of 60 tokens left takes a fact of %s: %j", (tokens, kept) => {
    expect(outcome(packed({ secondary: [fact("a", tokens)] }))[0]).toBe(kept);
  });

  test("asks the plan first and counts only secondary facts against it", () => {
    expect(outcome(packed({ secondary: [fact("a", 20), fact("b", 11), fact("c", 10)], planTokens: 30 }))).toEqual([
      "a c",
      "b over_plan 11/10",
    ]);
    expect(outcome(packed({ secondary: [fact("a", 1)], planTokens: 0 }))).toEqual(["", "a over_plan 1/0"]);
  });

  test("charges heading and message to the first fact only", () => {
    const openings: Openings = new Map([
      ["evidence_message", { block: "system", tokens: 4 }],
      ["facts_heading", { block: "evidence", tokens: 5 }],
    ]);
    const input = { openings, secondary: [fact("a", 51), fact("b", 9)] };
    expect(outcome(packed(input))).toEqual(["a", "b over_budget 9/0"]);
    expect(packed(input).used).toMatchObject({ evidence: 56, system: 44 });
    expect(outcome(packed({ ...input, secondary: [fact("a", 52)] }))).toEqual(["", "a over_budget 61/60"]);
  });

  const shares = { system: 20, request: 10, evidence: 30, memory: 15, tools: 15, safety: 10 };

  test("keeps facts inside the block's share where the policy does not let blocks borrow", () => {
    const policy = { shares, borrow: false, ...STRATEGY };
    expect(outcome(packed({ policy, secondary: [fact("a", 20), fact("b", 20), fact("c", 10)] }))).toEqual([
      "a c",
      "b over_block_share 20/10",
    ]);
  });

  test("lets a block borrow the unused shares, in a second round, and shows how much", () => {
    const policy = { shares, borrow: true, ...STRATEGY };
    const result = packed({ policy, secondary: [fact("a", 20), fact("b", 25), fact("c", 10)] });
    expect(outcome(result)).toEqual(["a b c"]);
    expect(blockRecords(policy, 100, result.used).find((one) => one.block === "evidence")).toEqual({
      block: "evidence",
      share: 30,
      limit: 30,
      used: 55,
      borrowed: 25,
      lent: 0,
    });
  });
});
