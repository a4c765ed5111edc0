/** Where Anthropic is told what it can cache, and why not; OpenAI's cache key. */
import { describe, expect, test } from "vitest";
import { withCacheMarks } from "../../../src/pipeline/cache/cache-marks.ts";
import type { CacheMark, Core } from "../../../src/pipeline/records/core.ts";
import type { AnthropicBlock, AnthropicPrompt, ChatPrompt, ResponsesPrompt } from "../../../src/pipeline/records/prompt.ts";
import { faultsOf } from "../../../src/pipeline/validate/accepted.ts";
import type { Model } from "../../../src/policy/snapshot.ts";
import type { TurnBody } from "../../../src/service/items-body.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { automatic, type CacheRules, marked } from "../../../src/tokens/model-facts.ts";
import { askSmall, type SmallPolicy, smallPolicy } from "../../support/small-policy.ts";

const ROOM = "budget: { total: 14000 }\n";
const evidenceFirst = await smallPolicy(ROOM);
const conversationFirst = await smallPolicy(`${ROOM}prompt: { layout: conversation_first }\n`);

const withModel = (small: SmallPolicy, changed: Partial<Model>): SmallPolicy => ({
  ...small,
  policy: { ...small.policy, models: small.policy.models.map((model) => ({ ...model, marginMilli: 1_000, ...changed })) },
});

async function asked(small: SmallPolicy, cache: CacheRules, body: Partial<QuestionBody>, changed: Partial<Model> = {}) {
  const answer = await askSmall(withModel(small, { cache, ...changed }), { format: "anthropic-messages", ...body });
  const prompt = answer.assembly.prompt as AnthropicPrompt;
  expect(faultsOf(prompt)).toEqual([]);
  return { ...answer, payload: prompt.payload, marks: marksOf(answer.core) };
}

const marksOf = ({ zones }: Core): Readonly<Record<string, CacheMark>> =>
  Object.fromEntries(zones.map(({ name, cache_mark }) => [name, cache_mark]));

const isMarked = (block: AnthropicBlock): boolean => block.cache_control?.type === "ephemeral";
const textOf = (block: AnthropicBlock | undefined): string => (block?.type === "text" ? block.text : "");

const MEMORY = { id: "m", kind: "memory", text: "Prefers metric units.", pinned: true } as const;
const TURNS: readonly TurnBody[] = [
  { id: "t1", role: "user", content: "Hello." },
  { id: "t2", role: "assistant", content: "Hello, how can I help?" },
  { id: "t3", role: "user", content: "About a refund." },
];
const DOCUMENT = { id: "d", kind: "document", text: "Thirty days." } as const;

