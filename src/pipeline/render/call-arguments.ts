/** The arguments of a call as the JSON object that some providers demand. Pure. */
import { inexactAsText } from "../../text/json/exact-numbers.ts";
import { repeatedMembers } from "../../text/json/repeated-members.ts";
import type { JsonRecord } from "../records/prompt.ts";

/** Deeper nesting is kept as text: whoever serialises it may not get to its end. */
const DEEPEST = 64;

/**
 * No arguments are an empty object. What is no JSON object (cut off, a list, a plain text), and one that gives a member twice, stays
 * whole as the text of one member, `arguments`: the call and its result keep their places and nothing that the model wrote is lost. A
 * number that double precision would change is the string of its digits.
 */
export function argumentsObject(text: string): JsonRecord {
  if (text.trim() === "") return {};
  return objectOf(text) === null ? { arguments: text } : JSON.parse(inexactAsText(text));
}

/** Whether `argumentsObject` makes strings of numbers in it. */
export const hasInexactNumbers = (text: string): boolean => objectOf(text) !== null && inexactAsText(text) !== text;

function objectOf(text: string): JsonRecord | null {
  if (depthOf(text) > DEEPEST) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && repeatedMembers(text, value).length === 0 ? value : null;
  } catch {
    // The text says it as well as an error would.
    return null;
  }
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
