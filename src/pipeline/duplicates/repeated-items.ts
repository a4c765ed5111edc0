/**
 * What is said twice goes in once: of copies the best-ranked; a near duplicate, and what stands in others, waits for what says it. Pure;
 * policy.md, Filters.
 */
import { knownTexts } from "../../text/compare/known-texts.ts";
import type { Item, TurnGroup } from "../candidate.ts";
import { textOfParts } from "../conversation/turn-text.ts";
import { dropCopy } from "../drops.ts";
import { type Floors, isUnder } from "../filter/floors.ts";
import { type Filter, split } from "../filter/sift.ts";
import { rounded } from "../rounded.ts";
import { signalOf } from "../score.ts";
import { byId, type Compared } from "./compared.ts";
import { findDuplicates } from "./duplicates.ts";

export const duplicates: Filter = (items, { conversation, policy }) => {
  if (items.length + conversation.length < 2) return { items, dropped: [] };
  const said = conversation.flatMap((group) => group.turns).map(saidText);
  const compared = items.map((item) => comparedItem(item, policy.filters));
  const found = findDuplicates([...compared, ...said], policy.filters.nearDuplicate);
  if (found.exact.length + found.near.length + found.contained.length === 0) return { items, dropped: [] };
  const copyOf = new Map(found.exact.map(({ id, of }) => [id, of]));
  const sifted = split(items, (item) => {
    const of = copyOf.get(item.given.id);
    return of === undefined ? null : dropCopy(item, of);
  });
  const copies = copiesByHolder(items, copyOf);
  const near = new Map(found.near.map(({ id, of, similarity }) => [id, { of, similarity: rounded(similarity, 4) }]));
  const contained = new Map(found.contained.map((one) => [one.id, one.in]));
  const kept = sifted.items.map((item): Item => {
    const { id } = item.given;
    const fuller = near.get(id) ?? null;
    const containedIn = fuller === null ? contained.get(id) : [fuller.of];
    return copies.has(id) || containedIn !== undefined
      ? { ...item, copies: copies.get(id) ?? [], near: fuller, containedIn: containedIn ?? [] }
      : item;
  });
  return { items: kept, dropped: sifted.dropped };
};

function copiesByHolder(items: readonly Item[], copyOf: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Item[]> {
  const copies = new Map<string, Item[]>();
  if (copyOf.size === 0) return copies;
  for (const item of items) {
    const of = copyOf.get(item.given.id);
    if (of === undefined) continue;
    const others = copies.get(of);
    if (others === undefined) copies.set(of, [item]);
    else others.push(item);
  }
  for (const others of copies.values()) others.sort((a, b) => byId(a.given, b.given));
  return copies;
}

const comparedItem = (item: Item, floors: Floors): Compared => ({
  id: item.given.id,
  known: item.known,
  pinned: item.given.pinned,
  underFloor: isUnder(item, "freshness", floors) || isUnder(item, "relevance", floors),
  value: item.given.value,
  relevance: item.given.relevance,
  trust: signalOf(item.scoring.signals, "trust"),
  // Two tools that failed alike are two failures.
  fixed: item.replaced,
});

/** A turn is never left out for being said again; what repeats it is contained in it. */
export const saidText = ({ id, content, pinned }: TurnGroup["turns"][number]): Compared => ({
  id,
  known: knownTexts.find(textOfParts(content)),
  pinned,
  underFloor: false,
  value: null,
  relevance: null,
  trust: 0,
  fixed: true,
});
