/** Digests of policies: what a manifest names, and what a replay loads again. Pure. */
import { createHash } from "node:crypto";

/**
 * `sha256:` and the hex digest over all entries in the order of their names. Each name and each text stands after its length
 * in bytes, so that no two sets of entries give the same input.
 */
export function digestOfEntries(entries: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [name, text] of sorted) {
    hash.update(`${Buffer.byteLength(name)}:${name}${Buffer.byteLength(text)}:${text}`);
  }
  return `sha256:${hash.digest("hex")}`;
}
