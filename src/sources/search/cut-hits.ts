/** Which hits of those that a caller may see are used: the first k above the floor. Pure. */
import type { SearchSource } from "../../policy/compile-search.ts";
import type { Hit } from "./hit.ts";

export interface CutHits {
  /** At most k, in the order given. */
  readonly used: readonly Hit[];
  readonly left: readonly { readonly hit: Hit; readonly reason: "below_floor" | "outside_k" }[];
}

/**
 * `hits` are those that the caller may see and that are in force, in the service's order: cut before that, a hidden hit
 * would take the place of a visible one. Without a score a hit is not known to reach the floor, so it is below.
 */
export function cutHits(hits: readonly Hit[], { k, floor }: Pick<SearchSource, "k" | "floor">): CutHits {
  const used: Hit[] = [];
  const left: CutHits["left"][number][] = [];
  for (const hit of hits) {
    if (floor !== null && (hit.score ?? Number.NEGATIVE_INFINITY) < floor) left.push({ hit, reason: "below_floor" });
    else if (used.length === k) left.push({ hit, reason: "outside_k" });
    else used.push(hit);
  }
  return { used, left };
}
