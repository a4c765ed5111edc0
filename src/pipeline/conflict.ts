/** Finds items that contradict each other, and who wins by the topic's rule. Pure; the order of the items does not matter. */
import { type Claim, claimsIn, readClaim } from "../text/values/claims.ts";
import type { Resolve, Topics } from "../text/values/topics.ts";
import { differ, type Value, valueKey } from "../text/values/value.ts";

export interface Claimant {
  readonly id: string;
  readonly text: string;
  /** Given by the candidate itself, by topic: a value as text. It stands in place of what the text says of that topic. */
  readonly claims: Readonly<Record<string, string>> | null;
  /** The topic that it is about by its own word: its values need no word of the topic beside them. */
  readonly about: string | null;
  /** `request`: the question and the person's turns; `profile`: profile facts and memory; `tool`: results of tools. */
  readonly side: "request" | "profile" | "tool" | "text";
  readonly trust: number;
  /**
   * When it came into force, else when it was published, in ms since the epoch; null when unknown. Of the side `request`: its place
   * in the conversation.
   */
  readonly dateMs: number | null;
  /** Primary, pinned and tier 0 and 1: never loses. */
  readonly fixed: boolean;
  /** Attributes, or plan, and the values it is meant for; empty for everybody. */
  readonly meantFor: ReadonlyMap<string, readonly (string | number | boolean)[]>;
}

export interface ConflictItem {
  readonly id: string;
  /** As written. */
  readonly value: string;
}

export interface Conflict {
  readonly topic: string;
  /** Everything that contradicts something else here, by id. */
  readonly items: readonly ConflictItem[];
  readonly resolve: Resolve;
  /**
   * `resolved`: every loser is dropped. `surfaced`: the model is told that they disagree, by the topic's rule or because a loser is
   * fixed; losers that are not are still dropped. `unresolved`: the rule cannot tell who wins, and nobody loses.
   */
  readonly outcome: "resolved" | "surfaced" | "unresolved";
  /** The best of the winning side; null where nobody wins. */
  readonly winner: string | null;
  /** Items to drop: those that differ from the winner and are not fixed. By id. */
  readonly losers: readonly string[];
}

/** What somebody says, and for whom. */
interface Saying extends Pick<Claimant, "meantFor"> {
  readonly value: Value;
}

interface Party extends Claimant, Saying {
  readonly written: string;
}

/** What is said of different people, such as the prices of two plans, stands side by side. */
const contradict = (a: Saying, b: Saying): boolean => differ(a.value, b.value) && !areApart(a.meantFor, b.meantFor);

const areApart = (a: Saying["meantFor"], b: Saying["meantFor"]): boolean =>
  [...a].some(([name, values]) => b.get(name)?.some((value) => values.includes(value)) === false);

const sayingKey = ({ value, meantFor }: Saying): string =>
  meantFor.size === 0
    ? valueKey(value)
    : `${valueKey(value)} ${JSON.stringify([...meantFor].sort(([a], [b]) => (a < b ? -1 : 1)))}`;

/** By topic in the order of topics.yaml; several of one topic, such as prices in two currencies, by their first id. */
export function findConflicts(claimants: readonly Claimant[], topics: Topics): readonly Conflict[] {
  const parties = topics.all.map((): Party[] => []);
  for (const claimant of claimants) {
    for (const { topic, value, text } of claimsOf(claimant, topics)) {
      if (takesPart(claimant, topics.all[topic]?.resolve)) parties[topic]?.push({ ...claimant, value, written: text });
    }
  }
  return topics.all.flatMap(({ name, resolve }, topic) => conflictsAmong([...(parties[topic] ?? [])].sort(byId), name, resolve));
}

