import { describe, expect, test } from "vitest";
import {
  ANTHROPIC_FINE,
  ANTHROPIC_STANDARD,
  GEMINI_CROPS,
  GEMINI_FIXED,
  OPENAI_SHRUNK,
  OPENAI_WHOLE,
  patches,
  tiles,
} from "../../src/tokens/image-rules.ts";
import { imageTokens } from "../../src/tokens/image-tokens.ts";
import { KNOWN_MODELS, lookUpModel } from "../../src/tokens/model-table.ts";

/** The example of an older guide: one token a patch, 1,536 at the most. */
const OLDER_PATCHES = patches(1000, 100_000, 1536);

describe("the providers' own examples", () => {
  test.each([
    ["OpenAI, tiles", tiles(85, 170), 1024, 1024, 765],
    ["OpenAI, tiles", tiles(85, 170), 2048, 4096, 1105],
    ["OpenAI, patches", OPENAI_SHRUNK, 1024, 1024, 1229],
    ["OpenAI, patches", OPENAI_SHRUNK, 2048, 2048, 3000],
    ["OpenAI, patches", OLDER_PATCHES, 1024, 1024, 1024],
    ["OpenAI, patches", OLDER_PATCHES, 1800, 2400, 1452],
    ["Anthropic, to Opus 4.6", ANTHROPIC_STANDARD, 1000, 1000, 1296],
    ["Anthropic, to Opus 4.6", ANTHROPIC_STANDARD, 1920, 1080, 1560],
    ["Anthropic, to Opus 4.6", ANTHROPIC_STANDARD, 1075, 1520, 33 * 47],
    ["Anthropic, from Opus 4.7 on", ANTHROPIC_FINE, 1075, 1520, 39 * 55],
    ["Anthropic, from Opus 4.7 on", ANTHROPIC_FINE, 1920, 1080, 2691],
    ["Anthropic, from Opus 4.7 on", ANTHROPIC_FINE, 3840, 2160, 4784],
    ["Gemini, crops", GEMINI_CROPS, 384, 384, 258],
    ["Gemini, crops", GEMINI_CROPS, 960, 540, 6 * 258],
    ["Gemini 3", GEMINI_FIXED, 4032, 3024, 1120],
  ] as const)("%s: %o, %d × %d pixels", (_, rule, width, height, tokens) => {
    expect(imageTokens(rule, { width, height })).toBe(tokens);
  });

  test("an image on its side costs the same", () => {
    for (const { image } of KNOWN_MODELS) {
      for (const [width, height] of [
        [1920, 1080],
        [4032, 3024],
        [3000, 7],
      ] as const) {
        expect(imageTokens(image, { width: height, height: width })).toBe(imageTokens(image, { width, height }));
      }
    }
  });
});

describe("an image of unknown size costs the most that one can", () => {
  test.each([
    [tiles(85, 170), 85 + 8 * 170],
    [OPENAI_SHRUNK, 3000],
    [patches(1000, 2048, 6144), 4096],
    [OPENAI_WHOLE, 36_000],
    [ANTHROPIC_STANDARD, 1568],
    [ANTHROPIC_FINE, 4784],
    [GEMINI_FIXED, 1120],
  ])("%o: %d", (rule, tokens) => {
    expect(imageTokens(rule, null)).toBe(tokens);
  });

  test("by the rule of every model, whatever the sides: whole, at least 1, never more", () => {
    const sides = [1, 2, 27, 28, 29, 383, 385, 511, 513, 767, 769, 1023, 1568, 2047, 2049, 2576, 6001, 65_535, 2 ** 32 - 1];
    for (const { image } of KNOWN_MODELS) {
      for (const width of sides) {
        for (const height of sides) {
          const tokens = imageTokens(image, { width, height });
          expect(Number.isSafeInteger(tokens) && tokens >= 1 && tokens <= imageTokens(image, null)).toBe(true);
        }
      }
    }
  });

  test("a model without images is charged all the same", () => {
    expect(imageTokens(lookUpModel("o3-mini")?.image ?? GEMINI_FIXED, null)).toBe(1445);
  });
});
