/** How far the context can be relied on: computed from what arrived, never asked of a model. Pure; api.md. */
import type { Chosen } from "../../routing/choose.ts";
import type { Confidence, Dropped, Missing } from "../records/core.ts";
import { rounded } from "../rounded.ts";

export interface ConfidenceInput {
  readonly certain: boolean;
  readonly chosen: readonly Pick<Chosen, "piece" | "role">[];
  readonly missing: readonly Missing[];
  /** Stale and over budget; only the stale ones did not arrive. */
  readonly dropped: readonly Dropped[];
}

/**
 * coverage = share of the requested pieces that arrived, primaries counting double; 1 when nothing was requested.
 * high: certain and every primary; medium: coverage ≥ 0.5; low otherwise, and whenever a primary is missing or stale.
 */
export function confidenceOf(input: ConfidenceInput): Confidence {
  const absent = new Map<string, "missing" | "stale">([
    ...input.missing.map((one) => [one.id, "missing"] as const),
    ...input.dropped.filter((one) => one.reason === "stale").map((one) => [one.id, "stale"] as const),
  ]);
  let requested = 0;
  let arrived = 0;
  const reasons = new Set<Confidence["reasons"][number]>();
  if (!input.certain) reasons.add("routing_uncertain");
  for (const { piece, role } of input.chosen) {
    const weight = role === "primary" ? 2 : 1;
    const why = absent.get(piece);
    requested += weight;
    if (why === undefined) arrived += weight;
    else if (role === "secondary") reasons.add("secondary_missing");
    else reasons.add(why === "missing" ? "primary_missing" : "primary_stale");
  }
  const coverage = requested === 0 ? 1 : arrived / requested;
  const lacksPrimary = reasons.has("primary_missing") || reasons.has("primary_stale");
  const level = lacksPrimary || (!input.certain && coverage < 0.5) ? "low" : input.certain ? "high" : "medium";
  return { level, coverage: rounded(coverage, 4), reasons: [...reasons] };
}
