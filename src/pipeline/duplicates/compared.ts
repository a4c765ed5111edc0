/** What is compared with what: items, their order of preference, and one group for each different text. Pure. */

import { type Fingerprint, fingerprintOf } from "../../text/compare/fingerprint.ts";
import type { KnownText } from "../../text/compare/known-texts.ts";
import { createHashOwners } from "./hash-owners.ts";

export interface Compared {
  /** One of a kind among the items. */
  readonly id: string;
  readonly known: KnownText;
  readonly pinned: boolean;
  /** Under a floor, so that it is left out in any case: a copy above the floors stays in its place. */
  readonly underFloor: boolean;
  readonly value: number | null;
  readonly relevance: number | null;
  readonly trust: number;
  /** Turns, facts and the like: never dropped themselves; what repeats them is contained in them. */
  readonly fixed: boolean;
}

/** All items of one normal text. */
export interface Group {
  readonly print: Fingerprint;
  /** In the order of the items. */
  readonly fixed: readonly Compared[];
  /** The best-ranked of those that are not fixed. */
  readonly stays: Compared | null;
  /** The others of those; in the order of the items. */
  readonly copies: readonly Compared[];
}

/** Negative where `a` is preferred: pinned, above the floors, given value (none last), relevance (none last), trust, then the smaller id. */
export function byRank(a: Compared, b: Compared): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if (a.underFloor !== b.underFloor) return a.underFloor ? 1 : -1;
  return downward(a.value, b.value) || downward(a.relevance, b.relevance) || b.trust - a.trust || byId(a, b);
}

const downward = (a: number | null, b: number | null): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return b - a;
};

/** By UTF-16 units, whatever the locale. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

interface Open {
  readonly print: Fingerprint;
  fixed: Compared[];
  stays: Compared | null;
  copies: Compared[];
  /** Another text with the same key. */
  next: Open | undefined;
}

/** One group for each different normal text, in the order of the items. */
export function groupByText(items: readonly Compared[]): readonly Group[] {
  const keys = createHashOwners(items.length);
  const groups: Open[] = [];
  for (const item of items) {
    const print = fingerprintOf(item.known);
    let group = groups[keys.claim(print.key, groups.length)];
    let last = group;
    for (; group !== undefined && group.print.normal !== print.normal; group = group.next) last = group;
    if (group === undefined) {
      group = { print, fixed: NOBODY, stays: null, copies: NOBODY, next: undefined };
      if (last !== undefined) last.next = group;
      groups.push(group);
    }
    join(group, item);
  }
  return groups;
}

/** Of most texts there is one item: they share one empty list. */
const NOBODY: Compared[] = [];

function join(group: Open, item: Compared): void {
  if (item.fixed) group.fixed = added(group.fixed, item);
  else if (group.stays === null) group.stays = item;
  else if (byRank(item, group.stays) < 0) {
    group.copies = added(group.copies, group.stays);
    group.stays = item;
  } else group.copies = added(group.copies, item);
}

function added(list: Compared[], item: Compared): Compared[] {
  if (list === NOBODY) return [item];
  list.push(item);
  return list;
}
