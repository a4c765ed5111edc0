/** What is said of a model besides its name: limits, encoding, caching of prefixes, cost of images. Pure types and their shorthands. */
import type { Encoding } from "./encodings.ts";
import type { ImageRule } from "./image-rules.ts";

export interface CacheRules {
  /** `marked`: only what the request marks; `automatic`: the provider looks for prefixes itself; `none`: nothing is cached. */
  readonly kind: "marked" | "automatic" | "none";
  /** A prefix with fewer tokens is not cached, and nobody says so; 0 where nothing is cached. */
  readonly minTokens: number;
  /** Most marks that a request may carry; 0 where it needs none. */
  readonly maxMarks: number;
  /** Blocks that the provider looks at from a mark backwards for what an earlier request left, the mark's own among them; 0 without marks. */
  readonly lookback: number;
  /** How long what nobody reads is kept at the least, where the provider says so; seconds. */
  readonly ttlSeconds: number;
}

export interface ModelFacts {
  /** Tokens the model takes in all, prompt and answer. */
  readonly window: number;
  /** Tokens it can write at the most, reasoning included. */
  readonly outputLimit: number;
  /** Tokens kept free for the answer, reasoning included, where the policy says nothing. */
  readonly reserveOutput: number;
  readonly encoding: Encoding;
  /** False where the encoding only approximates the model's own tokenizer. */
  readonly exact: boolean;
  /** Thousandths to multiply a count with: 1,000 where it is exact, more where it is an estimate. */
  readonly marginMilli: number;
  readonly cache: CacheRules;
  readonly image: ImageRule;
}

export const NO_CACHE: CacheRules = { kind: "none", minTokens: 0, maxMarks: 0, lookback: 0, ttlSeconds: 0 };

/** The provider looks for the longest prefix that it knows. */
export const automatic = (minTokens: number, ttlSeconds: number): CacheRules => {
  return { kind: "automatic", minTokens, maxMarks: 0, lookback: 0, ttlSeconds };
};

/** Anthropic: up to four marks, each found from 20 blocks on, five minutes from the last read. */
export const marked = (minTokens: number): CacheRules => {
  return { kind: "marked", minTokens, maxMarks: 4, lookback: 20, ttlSeconds: 300 };
};
