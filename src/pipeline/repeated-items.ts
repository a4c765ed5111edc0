/** What is said twice goes in once: copies, near duplicates, and texts that stand in others. Pure; policy.md, Filters. */
import { knownTexts } from "../text/known-texts.ts";
import type { Item, TurnGroup } from "./candidate.ts";
import type { Compared } from "./compared.ts";
import { findDuplicates } from "./duplicates.ts";
import { type Floors, isUnder } from "./floors.ts";
import { rounded } from "./rounded.ts";
import { signalOf } from "./score.ts";
import { dropOf, type Filter, split } from "./sift.ts";
import { textOfParts } from "./turn-text.ts";

export const duplicates: Filter = (items, { conversation, policy }) => {
  if (items.length + conversation.length < 2) return { items, dropped: [] };
  const said = conversation.flatMap((group) => group.turns).map(saidText);
  const compared = items.map((item) => comparedItem(item, policy.filters));
  const found = findDuplicates([...compared, ...said], policy.filters.nearDuplicate);
  if (found.exact.length + found.near.length + found.contained.length === 0) return { items, dropped: [] };
  const copies = new Map(found.exact.map(({ id, of }) => [id, of]));
  const near = new Map(found.near.map((one) => [one.id, one]));
  const contained = new Map(found.contained.map((one) => [one.id, one.in]));
  const merged = new Map<string, string[]>();
  for (const { id, of } of found.exact) {
    const others = merged.get(of);
    if (others === undefined) merged.set(of, [id]);
    else others.push(id);
  }
  const sifted = split(items, ({ given, scoring }) => {
    const of = copies.get(given.id);
    const other = near.get(given.id);
    if (of !== undefined) return dropOf(given, scoring.score, "duplicate", { of });
    return other === undefined
      ? null
      : dropOf(given, scoring.score, "near_duplicate", { of: other.of, similarity: rounded(other.similarity, 4) });
  });
  if (merged.size + contained.size === 0) return sifted;
  const kept = sifted.items.map((item): Item => {
    const { id } = item.given;
    return merged.has(id) || contained.has(id)
      ? { ...item, merged: merged.get(id)?.sort() ?? [], containedIn: contained.get(id) ?? [] }
      : item;
  });
  return { items: kept, dropped: sifted.dropped };
};

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
