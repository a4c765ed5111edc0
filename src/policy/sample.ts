/** Reads a source's sample as the pipeline reads its answers. Pure. */
import { readPointer } from "../sources/json-pointer.ts";
import type { Json } from "../sources/source-result.ts";

/** The fact at a pointer; null where there is none. */
export const factAt = (sample: Json, pointer: string): Json => readPointer(sample, pointer) ?? null;

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The names a line may use: the members of the fact, or `value` for a plain fact and a list. */
export const namesIn = (fact: Json): readonly string[] => (isObject(fact) ? Object.keys(fact) : ["value"]);

/** The value of a name; undefined where the fact has none. */
export function sampleMember(fact: Json, name: string): Json | undefined {
  if (!isObject(fact)) return name === "value" ? fact : undefined;
  return Object.hasOwn(fact, name) ? fact[name] : undefined;
}
