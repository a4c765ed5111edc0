/** How many candidates came to what. Pure. */
import type { Core } from "../pipeline/records.ts";

type Counted = Pick<Core, "included" | "missing" | "withheld" | "dropped">;
type Counts = Readonly<Record<string, number>>;

// The frozen lists of one core come together from then on, so they are counted once.
const known = new WeakMap<Core["included"], Counts>();

/** Candidates included, and the others by reason; reasons in code-unit order. */
export function countsOf(core: Counted): Counts {
  if (!Object.isFrozen(core.included)) return counted(core);
  const before = known.get(core.included);
  if (before !== undefined) return before;
  const counts = Object.freeze(counted(core));
  known.set(core.included, counts);
  return counts;
}

function counted({ included, missing, withheld, dropped }: Counted): Counts {
  const counts: Record<string, number> = included.length === 0 ? {} : { included: included.length };
  for (const list of [missing, withheld, dropped]) {
    for (const { reason } of list) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
