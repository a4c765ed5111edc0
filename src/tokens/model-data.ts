/** The models we know, by their exact names, with what their providers say of them. Dated data, pure. */
import {
  ANTHROPIC_FINE,
  ANTHROPIC_STANDARD,
  GEMINI_CROPS,
  GEMINI_FIXED,
  type ImageRule,
  OPENAI_SHRUNK,
  OPENAI_WHOLE,
  patches,
  tiles,
} from "./image-rules.ts";
import { automatic, type CacheRules, type ModelFacts, marked, NO_CACHE } from "./model-facts.ts";

/*
 * As of 2026-11-30. Names are listed one by one: a model that is not here must state its window in the policy. Where sources differ, the figure is the
 * one that is safe: the smaller window, the longer least prefix, the dearer image.
 *
 * Windows and output limits: the model profiles in @langchain/openai 1.6.0 (2026-09-27), @langchain/anthropic 1.5.11 (2026-09-22) and
 * @langchain/google-genai 2.3.2, all generated from models.dev; Claude 5.5 and Fable 5.1 from Anthropic's model overviews, Gemini 3.1
 * and later from Google's (2026-11). Encodings: openai/tiktoken, tiktoken/model.py (2026-10-04), which maps every name that begins
 * with "gpt-5" to o200k_base. gpt-6 is not mapped there, so it is counted as an unknown model is.
 *
 * Anthropic publishes no tokenizer since Claude 3. The margin over o200k_base is our own estimate from measured ratios and
 * field reports (1.2 to 1.5 up to Opus 4.6, to 1.76 with the tokenizer of Opus 4.7 and later): a bound for a window test, too
 * high for a bill. Gemini's tokenizer is public, but its vocabulary takes 130 MB; JSON measured 1.31 times o200k_base.
 *
 * Caches. OpenAI: 1,024 tokens, gpt-4o and later (its guide to prompt caching). From gpt-5.6 on marks are possible; none are needed,
 * so none are set. Anthropic: four marks; least prefixes from its page on prompt caching (2026-10), which a measurement against the
 * API of 2026-07-24 repeats; older pages of Anthropic's differ, and nobody gives a figure for Haiku 5.5: 4,096, the longest of all.
 * Each mark looks 20 places back for what an earlier request left; whether the mark is one of them and a run of calls is one place, sources
 * do not agree on (that page; reports against agents of 2026-05 to 08), so the mark counts and every block does.
 * Gemini: implicit caching, 4,096 tokens from 3 on and 2,048 for 2.5; how long an entry lives is not said.
 *
 * Images: see image-rules.ts.
 */

/** Enough for a long answer; every model listed with it can write as much. */
const ANSWER = 4096;
/** What OpenAI's guide to reasoning models advises to reserve for reasoning and answer together. */
const REASONING = 25_000;

/** Entries live for minutes, and for an hour at the most. */
const OPENAI = automatic(1024, 300);
/** From gpt-5.6 on, half an hour at the least. */
const OPENAI_LATER = automatic(1024, 1800);

/** Takes none; whoever serves one that does, under this name, is charged as gpt-4 was. */
const NO_IMAGES = tiles(85, 170);

type Sizes = Pick<ModelFacts, "window" | "outputLimit" | "reserveOutput">;

const sizes = (window: number, outputLimit: number, reserveOutput = ANSWER): Sizes => ({ window, outputLimit, reserveOutput });

const exactly = (encoding: ModelFacts["encoding"], size: Sizes, cache: CacheRules, image: ImageRule): ModelFacts => {
  return { ...size, encoding, exact: true, marginMilli: 1000, cache, image };
};
const estimated = (marginMilli: number, size: Sizes, cache: CacheRules, image: ImageRule): ModelFacts => {
  return { ...size, encoding: "o200k_base", exact: false, marginMilli, cache, image };
};

const CLAUDE = 1350;
/** From Opus 4.7 on. */
const CLAUDE_LATER = 1750;
const GEMINI = 1400;
/** For a model whose tokenizer nobody knows: as for the estimated ones. */
export const UNKNOWN_MODEL_MARGIN_MILLI = 1500;

const GPT_5 = sizes(400_000, 128_000, 128_000);
const GPT_5_LONG = sizes(1_050_000, 128_000, 128_000);
const CLAUDE_LONG = sizes(1_000_000, 128_000);
const GEMINI_2 = sizes(1_048_576, 65_536);
const GEMINI_LATER = sizes(1_000_000, 65_535);

type Family = readonly [ModelFacts, readonly string[]];

