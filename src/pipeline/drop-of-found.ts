/** The decision against a section or hit that was found and not chosen. Pure. */
import type { CurrencyFault } from "./current.ts";
import type { Dropped } from "./records.ts";
import type { FoundRecord } from "./retrieval-records.ts";

/** With the number that it was held against, or what replaces it. */
export function dropOfFound(
  { id, outcome, rank, score }: FoundRecord,
  { k, floor }: { readonly k: number; readonly floor: number | null },
  fault: CurrencyFault | null,
): Dropped {
  const base = { id, kind: "document", stage: "filter", role: null, score: null } as const;
  if (fault !== null) {
    const detail = fault.reason === "superseded" ? { by: fault.by } : { at: new Date(fault.at).toISOString() };
    return { ...base, reason: fault.reason, detail };
  }
  if (outcome === "outside_k") return { ...base, reason: "outside_k", detail: { rank, k, bm25: score } };
  return { ...base, reason: "below_floor", detail: { rank, floor, bm25: score } };
}
