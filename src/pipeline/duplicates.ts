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
import { findNearDuplicates, type NearDuplicate } from "./near-duplicates.ts";

export interface Duplicates {
  /** Copies of the same normalised text; `of` is the best-ranked copy that stays. By id, like all lists here. */
  readonly exact: readonly { readonly id: string; readonly of: string }[];
  /**
   * The whole text stands inside another, or is that of a fixed item: counts as such only while one of `in` goes into the prompt.
   * Fixed ones first, then by rank.
   */
  readonly contained: readonly { readonly id: string; readonly in: readonly string[] }[];
  readonly near: readonly NearDuplicate[];
}

export interface DuplicateOptions {
  /** Least Jaccard similarity of near duplicates, 0 to 1; null looks for none. */
  readonly nearDuplicate: number | null;
  /** Folded words that deny, of all languages; see `holdWords`. */
  readonly negators: ReadonlySet<string>;
}

/**
 * What is said more than once. Of equals stays: pinned, then given value, relevance, trust, the smaller id. Pinned items are never near
 * duplicates and never stand inside others, but a copy of a text is one even if pinned.
 */
export function findDuplicates(items: readonly Compared[], { nearDuplicate, negators }: DuplicateOptions): Duplicates {
  const groups = groupByText(items);
  const near = nearDuplicate === null ? [] : findNearDuplicates(groups, { threshold: nearDuplicate, negators });
  const inside = findContained(groups, new Set(near.map(({ id }) => id)));
  return {
    exact: groups.flatMap((group) => (group.copies.length === 0 ? NONE : copiesOf(group))).sort(byId),
    contained: withFixedCopies(groups, inside).sort(byId),
    near: [...near].sort(byId),
  };
}

const NONE: Duplicates["exact"][number][] = [];

const copiesOf = ({ stays, copies }: Group): Duplicates["exact"][number][] =>
  stays === null ? [] : copies.map(({ id }) => ({ id, of: stays.id }));

/** The one that stays of a text which a fixed item has as well is contained in that item: it is needed if that one is cut. */
function withFixedCopies(
  groups: readonly Group[],
  inside: ReadonlyMap<string, readonly string[]>,
): Duplicates["contained"][number][] {
  const contained: Duplicates["contained"][number][] = [];
  for (const { stays, fixed } of groups) {
    if (stays === null) continue;
    const outer = inside.get(stays.id);
    if (fixed.length === 0 && outer === undefined) continue;
    const same = [...fixed].sort(byRank).map(({ id }) => id);
    contained.push({ id: stays.id, in: [...same, ...(outer ?? [])].slice(0, MOST_CONTAINERS) });
  }
  return contained;
}
