/** What is said of a model besides its name: limits, encoding, caching of prefixes, cost of images. Pure types and their shorthands. */
import type { Encoding } from "./encodings.ts";

export interface CacheRules {
  /** `marked`: only what the request marks; `automatic`: the provider looks for prefixes itself; `none`: nothing is cached. */
  readonly kind: "marked" | "automatic" | "none";
  /** A prefix with fewer tokens is not cached, and nobody says so; 0 where nothing is cached. */
  readonly minTokens: number;
  /** Most marks that a request may carry; 0 where it needs none. */
  readonly maxMarks: number;
  /** How long what nobody reads is kept at the least, where the provider says so; seconds. */
  readonly ttlSeconds: number;
}

/** How the provider counts an image of so many pixels; `image-tokens.ts` has the formulas. */
export type ImageRule =
  /** OpenAI, older: a base and so much for each square of 512 pixels. */
  | { readonly kind: "tiles"; readonly base: number; readonly tile: number }
  /** OpenAI, newer: patches of 32 pixels times a multiplier. `maxPatches`: null where nothing is shrunk to a number of patches. */
  | { readonly kind: "patches"; readonly multiplierMilli: number; readonly maxEdge: number; readonly maxPatches: number | null }
  /** Anthropic: patches of 28 pixels. */
  | { readonly kind: "visual_tokens"; readonly maxEdge: number; readonly maxTokens: number }
  /** Gemini to 2.5: so much for each crop. */
  | { readonly kind: "crops"; readonly perCrop: number }
  /** The same, whatever its size; also for models that take none, where nobody can say. */
  | { readonly kind: "fixed"; readonly tokens: number };

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

export const NO_CACHE: CacheRules = { kind: "none", minTokens: 0, maxMarks: 0, ttlSeconds: 0 };

/** The provider looks for the longest prefix that it knows. */
export const automatic = (minTokens: number, ttlSeconds: number): CacheRules => {
  return { kind: "automatic", minTokens, maxMarks: 0, ttlSeconds };
};

/** Anthropic: up to four marks, five minutes from the last read. */
export const marked = (minTokens: number): CacheRules => ({ kind: "marked", minTokens, maxMarks: 4, ttlSeconds: 300 });

export const tiles = (base: number, tile: number): ImageRule => ({ kind: "tiles", base, tile });

export const patches = (multiplierMilli: number, maxEdge: number, maxPatches: number | null): ImageRule => {
  return { kind: "patches", multiplierMilli, maxEdge, maxPatches };
};
