/**
 * Which items say again what another says: copies, near duplicates, and texts that stand inside others. Pure but for the memo of
 * fingerprints. The result depends on the items alone, not on their order.
 *
 * Settled in this order: copies of a text (the best-ranked stays), near duplicates among those that stay, what stands inside others among
 * those that still stay. No item is in two lists. Bounds for hostile input, and so what is missed: `MOST_COMPARED` near duplicates,
 * `MOST_TRIES` and `MOST_CONTAINERS` for containment; copies are always found.
 */
import { byId, byRank, type Compared, type Group, groupByText } from "./compared.ts";
import { findContained, MOST_CONTAINERS } from "./contained-texts.ts";
import { type FoundNear, findNearDuplicates, type NearTexts } from "./near-duplicates.ts";

export interface Duplicates {
  /** Copies of the same normalised text; `of` is the best-ranked copy that stays. By id, like all lists here. */
  readonly exact: readonly { readonly id: string; readonly of: string }[];
  /**
   * All its sentences stand inside another text, or it is that of a fixed item: counts as such only while one of `in` goes into the
   * prompt. Fixed ones of the same text first, then those that hold it in one piece, then near duplicates that say more; each by rank.
   */
  readonly contained: readonly { readonly id: string; readonly in: readonly string[] }[];
  /** Like `contained`, of a better-ranked text that says all it says. */
  readonly near: readonly FoundNear[];
}

/**
 * What is said more than once. Of equals stays: pinned, then given value, relevance, trust, the smaller id. Pinned items are never near
 * duplicates and never stand inside others, but a copy of a text is one even if pinned. `nearDuplicate`: the least Jaccard similarity of
 * near duplicates, 0 to 1; null looks for none.
 */
export function findDuplicates(items: readonly Compared[], nearDuplicate: number | null): Duplicates {
  const groups = groupByText(items);
  const { near, fuller } = nearDuplicate === null ? NO_NEAR : findNearDuplicates(groups, nearDuplicate);
  const inside = findContained(groups, new Set(near.map(({ id }) => id)));
  return {
    exact: groups.flatMap((group) => (group.copies.length === 0 ? NONE : copiesOf(group))).sort(byId),
    contained: containedOf(groups, inside, fuller).sort(byId),
    near: [...near].sort(byId),
  };
}

const NO_NEAR: NearTexts = { near: [], fuller: new Map() };

const NONE: Duplicates["exact"][number][] = [];

const copiesOf = ({ stays, copies }: Group): Duplicates["exact"][number][] =>
  stays === null ? [] : copies.map(({ id }) => ({ id, of: stays.id }));

/** The one that stays of a text which a fixed item has as well is contained in that item: it is needed if that one is cut. */
function containedOf(
  groups: readonly Group[],
  inside: ReadonlyMap<string, readonly string[]>,
  fuller: ReadonlyMap<string, readonly string[]>,
): Duplicates["contained"][number][] {
  const contained: Duplicates["contained"][number][] = [];
  for (const { stays, fixed } of groups) {
    if (stays === null) continue;
    const { id } = stays;
    const outer = inside.get(id);
    const more = fuller.get(id);
    if (fixed.length === 0 && outer === undefined && more === undefined) continue;
    const same = [...fixed].sort(byRank).map((one) => one.id);
    contained.push({ id, in: [...new Set([...same, ...(outer ?? []), ...(more ?? [])])].slice(0, MOST_CONTAINERS) });
  }
  return contained;
}
