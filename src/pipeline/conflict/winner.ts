/** Who wins where items contradict each other, by the topic's rule. Pure; policy.md, topics.yaml. */
import type { Resolve } from "../../text/values/topics.ts";
import type { Claimant } from "./claimant.ts";
import { contradict, type Saying } from "./contradiction.ts";

/** One claim of one item. */
export interface Party extends Omit<Claimant, "claims">, Saying {
  /** As the item states it. */
  readonly written: string;
}

type Named = Pick<Party, "id">;

export const byId = (a: Named, b: Named): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Null where the rule cannot tell. */
export function winnerOf(resolve: Resolve, parties: readonly Party[]): Party | null {
  switch (resolve) {
    case "newest":
      return ahead(parties, ({ recency }) => recency);
    case "trust":
      return ahead(parties, ({ trust }) => trust);
    case "tool_over_text":
      return preferred(parties, "tool");
    case "request_over_profile":
      return preferred(parties, "request");
    case "surface":
      return null;
  }
}

/** One side beats the rest; where that side disagrees with itself, the newest of it. */
function preferred(parties: readonly Party[], side: Party["side"]): Party | null {
  const own = parties.filter((party) => party.side === side);
  return own.length === 0 ? null : ahead(own, ({ recency }) => recency);
}

/** So many equals are told apart by what they settle; a topic on which more items agree in rank has no use for it. */
const MOST_COMPARED = 100;

/**
 * Whoever is ahead of all that differ from it, none of which is unknown. Of equals the one that most differ from: 30 days
 * before "a month", which settles less; then by value, then by id.
 */
function ahead(parties: readonly Party[], rankOf: (party: Party) => number | null): Party | null {
  const rank = (party: Party): number => rankOf(party) ?? Number.NEGATIVE_INFINITY;
  const most = parties.reduce((highest, party) => Math.max(highest, rank(party)), Number.NEGATIVE_INFINITY);
  const first = parties.filter((party) => rank(party) === most);
  const settles = (party: Party): number =>
    first.length > MOST_COMPARED ? 0 : parties.filter((other) => contradict(party, other)).length;
  const [best] = first
    .map((party) => ({ party, settles: settles(party), key: party.key }))
    .sort((a, b) => b.settles - a.settles || (a.key < b.key ? -1 : a.key > b.key ? 1 : byId(a.party, b.party)))
    .map(({ party }) => party);
  if (best === undefined) return null;
  const against = parties.filter((one) => contradict(best, one));
  return against.every((party) => rankOf(party) !== null && rank(party) < rank(best)) ? best : null;
}
