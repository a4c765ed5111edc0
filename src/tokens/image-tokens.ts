/** What an image costs by its provider's published formula. Pure; sources in image-rules.ts. */

import type { ImageRule } from "./image-rules.ts";
import type { ImageSize } from "./image-size.ts";

/** OpenAI refuses an image that needs more patches, whatever the detail. */
const MOST_PATCHES = 30_000;
/** Nobody publishes a maximum; of 3,072 pixels, to which older models shrank what is longer, it is as many. */
const MOST_CROPS = 24;

/** Tokens of an image; of an image whose size nobody knows, the most that one can cost. */
export function imageTokens(rule: ImageRule, size: ImageSize | null): number {
  switch (rule.kind) {
    case "tiles":
      return rule.base + rule.tile * (size === null ? LONGEST_TILED : tilesOf(size));
    case "patches":
      return Math.ceil(((size === null ? mostPatches(rule) : patchesOf(rule, size)) * rule.multiplierMilli) / 1000);
    case "visual_tokens":
      return size === null ? rule.maxTokens : visualTokens(rule, size);
    case "crops":
      return rule.perCrop * (size === null ? MOST_CROPS : cropsOf(size));
    case "fixed":
      return rule.tokens;
  }
}

/** Tiles of 2,048 by 768 pixels, the largest size that is left after shrinking. */
const LONGEST_TILED = 8;

/** Within 2,048 by 2,048, then the shorter side to 768; never enlarged. */
function tilesOf(size: ImageSize): number {
  const fitted = within(size, 2048);
  const shorter = Math.min(fitted.width, fitted.height);
  const scale = shorter > 768 ? 768 / shorter : 1;
  return cover({ width: Math.floor(fitted.width * scale), height: Math.floor(fitted.height * scale) }, 512);
}

type Patches = Extract<ImageRule, { kind: "patches" }>;

const mostPatches = ({ maxEdge, maxPatches }: Patches): number =>
  Math.min(maxPatches ?? MOST_PATCHES, cover({ width: maxEdge, height: maxEdge }, 32));

function patchesOf({ maxEdge, maxPatches }: Patches, size: ImageSize): number {
  const { width, height } = within(size, maxEdge);
  const patches = cover({ width, height }, 32);
  if (maxPatches === null) return Math.min(patches, MOST_PATCHES);
  if (patches <= maxPatches) return patches;
  const shrink = Math.sqrt((32 ** 2 * maxPatches) / (width * height));
  const whole = (pixels: number): number => Math.floor((pixels * shrink) / 32) / ((pixels * shrink) / 32);
  const scale = shrink * Math.min(whole(width), whole(height));
  // A sliver shrinks to less than one patch of one side, for which the formula gives nothing.
  const shrunk = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  return scale > 0 ? Math.min(maxPatches, cover(shrunk, 32)) : maxPatches;
}

type Visual = Extract<ImageRule, { kind: "visual_tokens" }>;

/** The largest size with the same proportions whose padded sides and patches are within the limits. */
function visualTokens({ maxEdge, maxTokens }: Visual, { width, height }: ImageSize): number {
  const long = Math.max(width, height);
  const ratio = long / Math.min(width, height);
  const sizeOf = (edge: number): ImageSize => ({ width: edge, height: Math.max(1, roundHalfToEven(edge / ratio)) });
  const fits = (size: ImageSize): boolean =>
    Math.ceil(size.width / 28) * 28 <= maxEdge && Math.ceil(size.height / 28) * 28 <= maxEdge && cover(size, 28) <= maxTokens;
  if (fits({ width, height })) return cover({ width, height }, 28);
  let [fitting, tooLong] = [1, long];
  while (fitting + 1 < tooLong) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(sizeOf(middle))) fitting = middle;
    else tooLong = middle;
  }
  return cover(sizeOf(fitting), 28);
}

/** As the provider rounds. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** One crop up to 384 by 384; else crops of two thirds of the shorter side, 256 pixels at the least. */
function cropsOf(size: ImageSize): number {
  if (size.width <= 384 && size.height <= 384) return 1;
  const edge = Math.max(256, Math.floor(Math.min(size.width, size.height) / 1.5));
  return Math.min(MOST_CROPS, cover(size, edge));
}

/** Shrunk so that neither side is longer; in whole pixels. */
function within({ width, height }: ImageSize, maxEdge: number): ImageSize {
  const scale = Math.min(1, maxEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Squares of `edge` pixels that cover it. */
const cover = ({ width, height }: ImageSize, edge: number): number => Math.ceil(width / edge) * Math.ceil(height / edge);
