/**
 * Decisions against what arrived: how each is made. Pure; docs/reasons.md. Records keep the members in the order in which they are written
 * here.
 */
import type { Piece } from "../policy/snapshot.ts";
import type { Role } from "../routing/records.ts";
import type { Fact, Item, ItemFault, NearDuplicate } from "./candidate.ts";
import type { Drop, FilterDrop, Loss, OutdatedDetail } from "./drop.ts";
import type { CurrencyFault } from "./filter/current.ts";
import type { Outdated } from "./given.ts";
import type { Refusal } from "./pack/state.ts";
import type { Dropped } from "./records/core.ts";
import type { FoundRecord } from "./records/retrieval.ts";
import { rounded } from "./rounded.ts";

/** Against an item of the request. */
interface OfItem extends Pick<Item, "given"> {
  readonly scoring: Pick<Item["scoring"], "score">;
}

const byFilter = <Reason extends FilterDrop["reason"], Detail>({ given, scoring }: OfItem, reason: Reason, detail: Detail) => ({
  id: given.id,
  kind: given.kind,
  stage: "filter" as const,
  reason,
  role: null,
  score: rounded(scoring.score, 2),
  detail,
});

/** Nothing visible is in it. */
export const dropInvalid = (item: OfItem): Drop => byFilter(item, "invalid", {});

export const dropCopy = (item: OfItem, of: string): Drop => byFilter(item, "duplicate", { of });

export function dropOutdated(item: OfItem, fault: ItemFault): Drop {
  if ("rule" in fault) return byFilter(item, fault.reason, outdatedDetail(fault));
  if (fault.reason === "superseded") return byFilter(item, fault.reason, { by: fault.by });
  return byFilter(item, fault.reason, { at: instantOf(fault.at) });
}

/** `value`: as shown, under the floor. */
export const dropStale = (item: OfItem, value: number, floor: number): Drop =>
  byFilter(item, "stale", { freshness: value, floor });
export const dropLowRelevance = (item: OfItem, value: number, floor: number): Drop =>
  byFilter(item, "low_relevance", { relevance: value, floor });

/** A candidate that stands in another, or nearly, is decided with the room. */
const heldBack = ({ given, kind, scoring }: Item) =>
  ({ id: given.id, kind, stage: "filter", role: null, score: rounded(scoring.score, 2) }) as const;

export const dropNear = (item: Item, near: NearDuplicate): Drop => ({
  ...heldBack(item),
  reason: "near_duplicate",
  detail: { of: near.of, similarity: near.similarity },
});

/** `holder`: what went in and holds it. */
export const dropContained = (item: Item, holder: string | null): Drop => ({
  ...heldBack(item),
  reason: "contained",
  detail: { in: holder },
});

/** Against a section or hit that was found: with the number that it was held against, or what replaces it. */
export function dropFound(
  { id, outcome, rank, score }: FoundRecord,
  { k, floor }: { readonly k: number; readonly floor: number | null },
  fault: CurrencyFault | null,
): Drop {
  const base = { id, kind: "document", stage: "filter", role: null, score: null } as const;
  if (fault?.reason === "superseded") return { ...base, reason: fault.reason, detail: { by: fault.by } };
  if (fault !== null) return { ...base, reason: fault.reason, detail: { at: instantOf(fault.at) } };
  if (outcome === "outside_k") return { ...base, reason: "outside_k", detail: { rank, k, bm25: score } };
  return { ...base, reason: "below_floor", detail: { rank, floor, bm25: score } };
}

/** Against a fact that arrived and is not current. */
export const dropStaleFact = ({ id, freshFor }: Piece, role: Role, measuredAtMs: number | null): Drop => ({
  id,
  kind: "fact",
  stage: "filter",
  reason: "stale",
  role,
  score: null,
  detail: {
    measured_at: measuredAtMs === null ? null : instantOf(measuredAtMs),
    fresh_for: freshFor === "day" ? "day" : `${freshFor}ms`,
  },
});

/** Against a turn that no provider takes, or that says what the memory has replaced. */
export function dropTurn(id: string, fault: "group_incomplete" | "invalid" | Outdated): Drop {
  const base = { id, kind: "turn", stage: "filter" } as const;
  if (typeof fault === "string") return { ...base, reason: fault, role: null, score: null, detail: {} };
  return { ...base, reason: fault.reason, role: null, score: null, detail: outdatedDetail(fault) };
}

const lost = (loss: Loss) => ({ stage: "conflict", reason: "lost_conflict", detail: { ...loss } }) as const;

export const dropLoser = ({ given, kind, scoring }: Item, loss: Loss): Drop => ({
  ...{ id: given.id, kind, role: null, score: rounded(scoring.score, 2) },
  ...lost(loss),
});
export const dropLosingFact = ({ piece, role }: Fact, loss: Loss): Drop => ({
  ...{ id: piece.id, kind: "fact" as const, role, score: null },
  ...lost(loss),
});

/** Against what had no room; `role` of a fact, `score` of an item. */
export function dropRefused(
  { id, kind, role = null, score = null }: Pick<Dropped, "id" | "kind"> & Partial<Pick<Dropped, "role" | "score">>,
  { reason, tokens, left, turns }: Refusal,
): Drop {
  const base = { id, kind, stage: "pack" } as const;
  if (reason === "older_turn") return { ...base, reason, role, score, detail: { tokens, left, ...turns } };
  return { ...base, reason, role, score, detail: { tokens, left } };
}

const instantOf = (ms: number): string => new Date(ms).toISOString();

const outdatedDetail = ({ by, rule, statement }: Outdated): OutdatedDetail => ({
  ...(by === null ? {} : { by }),
  rule,
  statement,
});
