/** The floors of freshness and relevance, the last filters before conflicts. Pure; policy.md, Filters. */
import type { Policy } from "../../policy/snapshot.ts";
import type { Item } from "../candidate.ts";
import { dropLowRelevance, dropStale } from "../drops.ts";
import { roundedUnder } from "../rounded.ts";
import { signalOf } from "../score.ts";
import { type Filter, type Sifted, split } from "./sift.ts";

export const stale: Filter = (items, { policy }) => aboveFloor(items, "freshness", policy.filters);
export const lowRelevance: Filter = (items, { policy }) => aboveFloor(items, "relevance", policy.filters);

export type Floors = Policy["filters"];
type Floored = "freshness" | "relevance";

const DROP_UNDER = { freshness: dropStale, relevance: dropLowRelevance };
const floorOf = (signal: Floored, { freshnessFloor, relevanceFloor }: Floors): number =>
  signal === "freshness" ? freshnessFloor : relevanceFloor;

/** Pins and the lines of failed tools skip floors. */
export const isUnder = (
  { given, replaced, scoring }: Pick<Item, "given" | "replaced" | "scoring">,
  signal: Floored,
  floors: Floors,
): boolean => !given.pinned && !replaced && signalOf(scoring.signals, signal) < floorOf(signal, floors);

function aboveFloor(items: readonly Item[], signal: Floored, floors: Floors): Sifted {
  return split(items, (item) => {
    if (!isUnder(item, signal, floors)) return null;
    const floor = floorOf(signal, floors);
    return DROP_UNDER[signal](item, roundedUnder(signalOf(item.scoring.signals, signal), floor), floor);
  });
}
