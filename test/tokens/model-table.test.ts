import { describe, expect, it } from "vitest";
import { FORMATS } from "../../src/policy/schema/policy-file.ts";
import { ENCODINGS } from "../../src/tokens/encodings.ts";
import { FORMAT_OVERHEAD } from "../../src/tokens/format-overhead.ts";
import { learntMargin, leastTokens, withMargin } from "../../src/tokens/margin-counter.ts";
import { KNOWN_MODELS, lookUpModel } from "../../src/tokens/model-table.ts";
import { createTokenCounter } from "../../src/tokens/tiktoken-counter.ts";

describe("the model table", () => {
  it("finds a model by its exact name", () => {
    expect(lookUpModel("gpt-4o-mini")).toEqual({
      name: "gpt-4o-mini",
      window: 128_000,
      outputLimit: 16_384,
      reserveOutput: 4096,
      encoding: "o200k_base",
      exact: true,
      marginMilli: 1000,
      cache: { kind: "automatic", minTokens: 1024, maxMarks: 0, lookback: 0, ttlSeconds: 300 },
      image: { kind: "tiles", base: 2833, tile: 5667 },
    });
    expect(lookUpModel("gpt-4o-2024-08-06")?.encoding).toBe("o200k_base");
    expect(lookUpModel("gpt-4")?.encoding).toBe("cl100k_base");
  });

  it.each(["gpt-4o-mini-2", "gpt-4o-", "gpt", "GPT-4o", " gpt-4o", "", "toString", "__proto__"])(
    "does not guess at %j",
    (name) => {
      expect(lookUpModel(name)).toBeNull();
    },
  );

  it("lists every name once, with room left for a prompt", () => {
    expect(new Set(KNOWN_MODELS.map((model) => model.name)).size).toBe(KNOWN_MODELS.length);
    for (const model of KNOWN_MODELS) {
      expect(model.reserveOutput).toBeLessThan(model.window / 2);
      expect(model.reserveOutput).toBeLessThanOrEqual(model.outputLimit);
      expect(model.outputLimit).toBeLessThanOrEqual(model.window);
      expect(ENCODINGS).toContain(model.encoding);
    }
  });

  it.each([
    ["claude-opus-5-5", "marked", 512, 4],
    ["claude-opus-4-8", "marked", 1024, 4],
    ["claude-opus-4-7", "marked", 2048, 4],
    ["claude-haiku-5-5", "marked", 4096, 4],
    ["gpt-5.6", "automatic", 1024, 0],
    ["gpt-4o-2024-05-13", "none", 0, 0],
    ["gemini-2.5-pro", "automatic", 2048, 0],
    ["gemini-3.8-flash", "automatic", 4096, 0],
  ])("knows how prefixes of %s are cached: %s, from %d tokens on, with at most %d marks", (name, kind, minTokens, maxMarks) => {
    expect(lookUpModel(name)?.cache).toMatchObject({ kind, minTokens, maxMarks });
  });

  it("marks where a mark is possible, and has a least prefix wherever something is cached", () => {
    for (const { cache } of KNOWN_MODELS) {
      expect(cache.maxMarks > 0).toBe(cache.kind === "marked");
      expect(cache.minTokens > 0).toBe(cache.kind !== "none");
    }
  });

  it("gives a margin to estimates and none to exact encodings", () => {
    for (const model of KNOWN_MODELS) expect(model.marginMilli > 1000).toBe(!model.exact);
    expect(lookUpModel("gemini-2.5-pro")?.marginMilli).toBe(1400);
    expect(lookUpModel("claude-opus-4-6")?.marginMilli).toBe(1350);
    expect(lookUpModel("claude-opus-4-7")?.marginMilli).toBe(1750);
  });
});

describe("the overhead of a chat", () => {
  it("is 4 tokens a message and 3 for the reply in OpenAI's formats, and nothing for plain text", () => {
    expect(FORMAT_OVERHEAD["openai-chat"]).toMatchObject({ tokensPerMessage: 4, tokensPerReply: 3, exact: true });
    expect(FORMAT_OVERHEAD["openai-responses"]).toMatchObject({ tokensPerMessage: 4, tokensPerReply: 3, exact: false });
    expect(FORMAT_OVERHEAD.text).toMatchObject({ tokensPerMessage: 0, tokensPerReply: 0, exact: true });
  });

  it("is an estimate where the provider publishes none", () => {
    for (const format of FORMATS) expect(FORMAT_OVERHEAD[format].exact).toBe(format === "openai-chat" || format === "text");
  });

  it.each(ENCODINGS)("holds one token for the role, which every role is in %s", async (encoding) => {
    const counter = await createTokenCounter(encoding);
    for (const role of ["system", "developer", "user", "assistant", "tool"]) expect(counter.count(role)).toBe(1);
  });
});

describe("a count with a margin", () => {
  const base = { encoding: "o200k_base", exact: true, count: (text: string) => text.length };

  it("is rounded up, marked as inexact, and names the base encoding and the margin", () => {
    const counter = withMargin(base, 1350);
    expect([0, 1, 2, 20, 100].map((length) => counter.count("x".repeat(length)))).toEqual([0, 2, 3, 27, 135]);
    expect(counter).toMatchObject({ exact: false, encoding: "o200k_base*1.35" });
  });

  it("is the counter itself without a margin", () => {
    expect(withMargin(base, 1000)).toBe(base);
  });

  it("is a high bound, and its low bound is the base encoding's own count", () => {
    for (const margin of [1000, 1080, 1350, 1400, 1500, 1750, 2625]) {
      const counter = withMargin(base, margin);
      for (let length = 0; length < 3_000; length += 1) {
        expect(leastTokens(counter.count("x".repeat(length)), margin)).toBe(length);
      }
    }
  });

  it("takes in what was learnt of it, and never goes below the base encoding's count", () => {
    expect([500, 800, 1000, 1500].map((learnt) => learntMargin(1350, learnt))).toEqual([1000, 1080, 1350, 2025]);
  });
});
