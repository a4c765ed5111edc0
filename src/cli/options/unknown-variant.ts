/** Whether `--as` names a variant that no policy has, of those that are read and those that were recorded. Pure. */

import { variantsOf } from "../../policy/experiments.ts";
import type { Snapshot } from "../../policy/snapshot.ts";
import type { BulkRow } from "../../service/replay/bulk.ts";

/**
 * The fault, with the variants that there are; null where a policy has it, or where none is asked for. `rows`: what was run; with none
 * the policies alone tell.
 */
export function unknownVariant(
  as: string | null,
  rows: readonly Pick<BulkRow, "result">[],
  { policies }: Pick<Snapshot, "policies">,
): string | null {
  if (as === null || rows.some(({ result }) => !("notConcerned" in result))) return null;
  const loaded = [...policies.values()].flatMap(variantsOf);
  if (loaded.includes(as)) return null;
  const recorded = rows.flatMap(({ result }) => ("notConcerned" in result ? result.notConcerned : []));
  const known = [...new Set([...loaded, ...recorded])].sort();
  const expected = known.length === 0 ? "a variant of a policy (none has an experiment)" : `one of ${known.join(", ")}`;
  return `--as: expected ${expected}, got "${as}"`;
}
