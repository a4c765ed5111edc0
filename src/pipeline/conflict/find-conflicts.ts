/** Finds items that contradict each other, and who wins by the topic's rule. Pure; the order of the items does not matter. */
import type { Resolve, Topics } from "../../text/values/topics.ts";
import { type Claimant, claimsOf } from "./claimant.ts";
import { contradict, type Effort, groupsBy, mayContradict, sayingKey, usualEffort } from "./contradiction.ts";
import { byId, type Party, winnerOf } from "./winner.ts";

export interface ConflictItem {
  readonly id: string;
  /** As written. */
  readonly value: string;
  /** What the value is of: one of the topic's qualifiers; null for none. */
  readonly qualifier: string | null;
}

export interface Conflict {
  readonly topic: string;
  /**
   * Where somebody wins, the winner, whoever says the same, and whoever they beat; else everything that contradicts something else
   * here. By id.
   */
  readonly items: readonly ConflictItem[];
  readonly resolve: Resolve;
  /**
   * `resolved`: every loser is dropped; there is none where a turn merely replaces an earlier one. `surfaced`: the model is told that they disagree, by the topic's rule or because a loser is
   * fixed; losers that are not are still dropped. `unresolved`: the rule cannot tell who wins, and nobody loses.
   */
  readonly outcome: "resolved" | "surfaced" | "unresolved";
  /** The best of the winning side; null where nobody wins. */
  readonly winner: string | null;
  /** Items that are dropped: those that differ from the winner, are not fixed and are no turns. By id. */
  readonly losers: readonly string[];
}

/** With what was said, item by item, but for turns whose wish a later one replaces. */
export interface FoundConflict extends Conflict {
  readonly parties: readonly Party[];
}

const NOBODY = { id: "" };

/** The claims about one topic. */
interface Topical {
  readonly topic: string;
  readonly resolve: Resolve;
  readonly parties: readonly Party[];
}

/**
 * By topic in the order of topics.yaml; several of one topic, such as prices in two currencies, by their first id. Only who stays
 * beats another: what lost on one topic wins on no other.
 */
export function findConflicts(claimants: readonly Claimant[], topics: Topics): readonly FoundConflict[] {
  const parties = topics.all.map((): Party[] => []);
  for (const { claims, ...claimant } of claimants) {
    for (const { topic, value, qualifier, text } of claimsOf({ claims, ...claimant }, topics)) {
      if (!takesPart(claimant, topics.all[topic]?.resolve)) continue;
      const key = sayingKey({ value, qualifier, meantFor: claimant.meantFor });
      parties[topic]?.push({ ...claimant, key, value, qualifier, written: text });
    }
  }
  const order = new Map(topics.all.map(({ name }, at) => [name, at]));
  const place = ({ topic }: FoundConflict): number => order.get(topic) ?? 0;
  const topical = topics.all.map(({ name, resolve }, at) => ({ topic: name, resolve, parties: (parties[at] ?? []).sort(byId) }));
  return settled(topical).sort((a, b) => place(a) - place(b) || byId(a.items[0] ?? NOBODY, b.items[0] ?? NOBODY));
}

/**
 * What a person writes is a wish, not evidence: it counts where the request is to win, and nowhere else. And there only the profile
 * stands against it: a document about imperial units contradicts nobody.
 */
const takesPart = ({ side }: Pick<Claimant, "side">, resolve: Resolve | undefined): boolean =>
  resolve === "request_over_profile" ? side === "request" || side === "profile" : side !== "request";

/** Losers whose winners wait for each other are settled at once after so many rounds: nobody's texts are so intricate by chance. */
const MOST_ROUNDS = 20;

/** Settles first what is beaten by someone that nobody beats; where they all beat each other in a circle, the first conflict. */
function settled(topical: readonly Topical[]): FoundConflict[] {
  const done: FoundConflict[] = [];
  const effort = usualEffort();
  let left = topical;
  for (let round = 1; ; round += 1) {
    const found = left.flatMap((one) => conflictsOn(one, effort));
    const losing = found.filter(({ losers }) => losers.length > 0);
    if (losing.length === 0) return [...done, ...found.filter((one) => !done.some((before) => isSame(before, one)))];
    const beaten = new Set(losing.flatMap(({ losers }) => losers));
    const sure = losing.filter(({ winner }) => !beaten.has(winner ?? ""));
    const now = round === MOST_ROUNDS ? losing : sure.length > 0 ? sure : losing.slice(0, 1);
    done.push(...now);
    const gone = new Set(now.flatMap(({ losers }) => losers));
    left = left.map((one) => ({ ...one, parties: one.parties.filter(({ id }) => !gone.has(id)) }));
  }
}

/** What is left of a conflict whose other losers are gone. */
const isSame = (before: Conflict, { topic, winner, items }: Conflict): boolean =>
  winner !== null &&
  before.topic === topic &&
  before.winner === winner &&
  items.every(({ id, qualifier }) => before.items.some((one) => one.id === id && one.qualifier === qualifier));

const conflictsOn = ({ topic, resolve, parties }: Topical, effort: Effort): readonly FoundConflict[] => [
  ...conflictsAmong(parties, { topic, resolve }, effort),
  // Nobody loses to a value that may be of something else: the model is told.
  ...groupsBy(parties, mayContradict, effort).map((group) => open([...group].sort(byId), { topic, resolve })),
];

/** How often each of a group is looked at, about, until somebody has won and the rest is known. */
const COMPARED_PER_DECISION = 10;

type Rule = Pick<Topical, "topic" | "resolve">;

/** Those who stay may differ still: 29 and 30 days, which a month leaves both alone. */
function conflictsAmong(parties: readonly Party[], rule: Rule, effort: Effort): readonly FoundConflict[] {
  const found: FoundConflict[] = [];
  const groups = [...groupsBy(parties, contradict, effort)];
  for (const group of groups) {
    const among = [...group].sort(byId);
    const winner = winnerOf(rule.resolve, among);
    if (winner === null) {
      found.push(open(among, rule));
      continue;
    }
    found.push(won(among, winner, rule));
    effort.left -= among.length * COMPARED_PER_DECISION;
    groups.push(
      ...groupsBy(
        among.filter((one) => !contradict(winner, one)),
        contradict,
        effort,
      ),
    );
  }
  return found;
}

const itemsOf = (parties: readonly Party[]): Conflict["items"] =>
  parties.map(({ id, written, qualifier }) => ({ id, value: written, qualifier }));

const open = (parties: readonly Party[], { topic, resolve }: Rule): FoundConflict => ({
  ...{ topic, items: itemsOf(parties), resolve },
  ...{ outcome: resolve === "surface" ? "surfaced" : "unresolved", winner: null, losers: [], parties },
});

/**
 * Of those who beat the same, the winner and whoever says what it says. What a person said before is not dropped: the turns stand in
 * their order, and the last word is the one that counts.
 */
function won(group: readonly Party[], winner: Party, topic: Rule): FoundConflict {
  const all = group.filter((one) => one.key === winner.key || contradict(winner, one));
  const replaced = (one: Party): boolean => one.side === "request" && !one.fixed && contradict(winner, one);
  const parties = all.filter((one) => !replaced(one));
  const beaten = parties.filter((one) => contradict(winner, one));
  const losers = beaten.filter(({ fixed }) => !fixed).map(({ id }) => id);
  const outcome = losers.length < beaten.length ? "surfaced" : "resolved";
  return { ...topic, items: itemsOf(all), outcome, winner: winner.id, losers, parties };
}
