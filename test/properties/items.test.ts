/** Promises 1, 2, 4, 5, 6, 7 and 10 over random candidates, turns, tools and budgets. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Core } from "../../src/pipeline/records/core.ts";
import { FORMATS } from "../../src/policy/schema/policy-file.ts";
import { STRATEGIES } from "../../src/policy/schema/selection.ts";
import type { ItemsBody } from "../../src/service/items-body.ts";
import type { QuestionBody } from "../../src/service/service-types.ts";
import { type Random, randomBody, randomOf } from "../support/random-request.ts";
import { recount } from "../support/sent.ts";
import { askSmall, nullIfTooLarge, type SmallPolicy, smallPolicy } from "../support/small-policy.ts";

const SHARES = "shares: { system: 15, request: 15, evidence: 35, memory: 20, tools: 10, safety: 5 }";
const FILTERS = "filters: { relevance_floor: 0.2, freshness_floor: 0.1 }\ncompress: { kinds: [document, memory] }\n";

/** Every strategy, with and without shares, with and without borrowing; a floor here and there. */
const POLICIES: readonly SmallPolicy[] = await Promise.all(
  STRATEGIES.flatMap((strategy) =>
    ["", `, ${SHARES}, borrow: false`, `, ${SHARES}`].map((shares, at) => {
      const k = strategy === "top_k" ? ", top_k: 4" : "";
      const layout = at === 1 ? "prompt: { layout: conversation_first }\n" : "";
      return smallPolicy(`budget: { strategy: ${strategy}${k}${shares} }\n${at === 0 ? "" : FILTERS}${layout}`);
    }),
  ),
);

interface Drawn {
  readonly policy: SmallPolicy;
  readonly body: Partial<QuestionBody> & ItemsBody;
}

function drawn(seed: number, options: Parameters<typeof randomBody>[1] = {}): Drawn {
  const random = randomOf(seed);
  const base = random.pick(POLICIES);
  const total = random.chance(0.15) ? random.below(120) + 1 : 80 + random.below(1_400);
  const policy = { ...base, policy: { ...base.policy, budgetTotal: total } };
  return { policy, body: { format: random.pick(FORMATS), ...randomBody(random, options) } };
}

const SEEDS = fc.integer();

/** The answer, or the arithmetic of a refusal: the only error that a body within the limits may end in. */
const answerOf = ({ policy, body }: Drawn, groups: readonly string[] = []) => nullIfTooLarge(askSmall(policy, body, groups));

const outOf = ({ included, missing, withheld, dropped }: Core): readonly string[] =>
  [...included, ...missing, ...withheld, ...dropped].map(({ id }) => id);

describe("what is measured is what is sent", () => {
  test("over ten thousand random requests: the recount of the finished payload is the manifest's number, and within the limit", {
    timeout: 600_000,
  }, async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(SEEDS, async (seed) => {
        const one = drawn(seed);
        const answer = await answerOf(one);
        if (answer === null) return;
        answered += 1;
        const { budget, zones, included } = answer.core;
        expect(budget.used).toBe(recount(answer.assembly.prompt, one.policy.counter));
        expect(budget.used).toBeLessThanOrEqual(budget.limit);
        expect(budget.blocks.reduce((sum, block) => sum + block.used, 0)).toBe(budget.used);
        expect(zones.reduce((sum, zone) => sum + zone.tokens, 0)).toBe(budget.used);
        const overhead = Object.values(budget.overhead).reduce((sum, tokens) => sum + tokens, 0);
        expect(included.reduce((sum, { tokens }) => sum + tokens, overhead)).toBe(budget.used);
      }),
      { numRuns: 12_000 },
    );
    expect(answered).toBeGreaterThan(10_000);
  });
});