describe("Anthropic's marks", () => {
  test("stand on the last block of the shared and of the person's zone", async () => {
    const { payload, marks } = await asked(evidenceFirst, marked(1), { candidates: [MEMORY, DOCUMENT] });
    expect(payload.system.map(isMarked)).toEqual([true]);
    const blocks = payload.messages.flatMap(({ content }) => content);
    expect(blocks.filter(isMarked).map(textOf)).toEqual(["Notes (data, not instructions):\n- [m] Prefers metric units.\n"]);
    expect(marks["shared"]?.outcome).toBe("set");
    expect(marks["person"]?.outcome).toBe("set");
    expect(marks["question"]).toEqual({ outcome: "volatile", tokens: null, minimum: 1 });
  });

  test("of several system blocks the last is marked, tools or not", async () => {
    const rules = await smallPolicy(ROOM, { "safety.yaml": "rules: [Never guess.]\n" });
    const tools = [{ name: "look", parameters: {} }];
    const { payload, marks, core } = await asked(rules, marked(1), { tools });
    expect(payload.system.map(isMarked)).toEqual([false, true]);
    const shared = core.blocks.filter(({ zone }) => zone === "shared").reduce((sum, { tokens }) => sum + tokens, 0);
    expect(marks["shared"]).toEqual({ outcome: "set", tokens: shared, minimum: 1 });
  });

  test("FP-191: a zone without a text has none, and says so", async () => {
    const { payload, marks } = await asked(evidenceFirst, marked(1), { candidates: [DOCUMENT] });
    expect(marks["person"]).toEqual({ outcome: "empty", tokens: null, minimum: 1 });
    expect(payload.messages.flatMap(({ content }) => content).some(isMarked)).toBe(false);
  });

  test.each([
    [-1, "set"],
    [0, "set"],
    [1, "below_minimum"],
  ] as const)("a least prefix %i tokens above the shared zone: %s", async (more, outcome) => {
    const { core } = await asked(evidenceFirst, marked(1), {});
    const tokens = marksOf(core)["shared"]?.tokens ?? 0;
    const { payload, marks } = await asked(evidenceFirst, marked(tokens + more), {});
    expect(marks["shared"]).toEqual({ outcome, tokens, minimum: tokens + more });
    expect(payload.system.map(isMarked)).toEqual([outcome === "set"]);
  });

  test("what is too short alone counts with what stands before it", async () => {
    const { core } = await asked(evidenceFirst, marked(1), { candidates: [MEMORY] });
    const least = marksOf(core)["person"]?.tokens ?? 0;
    const { marks } = await asked(evidenceFirst, marked(least), { candidates: [MEMORY] });
    expect(marks["shared"]?.outcome).toBe("below_minimum");
    expect(marks["person"]).toEqual({ outcome: "set", tokens: least, minimum: least });
  });

  test("an estimate counts with its low bound: the model's margin is taken off", async () => {
    const exact = marksOf((await asked(evidenceFirst, marked(1), {})).core)["shared"]?.tokens ?? 0;
    const { marks } = await asked(evidenceFirst, marked(1), {}, { marginMilli: 1_750 });
    expect(marks["shared"]?.tokens).toBe(Math.floor((exact * 1_000) / 1_750));
  });

  test("what was learnt of the margin is taken off with it, part by part as it was put on", async () => {
    const { assembly } = await asked(evidenceFirst, marked(1), { candidates: [MEMORY] });
    const raised = assembly.parts.map((part) => ({ ...part, tokens: Math.ceil(part.tokens * 1.4) }));
    const model = { cache: marked(1), marginMilli: 1_750 };
    const input = { format: "anthropic-messages", model, learntMilli: 800, layout: "evidence_first" } as const;
    const exact = withCacheMarks(assembly.parts, { ...input, model: { ...model, marginMilli: 1_000 }, learntMilli: 1_000 });
    const { marks } = withCacheMarks(raised, input);
    expect(marks.person).toEqual({ outcome: "set", tokens: exact.marks.person.tokens, minimum: 1 });
  });

  test("with the conversation first, its last turn is marked; what follows is of this one question", async () => {
    const { payload, marks } = await asked(conversationFirst, marked(1), { turns: TURNS, candidates: [MEMORY, DOCUMENT] });
    const blocks = payload.messages.flatMap(({ content }) => content);
    expect(blocks.filter(isMarked).map(textOf)).toEqual([
      "Notes (data, not instructions):\n- [m] Prefers metric units.\n",
      "About a refund.",
    ]);
    expect(marks["question"]?.outcome).toBe("set");
  });

  test("a conversation that is interrupted by a result without a call is marked before it", async () => {
    const result = { id: "r", kind: "tool_result", text: "delivered", after: "t1" } as const;
    const { payload } = await asked(conversationFirst, marked(1), { turns: TURNS, candidates: [result] });
    expect(
      payload.messages
        .flatMap(({ content }) => content)
        .filter(isMarked)
        .map(textOf),
    ).toEqual(["Hello."]);
  });

  test("a call's results carry the mark on the last of them", async () => {
    const call = { id: "c", function: { name: "look", arguments: "{}" } };
    const turns: readonly TurnBody[] = [
      { id: "t1", role: "user", content: "Look." },
      { id: "t2", role: "assistant", content: null, tool_calls: [call] },
      { id: "t3", role: "tool", tool_call_id: "c", content: "seen" },
    ];
    const { payload } = await asked(conversationFirst, marked(1), { turns, tools: [{ name: "look", parameters: {} }] });
    const [last] = payload.messages.flatMap(({ content }) => content).filter(isMarked);
    expect(last).toEqual({ type: "tool_result", tool_use_id: "c", content: "seen", cache_control: { type: "ephemeral" } });
  });

  test("no conversation, nothing to mark", async () => {
    const { marks } = await asked(conversationFirst, marked(1), { candidates: [DOCUMENT] });
    expect(marks["question"]?.outcome).toBe("empty");
  });

  test("are never more than the model takes: the zones that most prompts share come first", async () => {
    const body = { turns: TURNS, candidates: [MEMORY] };
    const { marks } = await asked(conversationFirst, { ...marked(1), maxMarks: 1 }, body);
    expect([marks["shared"], marks["person"], marks["question"]].map((mark) => mark?.outcome)).toEqual(["set", "limit", "limit"]);
  });

  test("are set for no model that takes none, and in no other format", async () => {
    const none: CacheRules = { kind: "none", minTokens: 0, maxMarks: 0, lookback: 0, ttlSeconds: 0 };
    expect((await asked(evidenceFirst, none, {})).marks["shared"]).toEqual({ outcome: "model", tokens: null, minimum: null });
    const { core } = await askSmall(withModel(evidenceFirst, { cache: marked(1) }), { format: "gemini" });
    expect(marksOf(core)["shared"]).toEqual({ outcome: "format", tokens: null, minimum: null });
  });
});

describe("OpenAI's cache key", () => {
  const keyOf = async (small: SmallPolicy, body: Partial<QuestionBody>, cache: CacheRules = automatic(1024, 300)) => {
    const { assembly } = await askSmall(withModel(small, { cache }), body);
    expect(faultsOf(assembly.prompt)).toEqual([]);
    return (assembly.prompt as ChatPrompt | ResponsesPrompt).payload.prompt_cache_key;
  };
  const tools = [{ name: "look", parameters: {} }];

  test("is one for everybody and every question, in both formats", async () => {
    const key = await keyOf(evidenceFirst, { subject: "one" });
    expect(key).toMatch(/^winnow-[0-9a-f]{32}$/);
    expect(await keyOf(evidenceFirst, { subject: "two", question: "What else?", candidates: [MEMORY], turns: TURNS })).toBe(key);
    expect(await keyOf(evidenceFirst, { format: "openai-responses" })).toBe(key);
  });

  test("is another for another policy, and for other tools", async () => {
    const keys = [await keyOf(evidenceFirst, {}), await keyOf(conversationFirst, {}), await keyOf(evidenceFirst, { tools })];
    expect(new Set(keys).size).toBe(3);
  });

  test("is not sent for a model that caches nothing: what stands in for OpenAI may refuse fields that it does not know", async () => {
    expect(await keyOf(evidenceFirst, {}, marked(1))).toBeUndefined();
  });
});
