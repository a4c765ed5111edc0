/** How many candidates came to what. Pure. */
import type { Core } from "../pipeline/records.ts";

/** Candidates included, and the others by reason; reasons in code-unit order. */
export function countsOf({
  included,
  missing,
  withheld,
  dropped,
}: Pick<Core, "included" | "missing" | "withheld" | "dropped">): Readonly<Record<string, number>> {
  const counts: Record<string, number> = included.length === 0 ? {} : { included: included.length };
  for (const list of [missing, withheld, dropped]) {
    for (const { reason } of list) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
