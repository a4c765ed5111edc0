/** What two prompts have in common, what of it is worth telling, and when a cache is read less. */
import { describe, expect, test } from "vitest";
import {
  type CacheUsage,
  type ComparedPrompt,
  cachedShare,
  cachedShareFall,
  NO_PREFIX,
  prefixRecord,
  sharedZoneChange,
  USAGE_WINDOW,
} from "../../../src/pipeline/cache/prefix.ts";
import type { PromptBlock } from "../../../src/pipeline/records/core.ts";

const block = (id: string, changed: Partial<PromptBlock> = {}): PromptBlock => ({
  ...{ id, kind: "turn", zone: "question", tokens: 10, hash: `hash of ${id}` },
  ...changed,
});
const system = block("system", { kind: "system", zone: "shared", tokens: 100 });
const tools = block("tools", { kind: "tools", zone: "shared", tokens: 50 });
const memory = block("m", { kind: "memory", zone: "person" });
const fact = block("f", { kind: "fact" });
const question = block("question", { kind: "question" });

const promptOf = (blocks: readonly PromptBlock[], changed: Partial<ComparedPrompt> = {}): ComparedPrompt => ({
  ...{ blocks, format: "openai-chat", model: "m", policy: { name: "p", digest: "d" }, zones: [] },
  ...changed,
});
const changed = (one: PromptBlock): PromptBlock => ({ ...one, hash: "another" });
const compare = (now: readonly PromptBlock[], before: readonly PromptBlock[]) =>
  prefixRecord(promptOf(now), promptOf(before), "m-1");

describe("prefixRecord", () => {
  test("sums what both begin with and names the first that differs, on both sides", () => {
    const record = compare(
      [tools, system, memory, fact, question],
      [tools, system, memory, block("g", { kind: "fact" }), question],
    );
    expect(record).toEqual({
      previous: "m-1",
      common: { blocks: 3, tokens: 160 },
      differs: { now: { id: "f", kind: "fact" }, before: { id: "g", kind: "fact" } },
      findings: [],
    });
  });

  test("a side that ended is null, and equal prompts differ nowhere", () => {
    expect(compare([system, question], [system]).differs).toEqual({ now: { id: "question", kind: "question" }, before: null });
    expect(compare([system], [system, question]).differs).toEqual({ now: null, before: { id: "question", kind: "question" } });
    expect(compare([system, question], [system, question])).toMatchObject({ common: { blocks: 2, tokens: 110 }, differs: null });
  });

  test("what went to another model or in another format is not compared, and a record without blocks neither", () => {
    const before = promptOf([system]);
    expect(prefixRecord(promptOf([system], { model: "other" }), before, "m-1")).toEqual(NO_PREFIX);
    expect(prefixRecord(promptOf([system], { format: "gemini" }), before, "m-1")).toEqual(NO_PREFIX);
    const { blocks: _, ...old } = before;
    expect(prefixRecord(promptOf([system]), old as ComparedPrompt, "m-1")).toEqual(NO_PREFIX);
  });
});

describe("a lost beginning is told", () => {
  const codes = (record: { readonly findings: readonly { readonly code: string }[] }) => record.findings.map(({ code }) => code);

  test("where the shared zone is another under the same policy, with what changed", () => {
    const record = compare([changed(tools), system, question], [tools, system, question]);
    expect(record.findings).toEqual([
      {
        code: "conversation_prefix_lost",
        message:
          "The prompt before in this conversation differs from here on at tools, though the policy is the same: 0 tokens are in common, and the provider's cache ends there.",
        items: ["tools"],
      },
    ]);
    expect(codes(compare([system, question], [tools, system, question]))).toEqual(["conversation_prefix_lost"]);
  });

  test("where a turn that both have was changed and nothing of one question stands before it", () => {
    const [t1, t2] = [block("t1"), block("t2")];
    expect(codes(compare([system, t1, changed(t2), question], [system, t1, t2, question]))).toEqual(["conversation_prefix_lost"]);
    expect(codes(compare([system, fact, changed(t1), question], [system, fact, t1, question]))).toEqual([]);
  });

  test("not where the policy changed, memory was written, the cut moved or only the question is new", () => {
    const other = promptOf([changed(system), question], { policy: { name: "p", digest: "another" } });
    expect(codes(prefixRecord(promptOf([system, question]), other, "m-1"))).toEqual([]);
    expect(codes(compare([system, changed(memory), question], [system, memory, question]))).toEqual([]);
    expect(codes(compare([system, block("t3"), question], [system, block("t1"), block("t3"), question]))).toEqual([]);
    expect(codes(compare([system, block("t1"), changed(question)], [system, block("t1"), question]))).toEqual([]);
  });
});

test("a shared zone is told that is not what it was before", () => {
  expect(sharedZoneChange(undefined, "a")).toEqual([]);
  expect(sharedZoneChange("a", "a")).toEqual([]);
  expect(sharedZoneChange("b", "a").map(({ code }) => code)).toEqual(["shared_prefix_changed"]);
});

describe("the share read from a cache", () => {
  const usage = (cachedTokens: number): readonly CacheUsage[] =>
    Array.from({ length: USAGE_WINDOW }, () => ({ inputTokens: 1_000, cachedTokens }));

  test("is of tokens, not of answers; nothing of nothing is 0", () => {
    expect(cachedShare([])).toBe(0);
    expect(
      cachedShare([
        { inputTokens: 900, cachedTokens: 900 },
        { inputTokens: 100, cachedTokens: 0 },
      ]),
    ).toBe(0.9);
  });

  test("falls at half of what it was, from a fifth on, once both windows are full", () => {
    const told = (before: number, now: number) => cachedShareFall([...usage(before), ...usage(now)]).length;
    expect(told(800, 400)).toBe(1);
    expect(told(800, 401)).toBe(0);
    expect(told(200, 0)).toBe(1);
    expect(told(199, 0)).toBe(0);
    expect(cachedShareFall([...usage(800), ...usage(0)].slice(1))).toEqual([]);
    expect(cachedShareFall([...usage(800), ...usage(400)])[0]?.message).toBe(
      "The provider read 40 % of the last 20 prompts from its cache, of the 20 before 80 %.",
    );
  });
});