const OPENAI_FAMILIES: readonly Family[] = [
  [
    exactly("cl100k_base", sizes(16_385, 4096), NO_CACHE, NO_IMAGES),
    ["gpt-3.5-turbo", "gpt-3.5-turbo-1106", "gpt-3.5-turbo-0125"],
  ],
  // The answer counts towards this window, which is small: a quarter of it.
  [exactly("cl100k_base", sizes(8192, 8192, 2048), NO_CACHE, NO_IMAGES), ["gpt-4", "gpt-4-0613"]],
  [exactly("cl100k_base", sizes(128_000, 4096), NO_CACHE, tiles(85, 170)), ["gpt-4-turbo", "gpt-4-turbo-2024-04-09"]],
  [exactly("o200k_base", sizes(128_000, 4096), NO_CACHE, tiles(85, 170)), ["gpt-4o-2024-05-13"]],
  [exactly("o200k_base", sizes(128_000, 16_384), OPENAI, tiles(85, 170)), ["gpt-4o", "gpt-4o-2024-08-06", "gpt-4o-2024-11-20"]],
  [exactly("o200k_base", sizes(128_000, 16_384), OPENAI, tiles(2833, 5667)), ["gpt-4o-mini", "gpt-4o-mini-2024-07-18"]],
  [exactly("o200k_base", sizes(1_047_576, 32_768), OPENAI, tiles(85, 170)), ["gpt-4.1", "gpt-4.1-2025-04-14"]],
  [
    exactly("o200k_base", sizes(1_047_576, 32_768), OPENAI, patches(1620, 2048, 6144)),
    ["gpt-4.1-mini", "gpt-4.1-mini-2025-04-14"],
  ],
  [
    exactly("o200k_base", sizes(1_047_576, 32_768), OPENAI, patches(2460, 2048, 6144)),
    ["gpt-4.1-nano", "gpt-4.1-nano-2025-04-14"],
  ],
  [
    exactly("o200k_base", sizes(200_000, 100_000, REASONING), OPENAI, tiles(75, 150)),
    ["o1", "o1-2024-12-17", "o3", "o3-2025-04-16"],
  ],
  [exactly("o200k_base", sizes(200_000, 100_000, REASONING), OPENAI, NO_IMAGES), ["o3-mini", "o3-mini-2025-01-31"]],
  [
    exactly("o200k_base", sizes(200_000, 100_000, REASONING), OPENAI, patches(1720, 2048, 6144)),
    ["o4-mini", "o4-mini-2025-04-16"],
  ],
  // From here on the prompt has a limit of its own, 272,000 and 922,000 tokens: the window less the longest answer.
  [exactly("o200k_base", GPT_5, OPENAI, tiles(70, 140)), ["gpt-5", "gpt-5-2025-08-07", "gpt-5.1"]],
  [exactly("o200k_base", GPT_5, OPENAI, patches(1200, 2048, 6144)), ["gpt-5-mini", "gpt-5-mini-2025-08-07", "gpt-5.2"]],
  [exactly("o200k_base", GPT_5, OPENAI, patches(1500, 2048, 6144)), ["gpt-5-nano", "gpt-5-nano-2025-08-07"]],
  [exactly("o200k_base", GPT_5, OPENAI, OPENAI_SHRUNK), ["gpt-5.4-mini", "gpt-5.4-nano"]],
  [exactly("o200k_base", GPT_5_LONG, OPENAI, OPENAI_SHRUNK), ["gpt-5.4"]],
  [exactly("o200k_base", GPT_5_LONG, OPENAI, patches(1200, 6000, 10_000)), ["gpt-5.5"]],
  [exactly("o200k_base", GPT_5_LONG, OPENAI_LATER, OPENAI_WHOLE), ["gpt-5.6", "gpt-5.6-sol", "gpt-5.6-terra", "gpt-5.6-luna"]],
  [estimated(UNKNOWN_MODEL_MARGIN_MILLI, GPT_5_LONG, OPENAI_LATER, OPENAI_WHOLE), ["gpt-6-astra"]],
];

const ANTHROPIC_FAMILIES: readonly Family[] = [
  [estimated(CLAUDE, sizes(200_000, 32_000), marked(1024), ANTHROPIC_STANDARD), ["claude-opus-4-1", "claude-opus-4-1-20250805"]],
  // A million only with a beta header.
  [
    estimated(CLAUDE, sizes(200_000, 64_000), marked(1024), ANTHROPIC_STANDARD),
    ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929"],
  ],
  [
    estimated(CLAUDE, sizes(200_000, 64_000), marked(4096), ANTHROPIC_STANDARD),
    ["claude-opus-4-5", "claude-opus-4-5-20251101", "claude-haiku-4-5", "claude-haiku-4-5-20251001"],
  ],
  [estimated(CLAUDE, CLAUDE_LONG, marked(4096), ANTHROPIC_STANDARD), ["claude-opus-4-6"]],
  [estimated(CLAUDE, CLAUDE_LONG, marked(1024), ANTHROPIC_STANDARD), ["claude-sonnet-4-6"]],
  [estimated(CLAUDE_LATER, CLAUDE_LONG, marked(2048), ANTHROPIC_FINE), ["claude-opus-4-7"]],
  [estimated(CLAUDE_LATER, CLAUDE_LONG, marked(1024), ANTHROPIC_FINE), ["claude-opus-4-8", "claude-sonnet-5"]],
  [
    estimated(CLAUDE_LATER, CLAUDE_LONG, marked(512), ANTHROPIC_FINE),
    ["claude-opus-5", "claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5", "claude-fable-5-1"],
  ],
  [estimated(CLAUDE_LATER, CLAUDE_LONG, marked(4096), ANTHROPIC_FINE), ["claude-haiku-5-5"]],
];

const GOOGLE_FAMILIES: readonly Family[] = [
  [
    estimated(GEMINI, GEMINI_2, automatic(2048, 0), GEMINI_CROPS),
    ["gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite"],
  ],
  [
    estimated(GEMINI, sizes(1_000_000, 64_000), automatic(4096, 0), GEMINI_FIXED),
    ["gemini-3-pro-preview", "gemini-3.1-pro-preview"],
  ],
  [
    estimated(GEMINI, GEMINI_LATER, automatic(4096, 0), GEMINI_FIXED),
    ["gemini-3-flash-preview", "gemini-3.1-flash-lite", "gemini-3.5-flash", "gemini-3.5-flash-lite", "gemini-3.8-flash"],
  ],
];

export const MODEL_FAMILIES: readonly Family[] = [...OPENAI_FAMILIES, ...ANTHROPIC_FAMILIES, ...GOOGLE_FAMILIES];
