/** What disagrees with what, and which of it stands beside another. Pure. */
import type { Chosen, ChosenItem } from "../chosen.ts";
import type { Disagreement } from "./disagreement.ts";

/** Where things stand by themselves: what contradicts something earlier in this list stands beside that. */
const STANDS = { fact: 0, evidence: 1, conversation: 2, person: 3 } as const;

function standingOf({ item: { kind, given } }: ChosenItem): number {
  if (kind === "tool_result") return STANDS.conversation;
  return kind === "memory" && given.pinned ? STANDS.person : STANDS.evidence;
}

/**
 * Ids of the items that do not stand in a section of their own: what disagrees, also through others, stands together, where the
 * earliest of it does. Nothing of this one question comes before the person's zone ends.
 */
export function placedElsewhere(disagreements: readonly Disagreement[], { items, facts }: Chosen): ReadonlySet<string> {
  if (disagreements.length === 0) return NOTHING;
  const standing = new Map([
    ...items.map((one) => [one.item.given.id, standingOf(one)] as const),
    ...facts.map(({ piece }) => [piece.id, STANDS.fact] as const),
  ]);
  const groups = new Map<string, Set<string>>();
  for (const { ids } of disagreements) {
    // The question and turns have their place and pull nothing to it.
    const own = ids.filter((id) => standing.has(id));
    const joined = new Set(own.flatMap((id) => [id, ...(groups.get(id) ?? [])]));
    for (const id of joined) groups.set(id, joined);
  }
  const elsewhere = new Set<string>();
  for (const group of new Set(groups.values())) {
    const first = [...group].reduce((least, id) => Math.min(least, standing.get(id) as number), STANDS.person as number);
    for (const id of group) if ((standing.get(id) as number) > first) elsewhere.add(id);
  }
  return elsewhere;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Ids of everything that can disagree. */
export const idsIn = ({ items, facts, turns, fixed }: Chosen): ReadonlySet<string> =>
  new Set([
    ...items.map(({ item }) => item.given.id),
    ...facts.map((fact) => fact.piece.id),
    ...turns.flatMap(({ group }) => group.turns.map(({ id }) => id)),
    ...fixed.late.map(({ id }) => id),
  ]);

/** Those whose every item is in. */
export function disagreementsIn(chosen: Chosen): readonly Disagreement[] {
  const { disagreements } = chosen;
  if (disagreements.length === 0) return disagreements;
  const present = idsIn(chosen);
  return disagreements.filter(({ ids }) => ids.every((id) => present.has(id)));
}
