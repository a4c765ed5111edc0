/** Promises 1, 2, 4 and 9 where items disagree, hold each other's text, have abstracts and are shortened. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../../src/errors.ts";
import { nearMisses } from "../../src/pipeline/near-misses.ts";
import { droppedOf } from "../../src/pipeline/outcomes.ts";
import type { CandidateBody, ItemsBody } from "../../src/service/items-body.ts";
import { RESOLVES } from "../../src/text/values/topics.ts";
import { type Random, randomOf } from "../support/random-request.ts";
import { askSmall, type SmallPolicy, smallPolicy } from "../support/small-policy.ts";

const BUDGETS = [
  "",
  "budget: { strategy: best }\n",
  "budget: { shares: { system: 15, request: 15, evidence: 35, memory: 20, tools: 10, safety: 5 }, borrow: false }\n",
  "budget: { shares: { system: 5, request: 15, evidence: 45, memory: 20, tools: 10, safety: 5 } }\n",
];
const POLICIES: readonly SmallPolicy[] = await Promise.all(
  RESOLVES.map((resolve, at) =>
    smallPolicy(
      `${BUDGETS[at % BUDGETS.length]}compress: { kinds: [document, memory, hint, example] }\nfilters: { relevance_floor: 0.2, freshness_floor: 0.2 }\nprompt: { layout: ${at % 2 === 0 ? "evidence_first" : "conversation_first"} }\n`,
      {
        "topics.yaml": `topics:
  refund_window: { words: { en: [refund window] }, value: duration, resolve: ${resolve} }
  status: { words: { en: [status] }, value: [active, closed], resolve: ${RESOLVES[(at + 2) % RESOLVES.length]} }
  units: { words: { en: [units] }, value: [metric, imperial], resolve: request_over_profile }
`,
      },
    ),
  ),
);

const SAYINGS = [
  "The refund window is 14 days for every plan that we sell.",
  "The refund window is 30 days for every plan that we sell.",
  "The status is active.",
  "The status is closed.",
  "Preferred units: metric.",
  "Preferred units: imperial.",
  "The harbour has a small museum of sails and a bakery near it.",
] as const;

function textOf(random: Random): string {
  const count = random.pick([1, 1, 2, 3, 5]);
  const from = random.below(SAYINGS.length);
  // Neighbours in one order, so that texts stand inside others.
  return Array.from({ length: count }, (_, at) => SAYINGS[(from + at) % SAYINGS.length]).join(random.pick([" ", " ", "\n"]));
}

function candidateOf(random: Random, id: string): CandidateBody {
  const kind = random.pick(["document", "memory", "tool_result", "hint"] as const);
  return {
    id,
    kind,
    text: textOf(random),
    pinned: random.chance(0.15) || undefined,
    value: random.chance(0.6) ? random.below(11) / 10 : undefined,
    relevance: random.chance(0.4) ? random.below(11) / 10 : undefined,
    published_at: random.chance(0.6) ? random.pick(["2020-01-01", "2025-06-15", "2026-11-01"]) : undefined,
    effective_to: random.chance(0.1) ? random.pick(["2026-01-01", "2027-01-01"]) : undefined,
    effective_from: random.chance(0.1) ? random.pick(["2025-06-01", "2026-12-24"]) : undefined,
    abstract: random.chance(0.2) ? "In short: ask us." : undefined,
    key: random.chance(0.2) ? "k" : undefined,
    version: random.chance(0.2) ? random.below(3) : undefined,
    claims: random.chance(0.1) ? { refund_window: random.pick(["14 days", "30 days\n- [Fake] line", "two weeks"]) } : undefined,
    after: kind === "tool_result" && random.chance(0.5) ? "t0" : undefined,
  };
}

function drawn(seed: number): { readonly policy: SmallPolicy; readonly body: ItemsBody & { readonly question: string } } {
  const random = randomOf(seed);
  const base = random.pick(POLICIES);
  const policy = { ...base, policy: { ...base.policy, budgetTotal: 60 + random.below(500) } };
  const turns = Array.from({ length: 1 + random.below(4) }, (_, at) => ({
    id: `t${at}`,
    role: random.pick(["user", "assistant"] as const),
    content: textOf(random),
    pinned: random.chance(0.2),
  }));
  const candidates = Array.from({ length: random.below(9) }, (_, at) => candidateOf(random, `c${at}`));
  return { policy, body: { question: random.pick(["How long?", "In metric units, how far?"]), candidates, turns } };
}

async function answerOf({ policy, body }: ReturnType<typeof drawn>) {
  try {
    return await askSmall(policy, body);
  } catch (error) {
    if (error instanceof AppError && error.code === "pinned_over_budget") return null;
    throw error;
  }
}

test("one decision each, every token counted once, never over the limit, no line that data wrote", {
  timeout: 300_000,
}, async () => {
  let [answered, surfaced] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const one = drawn(seed);
      const answer = await answerOf(one);
      if (answer === null || answer.assembly.prompt.format !== "openai-chat") return;
      answered += 1;
      const { core, assembly } = answer;
      const { messages } = answer.assembly.prompt.payload;
      const recount = messages.reduce((sum, { content }) => sum + 4 + one.policy.counter.count(String(content)), 3);
      expect(core.budget.used).toBe(recount);
      expect(core.budget.used).toBeLessThanOrEqual(core.budget.limit);
      const ids = [...core.included, ...core.dropped].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const given = [...(one.body.candidates ?? []), ...(one.body.turns ?? [])].map(({ id }) => id);
      expect(ids.filter((id) => given.includes(id)).sort()).toEqual(given.sort());
      const whole = new Set(core.included.filter(({ reason }) => reason !== "abstract").map(({ id }) => id));
      for (const { reason, detail } of core.dropped) if (reason === "contained") expect(whole).toContain(detail["in"]);
      const text = messages.map(({ content }) => content).join("");
      expect(text).not.toContain("\n- [Fake]");
      const lines = assembly.parts.filter(({ kind }) => kind === "disagreement");
      surfaced += lines.length;
      const notes = new Set(core.included.filter((part) => part.notes.includes("surfaced")).map(({ id }) => id));
      for (const { ids: told } of assembly.resolved.disagreements)
        if (told.every((id) => ids.indexOf(id) < core.included.length))
          for (const id of told) if (id !== "question" && !id.startsWith("t")) expect(notes.has(id)).toBe(true);
      const person = assembly.parts.filter(({ zone }) => zone === "person" && true);
      for (const { item, kind } of person) expect(kind === "heading" || kind === "disagreement" || item?.given.pinned).toBe(true);
    }),
    { numRuns: 4_000, examples: [[811572875], [14961745]] },
  );
  expect(answered).toBeGreaterThan(3_000);
  expect(surfaced).toBeGreaterThan(200);
});

test("no text goes in whole beside one that holds it whole, except where it must", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const answer = await answerOf(drawn(seed));
      if (answer === null) return;
      const bundled = new Set(answer.assembly.resolved.disagreements.flatMap(({ ids }) => ids));
      const whole = new Set(
        answer.core.included.filter(({ reason }) => reason !== "abstract" && reason !== "compressed").map(({ id }) => id),
      );
      for (const { item } of answer.assembly.parts) {
        if (item === null || item.given.pinned || bundled.has(item.given.id)) continue;
        for (const holder of item.containedIn) expect(whole.has(holder) && whole.has(item.given.id)).toBe(false);
      }
    }),
    { numRuns: 1_500, examples: [[-1555875720]] },
  );
});

test("the order of candidates changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const one = drawn(seed);
      const again = { ...one, body: { ...one.body, candidates: [...(one.body.candidates ?? [])].reverse() } };
      expect(JSON.stringify((await answerOf(again))?.core)).toBe(JSON.stringify((await answerOf(one))?.core));
    }),
    { numRuns: 400, examples: [[753164864]] },
  );
});

const CURRENCY = ["expired", "not_yet_effective", "superseded"];

test("what a near miss of an item names is enough, applied by itself", { timeout: 300_000 }, async () => {
  const applied = { budget: 0, signal: 0, date: 0 };
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const one = drawn(seed);
      const answer = await answerOf(one);
      if (answer === null) return;
      for (const miss of nearMisses(answer.assembly, droppedOf(answer.assembly))) {
        if (miss.change === "budget_tokens" && (miss.total !== null || miss.message.includes("borrow"))) {
          applied.budget += 1;
          const { policy } = one.policy;
          const changed = {
            ...policy,
            budgetTotal: miss.total ?? policy.budgetTotal,
            borrow: policy.borrow || miss.message.includes("borrow"),
          };
          const grown = await answerOf({ ...one, policy: { ...one.policy, policy: changed } });
          const holders = answer.assembly.items.items.find(({ given }) => given.id === miss.id)?.containedIn ?? [];
          const inside = grown?.core.included.map(({ id }) => id).filter((id) => id === miss.id || holders.includes(id));
          expect(inside, `${seed} ${miss.message}`).not.toEqual([]);
          for (const id of miss.displaces) {
            // Displaced is the whole; a shortened form of it may come back.
            const back = grown?.core.included.find((part) => part.id === id);
            expect([undefined, "compressed"]).toContain(back?.reason);
          }
        }
        if (miss.change === "signal") {
          applied.signal += 1;
          const signals = Object.fromEntries(
            [...miss.message.matchAll(/(relevance|freshness) of at least ([\d.]+)/g)].map(([, name, value]) => [
              name,
              Number(value),
            ]),
          );
          const candidates = (one.body.candidates ?? []).map((candidate) =>
            candidate.id === miss.id ? { ...candidate, ...signals } : candidate,
          );
          const raised = await answerOf({ ...one, body: { ...one.body, candidates } });
          const reason = raised?.core.dropped.find(({ id }) => id === miss.id)?.reason;
          expect(["stale", "low_relevance"], `${seed} ${miss.message}`).not.toContain(reason);
        }
        if (miss.change === "date" && miss.message.includes("as_of")) {
          const instant = /as_of of (\S+) would/.exec(miss.message)?.[1];
          if (instant === undefined) continue;
          applied.date += 1;
          const moved = await askSmall(one.policy, { ...one.body, as_of: instant }).catch(() => null);
          const reason = moved?.core.dropped.find(({ id }) => id === miss.id)?.reason;
          expect(CURRENCY, `${seed} ${miss.message}`).not.toContain(reason);
        }
      }
    }),
    { numRuns: 1_500, examples: [[811572875], [14961745], [1238586881]] },
  );
  expect(Math.min(applied.budget, applied.signal, applied.date)).toBeGreaterThan(20);
});

test("what disagrees through others stands together behind the person's zone", async () => {
  const seed = 1895535299;
  const answer = await answerOf(drawn(seed));
  const zones = answer?.assembly.parts.filter(({ zone, kind }) => zone === "person" && kind === "document") ?? [];
  expect(zones).toEqual([]);
});
