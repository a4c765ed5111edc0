/** Finds what parses as JSON and still cannot be kept or hashed: lone surrogates, NUL, nesting without end. Pure. */
import { pointerTo } from "../service/pointer.ts";

export interface Unfit {
  readonly pointer: string;
  readonly message: string;
}

/** The first unfit place in document order, or null. An object or array inside nothing has depth 1. */
export function findUnfit(value: unknown, maxDepth: number): Unfit | null {
  return search(value, { path: [], maxDepth });
}

/** The recursion is bounded by `maxDepth`. */
function search(value: unknown, at: { readonly path: string[]; readonly maxDepth: number }): Unfit | null {
  if (typeof value === "string") return unfitText(value, at.path);
  if (typeof value !== "object" || value === null) return null;
  if (at.path.length >= at.maxDepth) return { pointer: pointerTo(at.path), message: `nested deeper than ${at.maxDepth} levels` };
  // A parsed value has nothing but members of its own.
  for (const key in value) {
    at.path.push(key);
    const unfit = unfitText(key, at.path) ?? search((value as Readonly<Record<string, unknown>>)[key], at);
    if (unfit !== null) return unfit;
    at.path.pop();
  }
  return null;
}

function unfitText(text: string, path: readonly string[]): Unfit | null {
  if (text.includes("\0")) return { pointer: pointerTo(path.map(visible)), message: "holds a NUL character" };
  if (!text.isWellFormed()) return { pointer: pointerTo(path.map(visible)), message: "holds half of a surrogate pair" };
  return null;
}

const visible = (step: string): string => step.replaceAll("\0", "\u{fffd}");