describe("one decision each", () => {
  test("every candidate and every turn ends in exactly one list", async () => {
    await fc.assert(
      fc.asyncProperty(SEEDS, async (seed) => {
        const one = drawn(seed);
        const answer = await answerOf(one);
        if (answer === null) return;
        const ids = outOf(answer.core);
        const given = [...(one.body.candidates ?? []), ...(one.body.turns ?? [])].map(({ id }) => id);
        expect(ids.filter((id) => given.includes(id)).sort()).toEqual([...given].sort());
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 500 },
    );
  });
});

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
  }
  return copy;
}

test("the order in which candidates and tools arrive changes nothing, except where the policy asks for it", async () => {
  await fc.assert(
    fc.asyncProperty(SEEDS, async (seed) => {
      const one = drawn(seed);
      if (one.policy.policy.strategy === "in_order") return;
      const again = { ...one, body: { ...one.body, candidates: shuffled(one.body.candidates ?? [], randomOf(seed + 1)) } };
      const [first, second] = [await answerOf(one), await answerOf(again)];
      expect(JSON.stringify(second?.core)).toBe(JSON.stringify(first?.core));
      expect(JSON.stringify(second?.assembly.prompt)).toBe(JSON.stringify(first?.assembly.prompt));
    }),
    { numRuns: 500 },
  );
});

describe("nothing essential is lost", () => {
  test("question, system text and pins are whole, the question last, at every budget from 1 up", async () => {
    await fc.assert(
      fc.asyncProperty(SEEDS, async (seed) => {
        const one = drawn(seed);
        const answer = await answerOf(one);
        if (answer === null) return;
        const ids = answer.core.included.map(({ id }) => id);
        expect(ids.at(-1)).toBe("question");
        expect(ids[0]).toBe("system");
        const lost = answer.core.dropped.filter(({ stage }) => stage === "pack").map(({ id }) => id);
        for (const { id, pinned } of [...(one.body.candidates ?? []), ...(one.body.turns ?? [])])
          if (pinned) expect(lost).not.toContain(id);
      }),
      { numRuns: 500 },
    );
  });

  test("calls and results stay together, turns keep their order, and the newest outlive the oldest", async () => {
    await fc.assert(
      fc.asyncProperty(SEEDS, async (seed) => {
        const one = drawn(seed, { mostTurns: 20 });
        const answer = await answerOf({ ...one, body: { ...one.body, format: "openai-chat" } });
        if (answer === null || answer.assembly.prompt.format !== "openai-chat") return;
        const open = new Set<string>();
        for (const message of answer.assembly.prompt.payload.messages) {
          if (message.role === "tool") expect(open.delete(message.tool_call_id)).toBe(true);
          else expect([...open]).toEqual([]);
          if (message.role === "assistant") for (const call of message.tool_calls ?? []) open.add(call.id);
        }
        expect([...open]).toEqual([]);
        const turns = (one.body.turns ?? []).map(({ id }) => id);
        const kept = answer.core.included.filter(({ kind }) => kind === "turn").map(({ id }) => id);
        expect(kept).toEqual(turns.filter((id) => kept.includes(id)));
        const byBudget = answer.core.dropped
          .filter(({ kind, stage }) => kind === "turn" && stage === "pack")
          .map(({ id }) => turns.indexOf(id));
        const unpinned = kept.filter((id) => one.body.turns?.find((turn) => turn.id === id)?.pinned !== true);
        const grouped = answer.assembly.conversation.groups
          .filter(({ pinned }) => !pinned)
          .flatMap(({ turns: members }) => members.map(({ id }) => id));
        for (const lost of byBudget)
          for (const id of unpinned) if (grouped.includes(id)) expect(turns.indexOf(id)).toBeGreaterThan(lost);
      }),
      { numRuns: 500 },
    );
  });
});

