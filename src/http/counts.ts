/** How many candidates came to what. Pure. */
import type { Core } from "../pipeline/records/core.ts";
import type { DecidedPrompt } from "../service/service-types.ts";

type Counted = Pick<Core, "included" | "missing" | "withheld" | "dropped">;
type Counts = Readonly<Record<string, number>>;

// Those of a settled core are counted once.
const known = new WeakMap<object, Counts>();

/** Candidates included, and the others by reason; reasons in code-unit order. `settled`: of that core, where it is. */
export function countsOf(core: Counted, settled: DecidedPrompt["settled"]): Counts {
  if (settled === null) return counted(core);
  const before = known.get(settled);
  if (before !== undefined) return before;
  const counts = Object.freeze(counted(core));
  known.set(settled, counts);
  return counts;
}

function counted({ included, missing, withheld, dropped }: Counted): Counts {
  const counts: Record<string, number> = included.length === 0 ? {} : { included: included.length };
  for (const list of [missing, withheld, dropped]) {
    for (const { reason } of list) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
