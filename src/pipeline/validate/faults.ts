/** What every provider demands alike of a payload. Pure. */
import { isBlank } from "../../policy/clean-value.ts";

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

interface NamedTool {
  readonly name: string;
  /** The JSON Schema of its input. */
  readonly schema: { readonly [member: string]: unknown };
}

export function demandTools({ demand }: Faults, at: string, tools: readonly NamedTool[] | undefined): void {
  if (tools === undefined) return;
  demand(tools.length > 0, at, "a list of tools is not empty");
  demand(new Set(tools.map(({ name }) => name)).size === tools.length, at, "no two tools have one name");
  for (const [index, { name, schema }] of tools.entries()) {
    demand(isFunctionName(name), `${at}/${index}`, NAME_RULE);
    demand((schema["type"] ?? "object") === "object", `${at}/${index}`, "a tool's input is an object");
  }
}

/** For a provider that takes so many tools and no more. */
export function demandToolCount({ demand }: Faults, most: number | null, tools: readonly unknown[] | undefined): void {
  if (most !== null) demand((tools?.length ?? 0) <= most, "/tools", `there are at most ${most} tools`);
}

/** Two lists with the same members, each once in both. */
export function isPairing(calls: readonly string[], results: readonly string[]): boolean {
  const [called, answered] = [new Set(calls), new Set(results)];
  return called.size === calls.length && answered.size === results.length && called.size === answered.size
    ? calls.every((id) => answered.has(id))
    : false;
}

export const isPlainObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
