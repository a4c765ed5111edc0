/** Reads own members along a path. Pure. */
import type { Path } from "./locate.ts";

export const isRecord = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === "object" && value !== null;

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let here = root;
  for (const step of path) {
    if (!isRecord(here) || !Object.hasOwn(here, step)) return undefined;
    here = here[step];
  }
  return here;
}
