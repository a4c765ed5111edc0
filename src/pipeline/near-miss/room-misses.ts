/** For each thing that had no room, a change of limits that would have brought it in. Pure. */
import type { Assembly } from "../assemble.ts";
import type { EntryId } from "../count/entry-id.ts";
import { type Bundle, restOf, restRefusal } from "../pack/bundles.ts";
import type { Packed, Refusal } from "../pack/state.ts";
import { type Effort, effortFor, type FoundRoom, findRoom, isWithinWindow, type Room } from "./find-room.ts";
import { type Miss, missWith } from "./near-miss.ts";

/** Whether limits that were found by packing bring a thing in: with another limit others may speak for the sides of what disagrees. */
export type Proves = (id: string, room: FoundRoom) => boolean;

/** In the order in which they were refused; then what is left out of what disagrees. */
export function roomMisses(assembly: Assembly, isProven: Proves): readonly Miss[] {
  const { packed, bundles } = assembly;
  const facts = new Set(packed.input.secondary.map((fact) => fact.piece.id));
  const worthOf = new Map([...bundles.map(({ entry }) => entry), ...packed.input.run].map(({ id, value }) => [id, value]));
  const effort = effortFor(assembly);
  const refused = packed.refused.filter(({ id }) => facts.has(id) || worthOf.has(id));
  const most = new Set(
    [...refused].sort((a, b) => (worthOf.get(b.id) ?? 2) - (worthOf.get(a.id) ?? 2)).slice(0, facts.size + effort.items),
  );
  const parted = bundles.filter((bundle) => restRefusal(bundle, packed) !== null).slice(0, effort.items);
  return [
    ...refused.filter((one) => most.has(one)).flatMap((refusal) => roomFor(refusal, { assembly, effort, isProven })),
    ...parted.flatMap((bundle) => roomForRest(bundle, { assembly, effort, isProven })),
  ];
}

interface Search {
  readonly assembly: Assembly;
  readonly effort: Effort;
  readonly isProven: Proves;
}

/** Of what disagrees and did not all fit, the best comes in first; turns of one group come in together. */
function roomFor({ id, reason }: Refusal, { assembly, effort, isProven }: Search): readonly Miss[] {
  const bundle = assembly.bundles.find(({ entry }) => entry.id === id);
  const run = assembly.packed.input.run.find((entry) => entry.id === id);
  const first = bundle?.short?.[0]?.item.given.id ?? bundle?.entry.tells[0] ?? id;
  const ids = run?.tells ?? [first];
  const found = findRoom({ id, refusalIn: (tried) => refusedIn(tried, id) }, assembly, effort);
  const proven = isWithinWindow(found) && isProven(first, found);
  return ids.map((one) => missOf({ id: one, reason }, found, proven));
}

/** What nobody took to speak for a side comes in where all of it does. */
function roomForRest(bundle: Bundle, { assembly, effort, isProven }: Search): readonly Miss[] {
  const refusal = restRefusal(bundle, assembly.packed);
  const first = restOf(bundle)[0]?.item.given.id;
  if (refusal === null || first === undefined) return [];
  const { id, reason } = refusal;
  const refusalIn = (tried: Packed): Refusal | null => refusedIn(tried, id) ?? restRefusal(bundle, tried);
  const found = findRoom({ id, refusalIn }, assembly, effort);
  return [missOf({ id: first, reason }, found, isWithinWindow(found) && isProven(first, found))];
}

/** What would not do, or was not proven to, names no number that would. */
function missOf(miss: Pick<Miss, "id" | "reason">, found: FoundRoom, isProven: boolean): Miss {
  const { wants, most, secondary_tokens, total, displaces } = found;
  const why = { about: "room" as const, wants };
  if (!isWithinWindow(found))
    return missWith({ ...miss, change: "budget_tokens", why: { ...why, fate: { is: "beyond", window: most } } });
  if (!isProven) return missWith({ ...miss, change: "budget_tokens", why: { ...why, fate: { is: "unknown" } } });
  return missWith({
    ...{ ...miss, secondary_tokens, total, displaces },
    change: secondary_tokens === null ? "budget_tokens" : "plan_tokens",
    why: { ...why, fate: { is: "in" } },
  });
}

/** The limits with which one candidate comes in; null where it is no candidate that competes. */
export function roomForItem(id: string, room: Room): FoundRoom | null {
  const bundle = room.bundles.find(({ members }) => members.some(({ item }) => item.given.id === id));
  if (bundle === undefined) return null;
  const refusalIn = (tried: Packed): Refusal | null => refusedIn(tried, bundle.entry.id) ?? restRefusal(bundle, tried);
  return findRoom({ id: bundle.entry.id, refusalIn }, room, effortFor(room));
}

const refusedIn = ({ refused }: Packed, id: EntryId): Refusal | null => refused.find((one) => one.id === id) ?? null;
