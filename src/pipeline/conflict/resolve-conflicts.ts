/** Items that contradict each other: who stays, who goes, and what the model is told. Pure; policy.md, topics.yaml. */
import { QUESTION_ID } from "../../policy/fixed-parts.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { Fact, Item } from "../candidate.ts";
import type { Conversation } from "../conversation/turns.ts";
import {
  citedName,
  type Disagreement,
  lineAbout,
  type Side,
  spokenName,
  toldValue,
  topicLabel,
} from "../disagreement/disagreement.ts";
import type { Drop, Loss } from "../drop.ts";
import { dropLoser, dropLosingFact } from "../drops.ts";
import type { ConflictRecord } from "../records/selection.ts";
import type { AssemblyRequest } from "../request.ts";
import { withConflictRisk } from "../score.ts";
import { type Conflict, type FoundConflict, findConflicts } from "./find-conflicts.ts";
import { claimantsOf, NOBODY, type Repeating } from "./request-claimants.ts";

export interface ConflictInput {
  readonly request: AssemblyRequest;
  readonly items: readonly Item[];
  readonly facts: readonly Fact[];
  readonly conversation: Conversation;
  readonly language: string;
  readonly zone: string;
  readonly counter: TokenCounter;
}

export interface Resolved {
  /** Without the losers; what still disagrees has a conflict_risk of 1. */
  readonly items: readonly Item[];
  readonly facts: readonly Fact[];
  readonly dropped: readonly Drop[];
  /** Items whose score changed, losers among them. */
  readonly scored: readonly Item[];
  readonly conflicts: readonly ConflictRecord[];
  readonly disagreements: readonly Disagreement[];
}

const NO_CONFLICTS = { dropped: [], scored: [], conflicts: [], disagreements: [] } as const;

/** Losers go as `lost_conflict`; where nobody wins, or the loser may not go, all stay and the model is told. */
export function resolveConflicts(input: ConflictInput): Resolved {
  const { items, facts, request } = input;
  const { topics } = request.policy;
  const { claimants, repeating } = topics.all.length === 0 ? NOBODY : claimantsOf(input);
  const conflicts = claimants.length === 0 ? [] : findConflicts(claimants, topics);
  if (conflicts.length === 0) return { items, facts, ...NO_CONFLICTS };
  const lost = lossesIn(conflicts, repeating);
  const open = new Set(conflicts.filter(isOpen).flatMap((conflict) => staying(conflict).map(({ id }) => id)));
  const risky = new Map(
    items
      .filter(({ given }) => lost.has(given.id) || open.has(given.id))
      .map((item) => [item.given.id, { ...item, scoring: withConflictRisk(item.given, item.scoring, request.policy.weights) }]),
  );
  const latest = items.map((item) => risky.get(item.given.id) ?? item);
  return {
    items: latest.filter(({ given }) => !lost.has(given.id)),
    facts: facts.filter((fact) => !lost.has(fact.piece.id)),
    dropped: [
      ...losersOf(facts, ({ piece }) => lost.get(piece.id), dropLosingFact),
      ...losersOf(latest, ({ given }) => lost.get(given.id), dropLoser),
    ],
    scored: [...risky.values()],
    conflicts: conflicts.map(recordOf),
    disagreements: conflicts.filter(isOpen).flatMap((conflict) => disagreementOf(conflict, input) ?? []),
  };
}

const recordOf = ({ parties: _, ...conflict }: FoundConflict): ConflictRecord => conflict;

const isOpen = ({ outcome }: Conflict): boolean => outcome !== "resolved";

const staying = ({ parties, losers }: FoundConflict): FoundConflict["parties"] =>
  parties.filter(({ id }) => !losers.includes(id));

function lossesOf({ topic, losers, winner, items }: Conflict): readonly (readonly [string, Loss])[] {
  const stated = new Map(items.map(({ id, value }) => [id, value]));
  return losers.map((id) => [id, { topic, winner, value: stated.get(id) ?? "", other: stated.get(winner ?? "") ?? "" }]);
}

const losersOf = <T>(all: readonly T[], lossOf: (one: T) => Loss | undefined, dropOf: (one: T, loss: Loss) => Drop) =>
  all.flatMap((one): readonly Drop[] => {
    const loss = lossOf(one);
    return loss === undefined ? [] : [dropOf(one, loss)];
  });

/** By id; what repeats a loser loses with it. */
function lossesIn(conflicts: readonly Conflict[], repeating: readonly Repeating[]): ReadonlyMap<string, Loss> {
  const lost = new Map<string, Loss>();
  const all = new Map<string, Loss>();
  for (const [id, loss] of conflicts.flatMap(lossesOf)) {
    if (!lost.has(id)) lost.set(id, loss);
    all.set(`${loss.topic} ${id}`, loss);
  }
  for (const { id, topics, containedIn } of repeating) {
    const loss = topics.flatMap((topic) => containedIn.flatMap((holder) => all.get(`${topic} ${holder}`) ?? []))[0];
    if (loss !== undefined) lost.set(id, loss);
  }
  return lost;
}

/** Null where the prompt would not hold two values. */
function disagreementOf(conflict: FoundConflict, input: ConflictInput): Disagreement | null {
  const { request, language, conversation } = input;
  const topic = request.policy.topics.all.find(({ name }) => name === conflict.topic);
  const names = new Map<string, string>([
    ...input.items.map(({ given, label }) => [given.id, citedName(label)] as const),
    ...input.facts.map(({ piece, label }) => [piece.id, citedName(label)] as const),
    ...conversation.groups.flatMap(({ turns }) => turns.map((turn) => [turn.id, spokenName(turn)] as const)),
    [QUESTION_ID, spokenName({ role: "user", tool: null })],
  ]);
  const sides = conflict.parties.flatMap((party): readonly Side[] => {
    const name = names.get(party.id);
    if (name === undefined || conflict.losers.includes(party.id)) return [];
    const { id, key, value, qualifier, meantFor, written } = party;
    return [{ id, key, value, qualifier, meantFor, name, told: toldValue(written, qualifier, topic, language) }];
  });
  const told = topic === undefined ? conflict.topic : topicLabel(topic, language);
  const line = lineAbout({ sides, topic: told }, input);
  if (line === null) return null;
  return {
    ids: [...new Set(staying(conflict).map(({ id }) => id))],
    together: conflict.resolve === "surface",
    sides,
    topic: told,
    ...line,
  };
}
