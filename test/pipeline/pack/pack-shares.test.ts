/** Blocks with shares: who fills, who borrows, who loses. Numbers by hand; 100 tokens, shares of 10, 10, 40, 20, 10 and 10. */
import { describe, expect, test } from "vitest";
import { entryId } from "../../../src/pipeline/count/entry-id.ts";
import { blockRecords } from "../../../src/pipeline/manifest/budget-record.ts";
import { noTokens } from "../../../src/pipeline/pack/budget.ts";
import { pack } from "../../../src/pipeline/pack/pack.ts";
import type { Entry, PackInput, RunEntry } from "../../../src/pipeline/pack/state.ts";

const SHARES = { system: 10, request: 10, evidence: 40, memory: 20, tools: 10, safety: 10 };
const PLACE = {
  document: ["evidence", 2],
  tool: ["tools", 2],
  memory: ["memory", 4],
  hint: ["evidence", 5],
} as const;

const entry = (kind: keyof typeof PLACE, tokens: number, value = 0.5, id = kind as string): Entry => ({
  id: entryId(id),
  tells: [id],
  block: PLACE[kind][0],
  tier: PLACE[kind][1],
  tokens,
  overhead: 0,
  value,
  elsewhere: null,
  short: null,
  opens: [],
});
const turn = (at: number, tokens: number): RunEntry => ({ ...entry("memory", tokens, 0.5, `turn${at}`), tier: 3, at, turns: 1 });

function packed(entries: readonly Entry[], changes: Partial<PackInput> & { readonly borrow?: boolean } = {}) {
  const { borrow = true, ...rest } = changes;
  const policy = { shares: SHARES, borrow, strategy: "density", topK: null } as const;
  return pack({
    policy,
    limit: 100,
    always: noTokens(),
    openings: new Map(),
    secondary: [],
    factLines: new Map(),
    planTokens: null,
    entries,
    run: [],
    ...rest,
  });
}
const taken = (all: ReturnType<typeof packed>) => [...all.taken.keys()].sort();
const refused = (all: ReturnType<typeof packed>) =>
  all.refused.map(({ id, reason, tokens, left }) => `${id} ${reason} ${tokens}/${left}`);

describe("a block's limit, without borrowing", () => {
  test.each([
    [0, true],
    [39, true],
    [40, true],
    [41, false],
  ])("a document of %i tokens in a share of 40: %s", (tokens, fits) => {
    const all = packed([entry("document", tokens)], { borrow: false });
    expect(taken(all)).toEqual(fits ? ["document"] : []);
    if (!fits) expect(refused(all)).toEqual(["document over_block_share 41/40"]);
  });

  test("a share of nothing holds what costs nothing", () => {
    const policy = { shares: { ...SHARES, tools: 0, safety: 20 }, borrow: false, strategy: "density", topK: null } as const;
    const all = packed([entry("tool", 0), entry("tool", 1, 0.5, "other")], { policy });
    expect(taken(all)).toEqual(["tool"]);
    expect(refused(all)).toEqual(["other over_block_share 1/0"]);
  });

  test.each([
    [99, true],
    [100, true],
    [101, false],
  ])("with borrowing the whole is the limit: %i tokens of 100: %s", (tokens, fits) => {
    expect(taken(packed([entry("document", tokens)]))).toEqual(fits ? ["document"] : []);
  });
});

describe("borrowing", () => {
  test("the unused rest is offered in the order of tiers: documents, tools, turns, memory, hints", () => {
    const all = [entry("memory", 40), entry("tool", 30), entry("document", 60)];
    expect(taken(packed(all))).toEqual(["document", "tool"]);
    expect(taken(packed(all.slice(0, 2), { run: [turn(0, 35)] }))).toEqual(["tool", "turn0"]);
    expect(taken(packed([entry("hint", 60), entry("memory", 50)]))).toEqual(["memory"]);
  });

  test("what a block fills inside its own share stays its own", () => {
    const all = packed([entry("document", 80, 0.9, "large"), entry("memory", 20), entry("tool", 10)]);
    expect(taken(all)).toEqual(["memory", "tool"]);
    expect(refused(all)).toEqual(["large over_budget 80/70"]);
  });

  test("the run of turns goes on where its share ended, and stays unbroken", () => {
    const all = packed([], { run: [turn(3, 15), turn(2, 15), turn(1, 75), turn(0, 5)] });
    expect(taken(all)).toEqual(["turn2", "turn3"]);
    expect(refused(all)).toEqual(["turn1 over_budget 75/70", "turn0 older_turn 5/70"]);
    expect(all.refused.map(({ turns }) => turns)).toEqual([undefined, { behind: "turn1" }]);
  });
});

describe("what is always in and exceeds its block", () => {
  const always = (evidence: number) => ({ ...noTokens(), system: 10, evidence });

  test("tier 5 is cut first, then memory, then turns, then tools, then documents", () => {
    const all = [entry("document", 10, 0.1), entry("tool", 10, 0.1), entry("memory", 10, 0.9), entry("hint", 10, 0.9)];
    const run = [turn(0, 10)];
    const left = (system: number) => taken(packed(all, { always: { ...noTokens(), system }, run }));
    expect(left(50)).toEqual(["document", "hint", "memory", "tool", "turn0"]);
    expect(left(51)).toEqual(["document", "memory", "tool", "turn0"]);
    expect(left(61)).toEqual(["document", "tool", "turn0"]);
    expect(left(71)).toEqual(["document", "tool"]);
    expect(left(81)).toEqual(["document"]);
    expect(left(91)).toEqual([]);
  });

  test("without borrowing too the whole is never exceeded", () => {
    const all = packed([entry("memory", 20), entry("tool", 10)], { always: always(65), borrow: false });
    expect(taken(all)).toEqual(["tool"]);
    expect(refused(all)).toEqual(["memory over_budget 20/15"]);
  });
});

describe("the record", () => {
  const sums = (used: Partial<Record<keyof typeof SHARES, number>>, limit = 100) => {
    const records = blockRecords({ shares: SHARES }, limit, { ...noTokens(), ...used });
    const sum = (of: "borrowed" | "lent") => records.reduce((all, one) => all + one[of], 0);
    return { records, borrowed: sum("borrowed"), lent: sum("lent") };
  };

  test("shows who lent what another took: evidence first, the system last", () => {
    const { records, borrowed, lent } = sums({ memory: 45, evidence: 30, system: 10 });
    expect(records.map(({ block, borrowed: took, lent: gave }) => `${block} ${took} ${gave}`)).toEqual([
      "system 0 0",
      "request 0 0",
      "evidence 0 10",
      "memory 25 0",
      "tools 0 10",
      "safety 0 5",
    ]);
    expect(borrowed).toBe(lent);
  });

  test("balances at every use, the tokens that rounding gave to nobody set aside", () => {
    for (let limit = 1; limit <= 120; limit += 7) {
      for (let memory = 0; memory <= limit; memory += 1) {
        for (const rest of [0, limit - memory]) {
          const { borrowed, lent, records } = sums({ memory, system: rest }, limit);
          expect(borrowed).toBe(lent);
          for (const one of records) expect(one.lent).toBeLessThanOrEqual((one.limit ?? 0) - Math.min(one.used, one.limit ?? 0));
        }
      }
    }
  });
});
