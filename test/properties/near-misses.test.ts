/** What a near miss names is enough: the change, applied, brings the piece in. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { missesOf } from "../../src/pipeline/near-miss/near-misses.ts";
import type { ItemsBody } from "../../src/service/items-body.ts";
import { askOnSamples, loadCoaching } from "../support/coaching.ts";
import { randomBody, randomOf } from "../support/random-request.ts";
import { askSmall, includedIds, nullIfTooLarge, smallPolicy } from "../support/small-policy.ts";
import { wantsOf } from "../support/wants.ts";

const loaded = await loadCoaching();

const questions = fc.constantFrom(
  "hello",
  "Should I train through this pain?",
  "How should I pace my intervals?",
  "My tendon hurts",
  "Did I sleep enough?",
  "tell me about today",
);
const asked = fc.record({
  question: questions,
  subject: fc.constantFrom("maya", "diego", "jonas"),
  plan: fc.constantFrom("free", "paid"),
  secondary: fc.integer({ min: 0, max: 150 }),
  room: fc.integer({ min: 0, max: 200 }),
});

test("every plan and budget near miss comes in with the values it names", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ question, subject, plan, secondary, room }) => {
      const at = subject === "diego" ? "2026-03-10T09:00:00-06:00" : "2026-03-10T09:00:00+02:00";
      const body = { question, subject, plan, at };
      const always = await askOnSamples(loaded, body, { budget: { secondary_tokens: 0 } });
      const budget = { secondary_tokens: secondary, total: always.core.budget.used + room };
      const { assembly } = await askOnSamples(loaded, body, { budget });
      for (const miss of missesOf(assembly)) {
        if (miss.change !== "plan_tokens" && miss.change !== "budget_tokens") continue;
        const grown = { secondary_tokens: miss.secondary_tokens ?? secondary, total: miss.total ?? budget.total };
        const { core } = await askOnSamples(loaded, body, { budget: grown });
        expect(core.included.map((one) => one.id)).toContain(miss.id);
        for (const id of miss.displaces) expect(core.included.map((one) => one.id)).not.toContain(id);
      }
    }),
    { numRuns: 150 },
  );
});

test("where the raises are used up, every limit that stood in the way is named, and all of them together do", async () => {
  const shares = "shares: { system: 5, request: 15, evidence: 40, memory: 20, tools: 10, safety: 10 }, borrow: false";
  const small = await smallPolicy(`budget: { total: 120, strategy: top_k, top_k: 1, ${shares} }\n`);
  const candidates = Array.from({ length: 400 }, (_, at) => ({
    id: `c${at}`,
    kind: "document" as const,
    text: `Harbour number ${at} has a museum.`,
    value: at / 400,
  }));
  const { assembly } = await askSmall(small, { candidates });
  const misses = missesOf(assembly);
  expect(misses.map(({ id }) => id)).toContain("c385");
  for (const miss of misses) {
    const { id, total } = miss;
    const { topK, borrow } = wantsOf(miss);
    const { policy } = small;
    const changed = {
      ...policy,
      budgetTotal: total ?? policy.budgetTotal,
      topK: topK ?? policy.topK,
      borrow,
    };
    const { core } = await askSmall({ ...small, policy: changed }, { candidates });
    expect(includedIds(core), JSON.stringify(miss)).toContain(id);
  }
});

const FLOORED = await smallPolicy("filters: { relevance_floor: 0.5, freshness_floor: 0.4 }\n");

/** The body under what a near miss of a signal wants. */
const withSignals = (body: ItemsBody, id: string, signals: ReturnType<typeof wantsOf>["signals"]): ItemsBody => ({
  ...body,
  candidates: (body.candidates ?? []).map((one) => (one.id === id ? { ...one, ...signals } : one)),
});

test("what would do does, of floors, dates and turns too; and seldom would a smaller limit", { timeout: 240_000 }, async () => {
  const met = { signal: 0, more: 0, turn: 0, short: 0, limit: 0 };
  let larger = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = randomOf(seed);
      const body = randomBody(random, { mostCandidates: 10, mostTurns: 6 });
      const budgetTotal = 60 + random.below(300);
      const under = (total: number) => ({ ...FLOORED, policy: { ...FLOORED.policy, budgetTotal: total } });
      const answer = await nullIfTooLarge(askSmall(under(budgetTotal), body));
      if (answer === null) return;
      /** What is in, also inside what contains it. */
      const idsUnder = async (total: number, changed: ItemsBody & { readonly as_of?: string }) => {
        const { core } = await askSmall(under(total), changed);
        return [...includedIds(core), ...core.dropped.flatMap(({ id, reason }) => (reason === "contained" ? [id] : []))];
      };
      const misses = missesOf(answer.assembly);
      for (const miss of misses) {
        const { id, change, total, displaces } = miss;
        const { fate, asOf, signals } = wantsOf(miss);
        if (fate?.is !== "in") {
          if (miss.why.about === "signal" || fate?.is === "beyond") met.short += 1;
          continue;
        }
        const changed = { ...withSignals(body, id, signals), ...(asOf !== null && { as_of: asOf }) };
        const ids = await idsUnder(total ?? budgetTotal, changed);
        expect(ids, JSON.stringify(miss)).toContain(id);
        const { core } = await askSmall(under(total ?? budgetTotal), changed);
        for (const gone of displaces) expect(includedIds(core)).not.toContain(gone);
        if (change === "signal") met.signal += 1;
        if (change === "signal" && total !== null) met.more += 1;
        if (change !== "budget_tokens" || total === null) continue;
        if (body.turns?.some((turn) => turn.id === id)) met.turn += 1;
        if (total - 1 === budgetTotal) continue;
        met.limit += 1;
        if ((await idsUnder(total - 1, changed)).includes(id)) larger += 1;
      }
      const told = new Set(misses.map(({ id }) => id));
      for (const { id, stage } of answer.core.dropped) if (stage === "pack") expect(told.has(id), id).toBe(true);
    }),
    { numRuns: 150 },
  );
  // Packings come and go with the limit: only so many limits are tried, and a lone smaller one may stand between two of them.
  expect(larger / met.limit).toBeLessThan(0.05);
  for (const count of Object.values(met)) expect(count).toBeGreaterThan(0);
});
