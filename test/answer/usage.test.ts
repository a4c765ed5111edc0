/** Each provider's usage, by its own names, becomes one form. */
import { expect, test } from "vitest";
import { readUsage } from "../../src/answer/usage.ts";

const usage = (
  input: number,
  cached: number | null,
  written: number | null,
  output: number | null,
  reasoning: number | null,
) => ({
  input_tokens: input,
  cached_tokens: cached,
  cache_write_tokens: written,
  output_tokens: output,
  reasoning_tokens: reasoning,
});

test.each<readonly [string, Record<string, unknown>, object | null]>([
  [
    "OpenAI Chat",
    {
      prompt_tokens: 300,
      completion_tokens: 40,
      total_tokens: 340,
      prompt_tokens_details: { cached_tokens: 128, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 10 },
    },
    usage(300, 128, null, 40, 10),
  ],
  [
    "OpenAI Chat without details",
    { prompt_tokens: 300, completion_tokens: 40, prompt_tokens_details: null },
    usage(300, null, null, 40, null),
  ],
  [
    "OpenAI Responses",
    {
      input_tokens: 300,
      input_tokens_details: { cached_tokens: 128 },
      output_tokens: 40,
      output_tokens_details: { reasoning_tokens: 7 },
    },
    usage(300, 128, null, 40, 7),
  ],
  [
    "Anthropic, whose input_tokens are the uncached rest",
    { input_tokens: 20, cache_read_input_tokens: 250, cache_creation_input_tokens: 30, output_tokens: 40 },
    usage(300, 250, 30, 40, null),
  ],
  [
    "Bedrock Converse, whose inputTokens are the uncached rest",
    { inputTokens: 20, cacheReadInputTokens: 250, cacheWriteInputTokens: 30, outputTokens: 40, totalTokens: 340 },
    usage(300, 250, 30, 40, null),
  ],
  [
    "Bedrock Converse that only wrote",
    { inputTokens: 20, cacheReadInputTokens: 0, cacheWriteInputTokens: 280, outputTokens: 40 },
    usage(300, 0, 280, 40, null),
  ],
  [
    "Anthropic without a cache",
    { input_tokens: 300, cache_read_input_tokens: null, output_tokens: 40 },
    usage(300, null, null, 40, null),
  ],
  [
    "Gemini, whose thoughts are beside its candidates",
    {
      promptTokenCount: 300,
      candidatesTokenCount: 40,
      thoughtsTokenCount: 60,
      cachedContentTokenCount: 128,
      totalTokenCount: 400,
    },
    usage(300, 128, null, 100, 60),
  ],
  [
    "Vercel AI SDK 6",
    {
      inputTokens: 300,
      inputTokenDetails: { cacheReadTokens: 128, cacheWriteTokens: 5 },
      outputTokens: 40,
      outputTokenDetails: {},
    },
    usage(300, 128, 5, 40, null),
  ],
  [
    "Vercel AI SDK 5",
    { inputTokens: 300, cachedInputTokens: 128, outputTokens: 40, reasoningTokens: 3 },
    usage(300, 128, null, 40, 3),
  ],
  ["our own", { input_tokens: 300, cached_tokens: 128, cache_write_tokens: 4, output_tokens: 40 }, usage(300, 128, 4, 40, null)],
  [
    "a gateway that adds Anthropic's names to OpenAI's",
    { prompt_tokens: 300, completion_tokens: 40, cache_read_input_tokens: 128 },
    usage(300, 128, null, 40, null),
  ],
  [
    "parts that are larger than their whole",
    {
      prompt_tokens: 10,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 1_000_000_000, cache_write_tokens: 11 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
    usage(10, null, null, 4, null),
  ],
  ["more than any window holds", { prompt_tokens: Number.MAX_SAFE_INTEGER }, null],
  ["no number at all", { prompt_tokens: Number.POSITIVE_INFINITY }, null],
  ["zero", { input_tokens: 0, output_tokens: 0 }, usage(0, null, null, 0, null)],
  ["no name that is known", { tokens: 5 }, null],
  ["nothing", {}, null],
  ["a negative number", { input_tokens: -1 }, null],
  ["a fraction", { prompt_tokens: 1.5 }, null],
  ["a text", { prompt_tokens: "300" }, null],
])("%s", (_provider, given, expected) => {
  expect(readUsage(given)).toEqual(expected);
});
