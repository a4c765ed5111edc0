/** Of items that disagree and do not all fit: who speaks for the sides. Pure; decision 16. */

import type { RenderedItem } from "../count/entries.ts";
import { contradictsAny, type Disagreement, type Side } from "./disagreement.ts";

interface Speaking {
  readonly members: readonly RenderedItem[];
  readonly disagreements: readonly Disagreement[];
  /** Ids of what is in whatever is chosen. */
  readonly always: ReadonlySet<string>;
  /** Tokens that are left for all that competes. */
  readonly room: number;
}

/** What an item costs at least. */
const leanTokens = ({ whole, short, overhead }: RenderedItem): number => (short ?? whole).tokens + overhead;

/**
 * For everything that they disagree on the best of them and the best that says otherwise, or one that says otherwise than what is in
 * anyway: never one side alone. All of them, where it takes all. By value, then by id; where those would be too large for an empty prompt,
 * the smallest.
 */
export function representatives({ members, disagreements, always, room }: Speaking): readonly RenderedItem[] {
  const ranked = [...members].sort(
    (a, b) => b.item.scoring.value - a.item.scoring.value || (a.item.given.id < b.item.given.id ? -1 : 1),
  );
  const byId = new Map(ranked.map((one, rank) => [one.item.given.id, { tokens: leanTokens(one), rank }]));
  const tokensOf = (id: string): number => byId.get(id)?.tokens ?? 0;
  const rankOf = (id: string): number => byId.get(id)?.rank ?? 0;
  const picked = new Set<string>();
  for (const { sides, together } of disagreements) {
    if (!together) continue;
    const own = sides.filter(({ id }) => byId.has(id)).sort((a, b) => rankOf(a.id) - rankOf(b.id));
    const standing = sides.filter(({ id }) => always.has(id) || picked.has(id));
    const best = speakersOf(own, standing);
    const fits = best.reduce((sum, id) => sum + tokensOf(id), 0) <= room;
    const bySize = () => [...own].sort((a, b) => tokensOf(a.id) - tokensOf(b.id) || rankOf(a.id) - rankOf(b.id));
    for (const id of fits ? best : speakersOf(bySize(), standing)) picked.add(id);
  }
  return ranked.filter(({ item }) => picked.has(item.given.id));
}

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
