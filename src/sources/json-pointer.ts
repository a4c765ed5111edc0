/**
 * Reads one place of an upstream's answer by JSON Pointer (RFC 6901). Pure.
 * Our own twenty lines, because the packages read inherited members (`/constructor`, `/length`) and data must not reach those.
 */
import { LRUCache } from "lru-cache";
import type { Json } from "./source-result.ts";

/** Reads from a value; undefined where the place does not exist. */
export type PointerReader = (value: Json) => Json | undefined;

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** Parses a pointer once for many reads. Throws TypeError for a text that is no pointer: policies are checked before. */
export function compilePointer(pointer: string): PointerReader {
  if (pointer === "") return (value) => value;
  if (!pointer.startsWith("/")) throw new TypeError(`not a JSON Pointer: ${pointer}`);
  const steps = pointer.slice(1).split("/").map(unescapeStep);
  return (value) => {
    let here: Json | undefined = value;
    for (const step of steps) {
      here = member(here, step);
      if (here === undefined) return undefined;
    }
    return here;
  };
}

// A policy reads the same few places of every answer.
const readers = new LRUCache<string, PointerReader>({ max: 1_000 });

/** Own members and array elements only; undefined where the place does not exist, null where it holds null. */
export function readPointer(value: Json, pointer: string): Json | undefined {
  const reader = readers.get(pointer) ?? compilePointer(pointer);
  readers.set(pointer, reader);
  return reader(value);
}

/** What the place is called: the last part of the pointer, `value` for the whole. */
export const nameOfPlace = (pointer: string): string => unescapeStep(pointer.slice(pointer.lastIndexOf("/") + 1)) || "value";

/** `~1` before `~0`, so that `~01` means `~1` and not `/`. */
function unescapeStep(step: string): string {
  return step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;
}

function member(holder: Json, step: string): Json | undefined {
  if (typeof holder !== "object" || holder === null) return undefined;
  if (isList(holder)) return INDEX.test(step) ? holder[Number(step)] : undefined;
  return Object.hasOwn(holder, step) ? holder[step] : undefined;
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
