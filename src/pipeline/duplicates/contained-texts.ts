/**
 * Texts that stand whole inside another, as whole sentences of it. Pure but for the memo of texts.
 *
 * A text that stands inside another at word boundaries shares all its anchors with it, at the same words. So each text asks by its
 * rarest anchor alone; if that occurs nowhere else, the text does not either.
 */
import { EIGHT_WORDS, type Fingerprint } from "../../text/compare/fingerprint.ts";
import { areWhole, wholeSentencesOf } from "../../text/compare/whole-sentences.ts";
import { byRank, type Compared, type Group } from "./compared.ts";
import { createHashCounts, type HashCounts } from "./hash-counts.ts";

/** Containers that are named for one item, the best-ranked, fixed ones first. */
export const MOST_CONTAINERS = 32;
/** Places where one text is tried against others, those of the best-ranked first; more are missed. */
const MOST_TRIES = 128;

interface Sought {
  readonly print: Fingerprint;
  readonly id: string;
  /** The rarest of its anchors, as a signed number, which V8 looks up without making an object; and where that begins in its normal text. */
  readonly anchor: number;
  readonly at: number;
  readonly containers: string[];
  tries: number;
}

/**
 * The ids of the items that stay and stand inside others, with the ids of those. `losers` neither contain nor are contained; pinned and
 * fixed items are not contained.
 */
export function findContained(groups: readonly Group[], losers: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const standing = groups.filter(({ fixed, stays }) => fixed.length > 0 || (stays !== null && !losers.has(stays.id)));
  const counts = createHashCounts(standing.reduce((sum, { print }) => sum + print.anchors.length, 0));
  for (const { print } of standing) counts.addAll(print.anchors, 0);
  const sought = new Map<number, Sought[]>();
  const found = new Map<string, readonly string[]>();
  for (const group of standing) {
    const one = soughtOf(group, losers, counts);
    if (one === null) continue;
    const same = sought.get(one.anchor);
    if (same === undefined) sought.set(one.anchor, [one]);
    else same.push(one);
    found.set(one.id, one.containers);
  }
  if (sought.size > 0) for (const group of thoseHolding(standing, sought, counts)) lookInside(group, sought, losers);
  for (const [id, containers] of found) if (containers.length === 0) found.delete(id);
  return found;
}

/** What to look for; null where nothing is to be found. */
function soughtOf({ print, stays }: Group, losers: ReadonlySet<string>, counts: HashCounts): Sought | null {
  if (stays === null || stays.pinned || losers.has(stays.id) || print.weight < EIGHT_WORDS) return null;
  let rarest = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < print.anchors.length; index += 1) {
    const count = counts.of(print.anchors[index] as number);
    if (count < 2) return null;
    const isRarer = count < fewest || (count === fewest && (print.anchors[index] as number) < (print.anchors[rarest] as number));
    if (!isRarer) continue;
    rarest = index;
    fewest = count;
  }
  const anchor = print.anchors[rarest];
  if (anchor === undefined) return null;
  return { print, id: stays.id, anchor: anchor | 0, at: print.anchorsAt[rarest] as number, containers: [], tries: 0 };
}

/** The groups that something stands in, or may, in the order in which they are named: fixed ones first, then by rank. */
function thoseHolding(
  groups: readonly Group[],
  sought: ReadonlyMap<number, readonly Sought[]>,
  counts: HashCounts,
): readonly Group[] {
  const marks = createHashCounts(sought.size * 8);
  for (const anchor of sought.keys()) marks.add(anchor);
  const leads: { readonly group: Group; readonly lead: Compared }[] = [];
  for (const group of groups) if (mayHold(group.print, sought, { marks, counts })) leads.push({ group, lead: leadOf(group) });
  leads.sort((a, b) => Number(b.lead.fixed) - Number(a.lead.fixed) || byRank(a.lead, b.lead));
  return leads.map(({ group }) => group);
}

interface Occurrences {
  /** Of the anchors that are asked for, and of all anchors. */
  readonly marks: HashCounts;
  readonly counts: HashCounts;
}

/** Where an anchor is too common for all its places to be tried, the rank decides which are: nobody is passed over before the sorting. */
function mayHold(outer: Fingerprint, sought: ReadonlyMap<number, readonly Sought[]>, { marks, counts }: Occurrences): boolean {
  const { anchors, anchorsAt, normal } = outer;
  for (let index = 0; index < anchors.length; index += 1) {
    const anchor = anchors[index] as number;
    const asking = marks.of(anchor) === 0 ? undefined : sought.get(anchor | 0);
    if (asking === undefined) continue;
    if (counts.of(anchor) > MOST_TRIES) return true;
    for (const { print, at } of asking) {
      if (print !== outer && standsAt(normal, print.normal, (anchorsAt[index] as number) - at)) return true;
    }
  }
  return false;
}

const leadOf = ({ fixed, stays }: Group): Compared =>
  fixed.length > 0 ? fixed.reduce((best, one) => (byRank(one, best) < 0 ? one : best)) : (stays as Compared);

function lookInside(group: Group, sought: ReadonlyMap<number, Sought[]>, losers: ReadonlySet<string>): void {
  const { anchors, anchorsAt, normal } = group.print;
  const outers = standingOf(group, losers);
  for (let index = 0; index < anchors.length; index += 1) {
    const asking = sought.get((anchors[index] as number) | 0);
    if (asking === undefined) continue;
    for (let which = asking.length - 1; which >= 0; which -= 1) {
      const one = asking[which] as Sought;
      if (one.print === group.print) continue;
      const at = (anchorsAt[index] as number) - one.at;
      if (standsAt(normal, one.print.normal, at)) addHolders(one, outers, at);
      one.tries += 1;
      if (one.tries < MOST_TRIES && one.containers.length < MOST_CONTAINERS) continue;
      asking[which] = asking.at(-1) as Sought;
      asking.pop();
    }
  }
}

/** Texts of the same words may have their full stops elsewhere. */
function addHolders({ print, containers }: Sought, outers: readonly Compared[], at: number): void {
  for (const { id, known } of outers) {
    if (containers.length === MOST_CONTAINERS) return;
    if (areWhole(wholeSentencesOf(known), at, at + print.normal.length + 1) && !containers.includes(id)) containers.push(id);
  }
}

/** The items of a group that may go into the prompt: fixed ones by rank, then the one that stays. */
function standingOf({ fixed, stays }: Group, losers: ReadonlySet<string>): readonly Compared[] {
  const standing = [...fixed].sort(byRank);
  if (stays !== null && !losers.has(stays.id)) standing.push(stays);
  return standing;
}

const BLANK = " ";

/** Whether the words of `inner` stand in `outer` from that offset on. */
function standsAt(outer: string, inner: string, at: number): boolean {
  const end = at + inner.length;
  if (at < 0 || end > outer.length || inner.length === outer.length) return false;
  const isWhole = (at === 0 || outer.charAt(at - 1) === BLANK) && (end === outer.length || outer.charAt(end) === BLANK);
  return isWhole && outer.startsWith(inner, at);
}
