/** The arguments of a call as the JSON object that some providers demand. Pure. */
import type { JsonRecord } from "../prompt-records.ts";

/** Deeper nesting is kept as text: whoever serialises it may not get to its end. */
const DEEPEST = 64;

/**
 * No arguments are an empty object. What is no JSON object (cut off, a list, a plain text) stays whole as the text of one member,
 * `arguments`: the call and its result keep their places and nothing that the model wrote is lost.
 */
export function argumentsObject(text: string): JsonRecord {
  if (text.trim() === "") return {};
  if (depthOf(text) > DEEPEST) return { arguments: text };
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // The text says it as well as an error would.
  }
  return { arguments: text };
}

const isRecord = (value: unknown): value is JsonRecord => typeof value === "object" && value !== null && !Array.isArray(value);

/** Brackets inside of strings count too: too deep is only ever too careful. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
