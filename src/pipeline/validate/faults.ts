/** What every provider demands alike of a payload. Pure. */
import { isBlank } from "../../policy/clean-value.ts";
import type { JsonRecord } from "../records/prompt.ts";

export interface Fault {
  /** JSON Pointer into the payload. */
  readonly at: string;
  /** What the provider demands there. */
  readonly rule: string;
}

export interface Faults {
  readonly found: readonly Fault[];
  /** Notes the rule where it does not hold. */
  readonly demand: (holds: boolean, at: string, rule: string) => void;
}

export function collectFaults(): Faults {
  const found: Fault[] = [];
  return {
    found,
    demand(holds, at, rule) {
      if (!holds) found.push({ at, rule });
    },
  };
}

export const hasText = (text: string): boolean => !isBlank(text);

export const isOutputCap = (tokens: number, least = 1): boolean => Number.isSafeInteger(tokens) && tokens >= least;

export const KEY_RULE = "a cache key has 1 to 64 characters";
export const isCacheKey = (key: string | undefined): boolean => key === undefined || (key.length > 0 && key.length <= 64);

const FUNCTION_NAME = /^[A-Za-z0-9_-]{1,64}$/;
export const NAME_RULE = "a function's name has 1 to 64 letters, digits, _ or -";
export const isFunctionName = (name: string): boolean => FUNCTION_NAME.test(name);

/** Two lists with the same members, each once in both. */
export function isPairing(calls: readonly string[], results: readonly string[]): boolean {
  const [called, answered] = [new Set(calls), new Set(results)];
  return called.size === calls.length && answered.size === results.length && called.size === answered.size
    ? calls.every((id) => answered.has(id))
    : false;
}

export const isPlainObject = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);
