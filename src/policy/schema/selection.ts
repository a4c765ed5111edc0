/** Parts of `policy.yaml` that a variant can have otherwise: weights, filters, strategy, layout. Pure. */
import { z } from "zod";
import { Duration } from "./common.ts";

export const STRATEGIES = ["density", "best", "score", "in_order", "top_k", "exact"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const LAYOUTS = ["evidence_first", "conversation_first"] as const;

export const Part = z.number().min(0).max(1);

export const Scoring = z.strictObject({
  relevance: Part.default(0.4).describe("How well it answers the question."),
  trust: Part.default(0.2).describe("How far its source is believed."),
  freshness: Part.default(0.15).describe("How new it is."),
  user_need: Part.default(0.15).describe("How far it is meant for this person."),
  conflict_risk: Part.default(0.1).describe("A penalty: that something else says otherwise."),
});

export const Filters = z.strictObject({
  relevance_floor: Part.default(0).describe("Less relevant is dropped. 0: nothing is."),
  freshness_floor: Part.default(0).describe("Less fresh is dropped as stale. 0: nothing is."),
  freshness_half_life: Duration.default("180d").describe("After this long since published_at, freshness has halved."),
  near_duplicate: Part.default(0.9).describe(
    "Share of common word triples from which a text is left out for one that says all it says. 1: only equal ones.",
  ),
});
