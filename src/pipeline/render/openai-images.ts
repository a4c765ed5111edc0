/** What OpenAI's formats take of images. Pure. */
import type { TakenImages } from "./images.ts";

/** Source: OpenAI's guide to images and vision, 2026. */
const OPENAI_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** A message of a tool takes text alone. */
export const CHAT_IMAGES: TakenImages = { types: OPENAI_TYPES, addresses: true, of: ["user"] };
/** The output of a function takes a list with images. */
export const RESPONSES_IMAGES: TakenImages = { types: OPENAI_TYPES, addresses: true, of: ["user", "tool"] };
