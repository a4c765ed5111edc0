/** The order in which items of one section stand. Pure; policy.md, Prompt. */
import type { Item } from "../candidate.ts";
import type { Chosen, ChosenItem } from "../chosen.ts";

export const byId = (items: readonly ChosenItem[]): readonly ChosenItem[] =>
  items.length < 2 ? items : [...items].sort((a, b) => (a.item.given.id < b.item.given.id ? -1 : 1));

/** Pinned ones first, then by value, then by id. */
export const byValue = (items: readonly ChosenItem[]): readonly ChosenItem[] =>
  items.length < 2 ? items : [...items].sort((a, b) => compareValues(a.item, b.item));

function compareValues({ given: a, scoring: one }: Item, { given: b, scoring: other }: Item): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if (one.value !== other.value) return one.value > other.value ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** What stands together, in its own order. */
type Unit = readonly [ChosenItem, ...ChosenItem[]];

function unitsOf(documents: readonly ChosenItem[]): readonly Unit[] {
  const units = new Map<string, ChosenItem[]>();
  for (const one of documents) {
    const { id, found } = one.item.given;
    const name = found === null ? id : `${found.unit} `;
    const unit = units.get(name);
    if (unit === undefined) units.set(name, [one]);
    else unit.push(one);
  }
  const place = ({ item }: ChosenItem): number => item.given.found?.order ?? 0;
  return [...units.values()].map((unit) => unit.sort((a, b) => place(a) - place(b)) as [ChosenItem, ...ChosenItem[]]);
}

/** Pinned ones first; of the rest by edges: the best first, the second best last, the weakest in the middle (Liu et al. 2024). */
export function inOrder(documents: readonly ChosenItem[], order: Chosen["order"]): readonly ChosenItem[] {
  if (documents.length === 0) return documents;
  const units = unitsOf(byValue(documents));
  const pinned = units.filter(([{ item }]) => item.given.pinned);
  const others = units.filter(([{ item }]) => !item.given.pinned);
  if (order === "score") return [...pinned, ...others].flat();
  if (order === "source") return [...pinned, ...others.sort(bySource)].flat();
  return [...pinned, ...others.filter((_, at) => at % 2 === 0), ...others.filter((_, at) => at % 2 === 1).reverse()].flat();
}

/** What the request brought comes first, as it was. */
function bySource([a]: Unit, [b]: Unit): number {
  const [one, other] = [a.item.given.found, b.item.given.found];
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one.source === other.source ? one.order - other.order : one.source < other.source ? -1 : 1;
}
