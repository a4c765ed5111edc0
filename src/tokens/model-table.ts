/** What is known of models by their exact names: window, default output reserve, encoding. Dated data, pure. */
import type { Encoding } from "./encodings.ts";

/*
 * As of 2026-10-04. Names are listed one by one: a model that is not here must state its window in the policy.
 *
 * Windows and output limits: the model profiles in @langchain/openai 1.6.0 (2026-09-27) and @langchain/anthropic 1.5.11
 * (2026-09-22), both generated from models.dev. Encodings: openai/tiktoken, tiktoken/model.py (2026-10-04), which maps every
 * name that begins with "gpt-5" to o200k_base; gpt-6 is not mapped there, so it is not listed here.
 *
 * Anthropic publishes no tokenizer since Claude 3. The margin over o200k_base is our own estimate from measured ratios and
 * field reports (1.2 to 1.5 up to Opus 4.6, to 1.76 with the tokenizer of Opus 4.7 and later): a bound for a window test, too
 * high for a bill.
 */

export interface KnownModel {
  readonly name: string;
  /** Tokens the model takes in all, prompt and answer. */
  readonly window: number;
  /** Tokens kept free for the answer, reasoning included, where the policy says nothing. */
  readonly reserveOutput: number;
  readonly encoding: Encoding;
  /** False where the encoding only approximates the model's own tokenizer. */
  readonly exact: boolean;
  /** Thousandths to multiply a count with: 1,000 where it is exact, more where it is an estimate. */
  readonly marginMilli: number;
}

/** For a model that is not listed: our own bound, as for the estimated ones; too high for a bill, safe for a window. */
export const UNKNOWN_MODEL_MARGIN_MILLI = 1500;

type Family = Omit<KnownModel, "name">;

/** Enough for a long answer; every model listed with it can write as much. */
const ANSWER = 4096;
/** What OpenAI's guide to reasoning models advises to reserve for reasoning and answer together. */
const REASONING = 25_000;

const exactly = (encoding: Encoding, window: number, reserveOutput: number): Family => {
  return { window, reserveOutput, encoding, exact: true, marginMilli: 1000 };
};
const estimated = (marginMilli: number, window: number): Family => {
  return { window, reserveOutput: ANSWER, encoding: "o200k_base", exact: false, marginMilli };
};

const FAMILIES: readonly (readonly [Family, readonly string[]])[] = [
  [exactly("cl100k_base", 16_385, ANSWER), ["gpt-3.5-turbo", "gpt-3.5-turbo-1106", "gpt-3.5-turbo-0125"]],
  // The answer counts towards this window, which is small: a quarter of it.
  [exactly("cl100k_base", 8192, 2048), ["gpt-4", "gpt-4-0613"]],
  [exactly("cl100k_base", 128_000, ANSWER), ["gpt-4-turbo", "gpt-4-turbo-2024-04-09"]],
  [
    exactly("o200k_base", 128_000, ANSWER),
    ["gpt-4o", "gpt-4o-2024-05-13", "gpt-4o-2024-08-06", "gpt-4o-2024-11-20", "gpt-4o-mini", "gpt-4o-mini-2024-07-18"],
  ],
  [
    exactly("o200k_base", 1_047_576, ANSWER),
    ["gpt-4.1", "gpt-4.1-2025-04-14", "gpt-4.1-mini", "gpt-4.1-mini-2025-04-14", "gpt-4.1-nano", "gpt-4.1-nano-2025-04-14"],
  ],
  [
    exactly("o200k_base", 200_000, REASONING),
    ["o1", "o1-2024-12-17", "o3", "o3-2025-04-16", "o3-mini", "o3-mini-2025-01-31", "o4-mini", "o4-mini-2025-04-16"],
  ],
  // From here on the prompt has a limit of its own, 272,000 and 922,000 tokens: the window less the longest answer.
  [
    exactly("o200k_base", 400_000, 128_000),
    [
      "gpt-5",
      "gpt-5-2025-08-07",
      "gpt-5-mini",
      "gpt-5-mini-2025-08-07",
      "gpt-5-nano",
      "gpt-5-nano-2025-08-07",
      "gpt-5.1",
      "gpt-5.2",
      "gpt-5.4-mini",
      "gpt-5.4-nano",
    ],
  ],
  [exactly("o200k_base", 1_050_000, 128_000), ["gpt-5.4", "gpt-5.5", "gpt-5.6", "gpt-5.6-sol", "gpt-5.6-terra", "gpt-5.6-luna"]],
  [
    estimated(1350, 200_000),
    [
      "claude-opus-4-1",
      "claude-opus-4-1-20250805",
      "claude-opus-4-5",
      "claude-opus-4-5-20251101",
      // A million only with a beta header.
      "claude-sonnet-4-5",
      "claude-sonnet-4-5-20250929",
      "claude-haiku-4-5",
      "claude-haiku-4-5-20251001",
    ],
  ],
  [estimated(1350, 1_000_000), ["claude-opus-4-6", "claude-sonnet-4-6"]],
  [estimated(1750, 1_000_000), ["claude-opus-4-7", "claude-opus-4-8", "claude-opus-5", "claude-sonnet-5", "claude-fable-5"]],
];

export const KNOWN_MODELS: readonly KnownModel[] = FAMILIES.flatMap(([family, names]) =>
  names.map((name) => ({ name, ...family })),
);

const BY_NAME: ReadonlyMap<string, KnownModel> = new Map(KNOWN_MODELS.map((model) => [model.name, model]));

/** The model of exactly this name, or null: no prefixes, no likeness, upper and lower case differ. */
export function lookUpModel(name: string): KnownModel | null {
  return BY_NAME.get(name) ?? null;
}
