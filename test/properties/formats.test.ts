/** Every format at every budget: the arithmetic of a refusal, or a payload that its provider takes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../src/errors.ts";
import { Prompt } from "../../src/http/wire/prompt.ts";
import { faultsOf } from "../../src/pipeline/validate/accepted.ts";
import { FORMATS, type Format } from "../../src/policy/schema/policy-file.ts";
import type { QuestionBody } from "../../src/service/service-types.ts";
import { FORMAT_OVERHEAD } from "../../src/tokens/format-overhead.ts";
import { randomBody, randomOf } from "../support/random-request.ts";
import { recount, sentTexts } from "../support/sent.ts";
import { askSmall, type SmallAnswer, type SmallPolicy, smallPolicy } from "../support/small-policy.ts";

const SHARES = "budget: { shares: { system: 15, request: 15, evidence: 35, memory: 20, tools: 10, safety: 5 } }\n";
const POLICIES: readonly SmallPolicy[] = await Promise.all([
  smallPolicy(""),
  smallPolicy("prompt: { layout: conversation_first }\n"),
  smallPolicy(`${SHARES}prompt: { layout: conversation_first }\n`),
  smallPolicy("prompt: { citations: native, trust_labels: [{ from: 0.5, label: confirmed }] }\n"),
]);

/** The answer, or null for the refusal whose arithmetic holds; any other error fails the test. */
async function answerOf(policy: SmallPolicy, total: number, body: Partial<QuestionBody>): Promise<SmallAnswer | null> {
  try {
    return await askSmall({ ...policy, policy: { ...policy.policy, budgetTotal: total } }, body);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "pinned_over_budget") throw error;
    const { needed, limit, blocks } = error.details.extra as { needed: number; limit: number; blocks: Record<string, number> };
    expect(limit).toBe(total);
    expect(needed).toBeGreaterThan(limit);
    expect(Object.values(blocks).reduce((sum, tokens) => sum + tokens, 0)).toBe(needed);
    return null;
  }
}

function expectSent({ assembly: { prompt }, core }: SmallAnswer, policy: SmallPolicy, format: Format): void {
  expect(prompt.format).toBe(format);
  expect(faultsOf(prompt)).toEqual([]);
  expect(Prompt.parse(prompt)).toEqual(prompt);
  expect(recount(prompt, policy.counter)).toBe(core.budget.used);
  expect(core.budget.used).toBeLessThanOrEqual(core.budget.limit);
  expect(core.zones.reduce((sum, zone) => sum + zone.tokens, 0)).toBe(core.budget.used);
  expect(core.budget.blocks.reduce((sum, block) => sum + block.used, 0)).toBe(core.budget.used);
  expect(sentTexts(prompt).at(-1)?.endsWith("Question: Can I still get a refund?\n")).toBe(true);
  if (!FORMAT_OVERHEAD[format].exact) expect(core.budget.exact).toBe(false);
}

describe.each(FORMATS)("%s", (format) => {
  test("random turns, tools, candidates and budgets: a refusal with its arithmetic, or what the provider takes, counted as sent", {
    timeout: 600_000,
  }, async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = randomOf(seed);
        const policy = random.pick(POLICIES);
        const total = random.chance(0.3) ? random.below(150) : 80 + random.below(1_400);
        const answer = await answerOf(policy, total, { format, ...randomBody(random, { odd: true, mostCandidates: 8 }) });
        if (answer === null) return;
        answered += 1;
        expectSent(answer, policy, format);
      }),
      { numRuns: 600 },
    );
    expect(answered).toBeGreaterThan(300);
  });

  test("one conversation at every budget from 0 up: first refused, then answered, then whole", { timeout: 120_000 }, async () => {
    const policy = POLICIES[1] as SmallPolicy;
    const call = { id: "c1", function: { name: "order_lookup", arguments: '{"id":"4471"}' } };
    const body: Partial<QuestionBody> = {
      format,
      tools: [{ name: "order_lookup", parameters: { type: "object" } }],
      turns: [
        { id: "t1", role: "assistant", content: "Hello, how can I help?" },
        { id: "t2", role: "user", content: "Where is my order?" },
        { id: "t3", role: "assistant", content: null, tool_calls: [call] },
        { id: "t4", role: "tool", tool_call_id: "c1", content: '{"status":"delivered"}' },
        { id: "t5", role: "assistant", content: "It was delivered." },
        { id: "t6", role: "assistant", content: "Anything else?" },
      ],
      candidates: [{ id: "d", kind: "document", text: "Refunds are possible within 30 days of delivery." }],
    };
    const tools = FORMAT_OVERHEAD[format].tokensPerTools;
    const sizes: (number | null)[] = [];
    for (let total = 0; total <= 260 + tools; total += total < tools ? 50 : 1) {
      const answer = await answerOf(policy, total, body);
      if (answer !== null) expectSent(answer, policy, format);
      sizes.push(answer === null ? null : answer.core.included.length);
    }
    const first = sizes.findIndex((size) => size !== null);
    expect(first).toBeGreaterThan(0);
    expect(sizes.slice(first)).not.toContain(null);
    expect(sizes.at(-1)).toBe(11);
  });
});