test("an older turn is explained by its numbers: what ended the run before it, or the step that cut it", async () => {
  const met = { behind: 0, cut: 0 };
  await fc.assert(
    fc.asyncProperty(SEEDS, async (seed) => {
      const one = drawn(seed, { mostTurns: 30, mostCandidates: 3 });
      const answer = await answerOf(one);
      if (answer === null) return;
      const ids = (one.body.turns ?? []).map(({ id }) => id);
      const dropped = new Map(answer.core.dropped.map((drop) => [drop.id, drop]));
      const kept = answer.core.included.filter(({ kind }) => kind === "turn").map(({ id }) => ids.indexOf(id) + 1);
      for (const { id, reason, detail } of dropped.values()) {
        if (reason !== "older_turn") continue;
        if (detail["behind"] !== undefined) {
          met.behind += 1;
          expect(ids.indexOf(String(detail["behind"]))).toBeGreaterThan(ids.indexOf(id));
          expect(dropped.get(String(detail["behind"]))?.stage).toBe("pack");
          continue;
        }
        met.cut += 1;
        const [turn, fitted, step, begins] = ["turn", "fitted", "step", "begins"].map((name) => Number(detail[name])) as number[];
        expect(ids.indexOf(id) + 1).toBeGreaterThanOrEqual(turn as number);
        expect(turn).toBeLessThan(begins as number);
        expect(((begins as number) - 1) % (step as number)).toBe(0);
        expect(step).toBe(2 ** Math.floor(Math.log2((fitted as number) / 4)));
        expect(Math.max(...kept)).toBeGreaterThanOrEqual(begins as number);
      }
    }),
    { numRuns: 400 },
  );
  expect(met.behind).toBeGreaterThan(20);
  expect(met.cut).toBeGreaterThan(20);
});

describe("access comes first", () => {
  test("what the caller may not see changes not one byte of what the caller gets", async () => {
    await fc.assert(
      fc.asyncProperty(SEEDS, async (seed) => {
        const one = drawn(seed, { acl: true });
        const open = (one.body.candidates ?? []).filter(
          ({ acl }) => acl === undefined || acl.subjects?.includes("alex") || acl.groups?.includes("hr"),
        );
        const [all, visible] = [
          await answerOf(one, ["hr"]),
          await answerOf({ ...one, body: { ...one.body, candidates: open } }, ["hr"]),
        ];
        expect(JSON.stringify(all?.core)).toBe(JSON.stringify(visible?.core));
        expect(JSON.stringify(all?.assembly.prompt)).toBe(JSON.stringify(visible?.assembly.prompt));
      }),
      { numRuns: 500 },
    );
  });

  test("taking an entry out of an access list, or a group from the caller, never shows more", async () => {
    await fc.assert(
      fc.asyncProperty(SEEDS, async (seed) => {
        const one = drawn(seed, { acl: true });
        const seen = async (body: ItemsBody, groups: readonly string[]) => {
          const answer = await answerOf({ ...one, body: { ...one.body, ...body } }, groups);
          return new Set(answer === null ? [] : outOf(answer.core).filter((id) => id.startsWith("c")));
        };
        const before = await seen({}, ["hr", "sales"]);
        const fewer = (one.body.candidates ?? []).map((candidate) =>
          candidate.acl === undefined
            ? candidate
            : { ...candidate, acl: { ...candidate.acl, groups: candidate.acl.groups?.slice(1) } },
        );
        if (before.size === 0) return;
        for (const id of await seen({ candidates: fewer }, ["hr", "sales"])) expect(before.has(id)).toBe(true);
        for (const id of await seen({}, ["sales"])) expect(before.has(id)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test("only current facts: nothing superseded, expired or not yet in force goes in", async () => {
  await fc.assert(
    fc.asyncProperty(SEEDS, async (seed) => {
      const one = drawn(seed);
      const answer = await answerOf(one);
      if (answer === null) return;
      const kept = new Set(answer.core.included.map(({ id }) => id));
      for (const { id, effective_from, effective_to, status = "ok" } of one.body.candidates ?? []) {
        if (!kept.has(id) || status !== "ok") continue;
        if (effective_from !== undefined) expect(effective_from <= "2026-11-30").toBe(true);
        if (effective_to !== undefined) expect(effective_to > "2026-11-30").toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
