/** What a near miss names is enough: the change, applied, brings the piece in. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearMisses } from "../../src/pipeline/near-misses.ts";
import { droppedOf } from "../../src/pipeline/outcomes.ts";
import { askOnSamples, loadCoaching } from "../support/coaching.ts";
import { askSmall, includedIds, smallPolicy } from "../support/small-policy.ts";

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
      for (const miss of nearMisses(assembly, droppedOf(assembly))) {
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
  const misses = nearMisses(assembly, droppedOf(assembly));
  expect(misses.map(({ id }) => id)).toContain("c385");
  for (const { id, total, message } of misses) {
    const { policy } = small;
    const changed = {
      ...policy,
      budgetTotal: total ?? policy.budgetTotal,
      topK: Number(/a top_k of (\d+)/.exec(message)?.[1] ?? policy.topK),
      borrow: message.includes("borrow"),
    };
    const { core } = await askSmall({ ...small, policy: changed }, { candidates });
    expect(includedIds(core), message).toContain(id);
  }
});
