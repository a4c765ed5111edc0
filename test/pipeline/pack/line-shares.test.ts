/** A line about what disagrees stands in the block `evidence`, whoever brings it, and is counted there: no share is exceeded through one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CandidateBody, TurnBody } from "../../../src/service/items-body.ts";
import {
  askSmall,
  includedIds,
  nullIfTooLarge,
  reasons,
  type SmallAnswer,
  type SmallPolicy,
  smallPolicy,
} from "../../support/small-policy.ts";

const policyOf = (resolve: "surface" | "newest", evidence: number, total = 600) =>
  smallPolicy(
    `budget: { total: ${total}, borrow: false, shares: { system: 30, request: 10, evidence: ${evidence}, memory: ${40 - evidence}, tools: 15, safety: 5 } }\n`,
    { "topics.yaml": `topics:\n  window: { words: { en: [window] }, value: duration, resolve: ${resolve} }\n` },
  );

const memory = (id: string, days: number, rest: Partial<CandidateBody> = {}): CandidateBody => ({
  ...{ id, kind: "memory", text: `The window is ${days} days.` },
  ...rest,
});
const evidenceOf = ({ core }: SmallAnswer) => core.budget.blocks.find(({ block }) => block === "evidence");
const linesOf = ({ assembly }: SmallAnswer): number => assembly.parts.filter(({ kind }) => kind === "disagreement").length;

const LINE = 19;

test.each([
  [LINE, ["a", "b"]],
  [LINE - 1, []],
])("the line of two memories needs room among the evidence: with a share of %i tokens of it go in %j", async (share, ids) => {
  const answer = await askSmall(await policyOf("surface", 4, (share * 100) / 4), {
    candidates: [memory("a", 14), memory("b", 30)],
  });
  expect(includedIds(answer.core).filter((id) => id === "a" || id === "b")).toEqual(ids);
  expect(evidenceOf(answer)).toMatchObject({ limit: share, used: ids.length === 0 ? 0 : LINE });
  expect(linesOf(answer)).toBe(ids.length / 2);
  if (ids.length === 0) {
    expect(reasons(answer.core)).toEqual({ a: "over_block_share", b: "over_block_share" });
    expect(answer.core.dropped.map(({ detail }) => detail)).toEqual(Array(2).fill({ tokens: LINE, left: share }));
  }
});

const said = (at: number, content: string) => ({ id: `t${at}`, role: "user" as const, content });

const looked = (at: number, result: string): readonly TurnBody[] => [
  { id: `t${at}`, role: "assistant", content: null, tool_calls: [{ id: "call", function: { name: "shop", arguments: "{}" } }] },
  { id: `t${at + 1}`, role: "tool", tool_call_id: "call", content: result },
];

test.each([
  [LINE, ["t0", "t1", "t2", "t3", "t4"], []],
  [
    LINE - 1,
    ["t3", "t4"],
    [
      ["t0", "older_turn", "t1"],
      ["t1", "over_block_share", undefined],
      ["t2", "over_block_share", undefined],
    ],
  ],
])("so does the line that a turn brings, with what is older: with a share of %i go in %j", async (share, ids, out) => {
  const turns = [
    said(0, "Hello there."),
    ...looked(1, "The window is 30 days."),
    said(3, "Thank you."),
    said(4, "One more thing."),
  ];
  const body = { candidates: [memory("pin", 14, { pinned: true })], turns };
  const { core, ...answer } = await askSmall(await policyOf("newest", 4, (share * 100) / 4), body);
  expect(includedIds(core)).toEqual(["system", "pin", ...ids, "instructions", "question"]);
  expect(core.dropped.map(({ id, reason, detail }) => [id, reason, detail["behind"]])).toEqual(out);
  expect(evidenceOf({ core, ...answer })).toMatchObject({ limit: share, used: out.length === 0 ? LINE : 0 });
});

const SAYINGS = [
  "The window is 14 days.",
  "The window is 30 days.",
  "The window is 7 days.",
  "The harbour has a museum.",
] as const;
const text = fc.tuple(fc.constantFrom(...SAYINGS), fc.nat({ max: 12 })).map(([first, more]) => first + " harbour".repeat(more));
const candidate = fc.record({
  kind: fc.constantFrom("document" as const, "memory" as const, "tool_result" as const),
  ...{ text, value: fc.double({ min: 0, max: 1, noNaN: true }), pinned: fc.boolean() },
});
const policies = await Promise.all(
  (["surface", "newest"] as const).flatMap((resolve) => [3, 6, 12, 24].map((evidence) => policyOf(resolve, evidence))),
);

test("whatever disagrees, the evidence takes no more than its share, or than what must go in", { timeout: 120_000 }, async () => {
  let [told, held] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: policies.length - 1 }),
      fc.array(candidate, { maxLength: 8 }),
      fc.array(text, { maxLength: 3 }),
      fc.boolean(),
      fc.integer({ min: 80, max: 500 }),
      async (which, items, turns, isLookedUp, budgetTotal) => {
        const small = policies[which] as SmallPolicy;
        const body = {
          candidates: items.map((one, at) => ({ ...one, id: `c${at}`, pinned: one.pinned && at % 4 === 0 })),
          turns: [...turns.map((content, at) => said(at, content)), ...(isLookedUp ? looked(turns.length, SAYINGS[1]) : [])],
        };
        const answer = await nullIfTooLarge(askSmall({ ...small, policy: { ...small.policy, budgetTotal } }, body));
        if (answer === null) return;
        const { limit, used } = evidenceOf(answer) ?? { limit: null, used: 0 };
        expect(used).toBeLessThanOrEqual(Math.max(limit ?? 0, answer.assembly.rendered.always.evidence));
        if (linesOf(answer) > 0) told += 1;
        else if (answer.assembly.resolved.disagreements.length > 0) held += 1;
      },
    ),
    { numRuns: 1_000 },
  );
  expect(Math.min(told, held)).toBeGreaterThan(50);
});