/** What it claims by itself and in its text; one claim for a topic at most. */
export function claimsOf({ text, claims, about }: Pick<Claimant, "text" | "claims" | "about">, topics: Topics): readonly Claim[] {
  const given = topics.all.flatMap(({ name }, topic) => {
    const value = claims !== null && Object.hasOwn(claims, name) ? claims[name] : undefined;
    return value === undefined ? [] : [{ topic, claim: readClaim(value, topic, topics) }];
  });
  const read = claimsIn(text, topics).filter(({ topic }) => !given.some((one) => one.topic === topic));
  const own = topics.all.findIndex(({ name }) => name === about);
  const told = own === -1 || [...given, ...read].some(({ topic }) => topic === own) ? null : readClaim(text, own, topics);
  return [...read, ...given.flatMap(({ claim }) => claim ?? []), ...(told === null ? [] : [told])];
}

/**
 * What a person writes is a wish, not evidence: it counts where the request is to win, and nowhere else. And there only the profile
 * stands against it: a document about imperial units contradicts nobody.
 */
const takesPart = ({ side }: Claimant, resolve: Resolve | undefined): boolean =>
  resolve === "request_over_profile" ? side === "request" || side === "profile" : side !== "request";

const byId = (a: Party, b: Party): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Groups of parties held together by differences; whoever differs from nobody is in none. */
function disagreements(parties: readonly Party[]): readonly (readonly Party[])[] {
  const sayings = new Map<string, Saying & { readonly parties: Party[] }>();
  for (const party of parties) {
    const key = sayingKey(party);
    const same = sayings.get(key);
    if (same === undefined) sayings.set(key, { value: party.value, meantFor: party.meantFor, parties: [party] });
    else same.parties.push(party);
  }
  let left = [...sayings.values()];
  const groups: (readonly Party[])[] = [];
  while (left.length > 1) {
    const [first, ...others] = left as [(typeof left)[number], ...typeof left];
    const group = [first];
    left = others;
    for (const saying of group) {
      const joining = left.filter((one) => contradict(saying, one));
      if (joining.length === 0) continue;
      group.push(...joining);
      left = left.filter((one) => !contradict(saying, one));
    }
    if (group.length > 1) groups.push(group.flatMap((one) => one.parties).sort(byId));
  }
  return groups;
}

/** Those who stay may differ still: 29 and 30 days, which a month leaves both alone. */
const conflictsAmong = (parties: readonly Party[], topic: string, resolve: Resolve): readonly Conflict[] =>
  disagreements(parties).flatMap((group) => {
    const { conflict, staying } = conflictOf(group, topic, resolve);
    return conflict.winner === null ? [conflict] : [conflict, ...conflictsAmong(staying, topic, resolve)];
  });

interface Decided {
  readonly conflict: Conflict;
  /** Whoever the winner has not beaten. */
  readonly staying: readonly Party[];
}

function conflictOf(parties: readonly Party[], topic: string, resolve: Resolve): Decided {
  const items = parties.map(({ id, written }) => ({ id, value: written }));
  const winner = winnerOf(resolve, parties);
  if (winner === null) {
    const outcome = resolve === "surface" ? "surfaced" : "unresolved";
    return { conflict: { topic, items, resolve, outcome, winner: null, losers: [] }, staying: parties };
  }
  const beaten = parties.filter((one) => contradict(winner, one));
  const losers = beaten.filter(({ fixed }) => !fixed).map(({ id }) => id);
  const outcome = losers.length < beaten.length ? "surfaced" : "resolved";
  const staying = parties.filter((one) => !contradict(winner, one));
  return { conflict: { topic, items, resolve, outcome, winner: winner.id, losers }, staying };
}

function winnerOf(resolve: Resolve, parties: readonly Party[]): Party | null {
  switch (resolve) {
    case "newest":
      return ahead(parties, ({ dateMs }) => dateMs);
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
  return own.length === 0 ? null : ahead(own, ({ dateMs }) => dateMs);
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
    .map((party) => ({ party, settles: settles(party), key: sayingKey(party) }))
    .sort((a, b) => b.settles - a.settles || (a.key < b.key ? -1 : a.key > b.key ? 1 : byId(a.party, b.party)))
    .map(({ party }) => party);
  if (best === undefined) return null;
  const against = parties.filter((one) => contradict(best, one));
  return against.every((party) => rankOf(party) !== null && rank(party) < rank(best)) ? best : null;
}
