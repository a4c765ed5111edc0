/** What a value is, said without saying the value. Pure. */
import { isBlank } from "../policy/clean-value.ts";
import { codePoints } from "./wire/text.ts";

/** A word that stands for itself in lists of allowed values: never long enough, or free enough, to be a text of a person. */
const WORD = /^[A-Za-z0-9_.-]{1,24}$/;

/** `null`, `number`, `array`, `text of 12 characters`: the type, and the size where the size may be the fault. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number out of range";
  if (typeof value !== "string") return typeof value;
  if (value === "") return "empty text";
  return isBlank(value) ? "blank text" : `text of ${codePoints(value)} characters`;
}

/** For fields that take one of a few words: the word itself where it is one. */
export const describeWord = (value: unknown): string =>
  typeof value === "string" && WORD.test(value) ? JSON.stringify(value) : describeValue(value);
