/** A provider's usage in one form, told by its names. Pure. */
import { isBlock, type ProviderBlock } from "./posted.ts";
import type { Usage } from "./records.ts";

/** More tokens than any window holds. */
const MOST = 1_000_000_000;

/** What a usage has to have, for the refusal of one that is not understood. */
export const USAGE_NAMES =
  "input_tokens (ours, OpenAI Responses, Anthropic), prompt_tokens (OpenAI Chat), promptTokenCount (Gemini) or inputTokens (Vercel AI SDK, Bedrock Converse)";

/** Whether it holds any number, as a text too: clients hand on an empty usage where the provider told none. */
export const tellsNumbers = (usage: ProviderBlock): boolean =>
  Object.values(usage).some((value) => typeof value === "number" || isDigits(value) || (isBlock(value) && tellsNumbers(value)));

const isDigits = (value: unknown): boolean => typeof value === "string" && /^\d+$/.test(value);

/**
 * Null for a usage of unknown names. Names decide and not the prompt's format, since gateways translate answers. Anthropic and Bedrock's
 * Converse count what was read from the cache and written to it apart from the input; everybody else counts all of it together. A part that is
 * larger than its whole is not understood, and so not told.
 */
export function readUsage(given: ProviderBlock): Usage | null {
  const usage = namedUsage(given);
  if (usage === null) return null;
  const { input_tokens: input, output_tokens: output } = usage;
  const within = (part: number | null, whole: number | null): number | null =>
    part !== null && whole !== null && part > whole ? null : part;
  return {
    ...usage,
    cached_tokens: within(usage.cached_tokens, input),
    cache_write_tokens: within(usage.cache_write_tokens, input),
    reasoning_tokens: within(usage.reasoning_tokens, output),
  };
}

function namedUsage(given: ProviderBlock): Usage | null {
  const at: At = (...path) => numberAt(given, path);
  const first: First = (...values) => values.find((value) => value !== null) ?? null;
  const usage = (input: number, rest: Omit<Usage, "input_tokens">): Usage => ({ input_tokens: input, ...rest });
  const chat = at("prompt_tokens");
  if (chat !== null) {
    return usage(chat, {
      cached_tokens: first(at("prompt_tokens_details", "cached_tokens"), at("cache_read_input_tokens")),
      cache_write_tokens: first(at("prompt_tokens_details", "cache_write_tokens"), at("cache_creation_input_tokens")),
      output_tokens: at("completion_tokens"),
      reasoning_tokens: at("completion_tokens_details", "reasoning_tokens"),
    });
  }
  const gemini = at("promptTokenCount");
  if (gemini !== null) {
    const thoughts = at("thoughtsTokenCount");
    return usage(gemini, {
      cached_tokens: at("cachedContentTokenCount"),
      cache_write_tokens: null,
      output_tokens: sum(at("candidatesTokenCount"), thoughts),
      reasoning_tokens: thoughts,
    });
  }
  if (at("inputTokens") !== null) return camelUsage(at, first);
  return inputUsage(at, first);
}

type At = (...path: readonly string[]) => number | null;
type First = (...values: readonly (number | null)[]) => number | null;

/** `inputTokens`: of the Vercel AI SDK, or of Bedrock's Converse with its two counts beside it. */
function camelUsage(at: At, first: First): Usage {
  const [read, written] = [at("cacheReadInputTokens"), at("cacheWriteInputTokens")];
  return {
    input_tokens: (at("inputTokens") ?? 0) + (read ?? 0) + (written ?? 0),
    cached_tokens: first(read, at("inputTokenDetails", "cacheReadTokens"), at("cachedInputTokens")),
    cache_write_tokens: first(written, at("inputTokenDetails", "cacheWriteTokens")),
    output_tokens: at("outputTokens"),
    reasoning_tokens: first(at("outputTokenDetails", "reasoningTokens"), at("reasoningTokens")),
  };
}

/** `input_tokens`: of the Responses, of ours, or of Anthropic with its two counts beside it. */
function inputUsage(at: At, first: First): Usage | null {
  const input = at("input_tokens");
  if (input === null) return null;
  const [read, written] = [at("cache_read_input_tokens"), at("cache_creation_input_tokens")];
  return {
    input_tokens: input + (read ?? 0) + (written ?? 0),
    cached_tokens: first(read, at("input_tokens_details", "cached_tokens"), at("cached_tokens")),
    cache_write_tokens: first(written, at("input_tokens_details", "cache_write_tokens"), at("cache_write_tokens")),
    output_tokens: at("output_tokens"),
    reasoning_tokens: first(at("output_tokens_details", "reasoning_tokens"), at("reasoning_tokens")),
  };
}

const sum = (a: number | null, b: number | null): number | null => (a === null ? b : a + (b ?? 0));

function numberAt(given: ProviderBlock, path: readonly string[]): number | null {
  let here: unknown = given;
  for (const step of path) {
    if (!isBlock(here) || !Object.hasOwn(here, step)) return null;
    here = here[step];
  }
  return typeof here === "number" && Number.isInteger(here) && here >= 0 && here <= MOST ? here : null;
}
