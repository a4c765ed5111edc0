/** How long the sides of an image may be for each provider format. Dated data, pure. */
import type { Format } from "../policy/schema/policy-file.ts";
import type { ImageSize } from "./image-size.ts";

/** Most pixels of either side of an image; `many` images of a request, or fewer, may have so long ones. */
export interface ImageSides {
  readonly longest: number;
  readonly many: number;
  readonly longestOfMany: number;
}

/**
 * Null where an image of any size is taken, since the provider shrinks it.
 *
 * As of 2026-11-30. Anthropic's page on vision: 8,000 pixels a side, and 2,000 in a request of more than 20 images, in which every image block
 * counts. An image beyond is refused with the whole request, not shrunk.
 */
export const IMAGE_SIDES: Readonly<Record<Format, ImageSides | null>> = {
  "openai-chat": null,
  "openai-responses": null,
  "anthropic-messages": { longest: 8_000, many: 20, longestOfMany: 2_000 },
  gemini: null,
  text: null,
};

/** Whether one of `count` images of a request is taken. One of unknown size is, but not among many: a photo is mostly longer then. */
export function sidesFit({ longest, many, longestOfMany }: ImageSides, size: ImageSize | null, count: number): boolean {
  if (size === null) return count <= many;
  return Math.max(size.width, size.height) <= (count > many ? longestOfMany : longest);
}
