/** Of items that disagree and do not all fit: who speaks for the sides. Pure; decision 16. */
import { contradictsAny, type Disagreement, type Side } from "./disagreement.ts";
import type { RenderedItem } from "./entries.ts";

/**
 * For everything that they disagree on the best of them and the best that says otherwise, or one that says otherwise than what is in
 * anyway: never one side alone. All of them, where it takes all. By value, then by id.
 */
export function representatives(
  members: readonly RenderedItem[],
  disagreements: readonly Disagreement[],
  always: ReadonlySet<string>,
): readonly RenderedItem[] {
  const ranked = [...members].sort(
    (a, b) => b.item.scoring.value - a.item.scoring.value || (a.item.given.id < b.item.given.id ? -1 : 1),
  );
  const rank = new Map(ranked.map(({ item }, at) => [item.given.id, at]));
  const picked = new Set<string>();
  for (const { sides, together } of disagreements) {
    if (!together) continue;
    const own = [...sides].filter(({ id }) => rank.has(id)).sort((a, b) => rankOf(a, rank) - rankOf(b, rank));
    const standing = sides.filter(({ id }) => always.has(id) || picked.has(id));
    for (const id of speakersOf(own, standing)) picked.add(id);
  }
  return ranked.filter(({ item }) => picked.has(item.given.id));
}

const rankOf = ({ id }: Side, rank: ReadonlyMap<string, number>): number => rank.get(id) ?? 0;

function speakersOf(own: readonly Side[], standing: readonly Side[]): readonly string[] {
  if (standing.some((one) => contradictsAny(one, standing))) return [];
  const other = own.find((one) => contradictsAny(one, standing));
  if (other !== undefined) return [other.id];
  const first = own.find((one) => contradictsAny(one, own));
  // What they contradict competes elsewhere: a fact, or a turn.
  if (first === undefined) return own.slice(0, 1).map(({ id }) => id);
  const second = own.find((one) => contradictsAny(one, [first]));
  return [first.id, ...(second === undefined ? [] : [second.id])];
}
