/** What is held back because its text, or its abstract, stands in something else: when it is tried. Pure; policy.md, Scoring and filters. */

import type { Chosen } from "../chosen.ts";
import { turnsEntryId } from "../count/entry-id.ts";
import { type Bundle, chosenOf, idsOf } from "./bundles.ts";
import { packMore } from "./pack.ts";
import type { Entry, Packed } from "./state.ts";

export interface HeldBack {
  /** What is always in. */
  readonly base: Pick<Chosen, "items" | "turns">;
  readonly bundles: readonly Bundle[];
  readonly held: readonly Bundle[];
  readonly turns: Chosen["turns"];
}

/** What competes first: without the abstracts that something else says. */
export const firstEntries = (bundles: readonly Bundle[]): readonly Entry[] =>
  bundles.map((bundle) => (holdersOfAbstract(bundle).length > 0 ? wholeEntry(bundle) : bundle.entry));

/**
 * Tried where nothing that holds its text went in whole; what holds most is tried first. What is to go in together is tried
 * as long as the text of one of it stands nowhere. Last, the abstracts that nothing says that went in.
 */
export function tryHeld(packed: Packed, { base, bundles, held, turns }: HeldBack): Packed {
  const repeating = bundles.filter((bundle) => holdersOfAbstract(bundle).length > 0);
  if (held.length + repeating.length === 0) return packed;
  const taken = turns.filter(({ group }) => packed.taken.has(turnsEntryId(group)));
  const whole = new Set([
    ...base.items.map(({ item }) => item.given.id),
    ...[...base.turns, ...taken].flatMap(({ group }) => group.turns.map(({ id }) => id)),
    ...bundles.flatMap((bundle) => wholeIds(bundle, packed)),
  ]);
  let all = packed;
  let waiting = held;
  while (waiting.length > 0) {
    const undecided = new Set(waiting.flatMap(idsOf));
    const outer = waiting.filter((bundle) => !holdersBeside(bundle).some((id) => undecided.has(id)));
    const next = outer.length > 0 ? outer : waiting;
    const free = next.filter(({ members }) => members.some(({ item }) => !item.containedIn.some((id) => whole.has(id))));
    if (free.length > 0) {
      all = packMore(
        all,
        free.map((bundle) => (isAbstractSaid(bundle, whole) ? wholeEntry(bundle) : bundle.entry)),
      );
    }
    for (const bundle of free) for (const id of wholeIds(bundle, all)) whole.add(id);
    const decided = new Set(next);
    waiting = waiting.filter((bundle) => !decided.has(bundle));
  }
  const refused = new Set(all.refused.map(({ id }) => id));
  const unsaid = repeating.filter((bundle) => refused.has(bundle.entry.id) && !isAbstractSaid(bundle, whole));
  return unsaid.length === 0
    ? all
    : packMore(
        all,
        unsaid.map(({ entry }) => entry),
      );
}

/** Of one that competes by itself: what disagrees is settled as a whole. */
const holdersOfAbstract = ({ members: [first, ...others] }: Bundle): readonly string[] =>
  first === undefined || others.length > 0 ? [] : first.item.abstractIn;

const isAbstractSaid = (bundle: Bundle, whole: ReadonlySet<string>): boolean =>
  holdersOfAbstract(bundle).some((id) => whole.has(id));

const wholeEntry = ({ entry }: Bundle): Entry => ({ ...entry, short: null });

/** Of those that went in with their whole text. */
function wholeIds(bundle: Bundle, { taken }: Packed): readonly string[] {
  const form = taken.get(bundle.entry.id);
  if (form === undefined) return [];
  return chosenOf(bundle, form).flatMap(({ item, original }) => (original === null ? [item.given.id] : []));
}

/** Outside the bundle: its own cannot be waited for. */
function holdersBeside(bundle: Bundle): readonly string[] {
  const own = new Set(idsOf(bundle));
  return bundle.members.flatMap(({ item }) => item.containedIn.filter((id) => !own.has(id)));
}
