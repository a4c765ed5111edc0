/** What OpenAI takes of an image, in either of its formats. Pure. */
import type { TurnPart } from "../given.ts";
import { imageOf, NOT_SENT } from "./images.ts";

/** Source: OpenAI's guide to images and vision, 2026. */
export const OPENAI_IMAGES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** A part as OpenAI takes it: an image that it refuses is said in words. */
export const openaiPart = (part: TurnPart): TurnPart =>
  part.type === "text" || imageOf(part.url, OPENAI_IMAGES) !== null ? part : { type: "text", text: NOT_SENT };
