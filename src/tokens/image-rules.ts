/** The rules by which providers count images, with their figures. Dated data, pure. */

/** How an image of so many pixels is counted; image-tokens.ts has the formulas. */
export type ImageRule =
  /** OpenAI, older: a base and so much for each square of 512 pixels. */
  | { readonly kind: "tiles"; readonly base: number; readonly tile: number }
  /** OpenAI, newer: patches of 32 pixels times a multiplier. `maxPatches`: null where nothing is shrunk to a number of patches. */
  | { readonly kind: "patches"; readonly multiplierMilli: number; readonly maxEdge: number; readonly maxPatches: number | null }
  /** Anthropic: patches of 28 pixels. */
  | { readonly kind: "visual_tokens"; readonly maxEdge: number; readonly maxTokens: number }
  /** Gemini to 2.5: so much for each crop. */
  | { readonly kind: "crops"; readonly perCrop: number }
  /** The same, whatever its size. */
  | { readonly kind: "fixed"; readonly tokens: number };

/*
 * As of 2026-11-30. OpenAI's guide to images and vision, the detail `auto`, which is what a request without one gets: models that it
 * does not list any more (gpt-5-mini, gpt-5-nano, gpt-4.1-nano, o4-mini) have their multiplier from there and the limits of
 * gpt-4.1-mini. Anthropic's pages on vision and on coordinates. Gemini's pages on image understanding and media resolution.
 */

export const tiles = (base: number, tile: number): ImageRule => ({ kind: "tiles", base, tile });

export const patches = (multiplierMilli: number, maxEdge: number, maxPatches: number | null): ImageRule => {
  return { kind: "patches", multiplierMilli, maxEdge, maxPatches };
};

/** gpt-5.4, and what stands in for a model that nobody knows. */
export const OPENAI_SHRUNK = patches(1200, 2048, 2500);
/** gpt-5.6 and later: nothing is shrunk below 65,535 pixels. */
export const OPENAI_WHOLE = patches(1200, 65_535, null);
/** To Opus 4.6, Sonnet 4.6 and Haiku 4.5. */
export const ANTHROPIC_STANDARD: ImageRule = { kind: "visual_tokens", maxEdge: 1568, maxTokens: 1568 };
/** Opus 4.7 and later. */
export const ANTHROPIC_FINE: ImageRule = { kind: "visual_tokens", maxEdge: 2576, maxTokens: 4784 };
export const GEMINI_CROPS: ImageRule = { kind: "crops", perCrop: 258 };
/** From Gemini 3 on, at the resolution that it takes by itself. */
export const GEMINI_FIXED: ImageRule = { kind: "fixed", tokens: 1120 };
export const NO_IMAGE: ImageRule = { kind: "fixed", tokens: 0 };
