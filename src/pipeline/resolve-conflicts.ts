/** Items that contradict each other: who stays, who goes, and what the model is told. Pure; policy.md, topics.yaml. */
import { cleanValue } from "../policy/clean-value.ts";
import type { Topics } from "../text/values/topics.ts";
import { valueKey } from "../text/values/value.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Fact, Item } from "./candidate.ts";
import type { Disagreement } from "./chosen.ts";
import { type Claimant, type Conflict, claimsOf, findConflicts } from "./conflict.ts";
import { disagreementLine, topicLabel } from "./disagreement.ts";
import { momentMs } from "./moments.ts";
import type { Dropped } from "./records.ts";
import { noteLine } from "./render/lines.ts";
import type { AssemblyRequest } from "./request.ts";
import { rounded } from "./rounded.ts";
import { withConflictRisk } from "./score.ts";
import type { ConflictRecord } from "./selection-records.ts";
import { textOfParts } from "./turn-text.ts";
import type { Conversation } from "./turns.ts";

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
  readonly dropped: readonly Dropped[];
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
      ...facts.flatMap((fact) =>
        dropOf(lost.get(fact.piece.id), { id: fact.piece.id, kind: "fact", role: fact.role, score: null }),
      ),
      ...latest.flatMap((item) =>
        dropOf(lost.get(item.given.id), {
          id: item.given.id,
          kind: item.kind,
          role: null,
          score: rounded(item.scoring.score, 2),
        }),
      ),
    ],
    scored: [...risky.values()],
    conflicts,
    disagreements: conflicts.filter(isOpen).flatMap((conflict) => disagreementOf(conflict, input) ?? []),
  };
}

const isOpen = ({ outcome }: Conflict): boolean => outcome !== "resolved";

const staying = ({ items, losers }: Conflict): Conflict["items"] => items.filter(({ id }) => !losers.includes(id));

interface Loss {
  readonly topic: string;
  readonly winner: string | null;
  readonly value: string;
  readonly other: string;
}

function lossesOf({ topic, losers, winner, items }: Conflict): readonly (readonly [string, Loss])[] {
  const stated = new Map(items.map(({ id, value }) => [id, value]));
  return losers.map((id) => [id, { topic, winner, value: stated.get(id) ?? "", other: stated.get(winner ?? "") ?? "" }]);
}

function dropOf(loss: Loss | undefined, own: Pick<Dropped, "id" | "kind" | "role" | "score">): readonly Dropped[] {
  return loss === undefined ? [] : [{ ...own, stage: "conflict", reason: "lost_conflict", detail: { ...loss } }];
}

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

/** An item that claims nothing but what another claims which holds its text: it goes where that goes, and no conflict names it. */
interface Repeating {
  readonly id: string;
  /** Names of those it claims something about. */
  readonly topics: readonly string[];
  readonly containedIn: readonly string[];
}

interface Claimants {
  readonly claimants: readonly Claimant[];
  readonly repeating: readonly Repeating[];
}

const NOBODY: Claimants = { claimants: [], repeating: [] };

/** Everything that states something. The line of a failed tool states nothing. */
function claimantsOf(input: ConflictInput): Claimants {
  const { items, request, zone } = input;
  const stating = items.filter(({ replaced }) => !replaced);
  const own = new Map(stating.map((item) => [item.given.id, itemClaimant(item, zone)]));
  const repeating = repeatingOf(stating, own, request.policy.topics);
  for (const { id } of repeating) own.delete(id);
  return { claimants: [...own.values(), ...factClaimants(input), ...saidClaimants(input)], repeating };
}

function repeatingOf(items: readonly Item[], own: ReadonlyMap<string, Claimant>, topics: Topics): readonly Repeating[] {
  const known = new Map<string, readonly { readonly name: string; readonly key: string }[]>();
  const claimed = (id: string) => {
    const one = own.get(id);
    const claims =
      known.get(id) ??
      (one === undefined ? [] : claimsOf(one, topics)).map(({ topic, value }) => {
        const name = topics.all[topic]?.name ?? "";
        return { name, key: `${name} ${valueKey(value)}` };
      });
    known.set(id, claims);
    return claims;
  };
  return items.flatMap(({ given: { id, pinned }, containedIn }) => {
    const claims = pinned || containedIn.length === 0 ? [] : claimed(id);
    if (claims.length === 0) return [];
    const isHeldBy = (holder: string): boolean => claims.every(({ key }) => claimed(holder).some((one) => one.key === key));
    return containedIn.some(isHeldBy) ? [{ id, topics: claims.map(({ name }) => name), containedIn }] : [];
  });
}

const FOR_ALL: Claimant["meantFor"] = new Map();

const factClaimants = ({ facts, request: { policy } }: ConflictInput): readonly Claimant[] =>
  facts.map(({ piece, line, role }) => {
    const trust = policy.sources.get(piece.source)?.trust ?? 0;
    return {
      id: piece.id,
      text: line,
      claims: null,
      about: null,
      side: "profile",
      trust,
      dateMs: null,
      fixed: role === "primary",
      meantFor: FOR_ALL,
    };
  });

/** Turns of the person and of tools, in their order, and the question behind them. */
function saidClaimants({ conversation, request }: ConflictInput): readonly Claimant[] {
  const said = (id: string, text: string, side: Claimant["side"], at: number): Claimant => {
    // When a turn was said is not known; its place tells which wish is the last, and to that the earlier ones give way.
    const isWish = side === "request";
    return {
      id,
      text,
      claims: null,
      about: null,
      side,
      trust: 1,
      dateMs: isWish ? at : null,
      fixed: !isWish || id === "question",
      meantFor: FOR_ALL,
    };
  };
  return [
    ...conversation.groups.flatMap(({ turns, at }) =>
      turns
        .filter(({ role }) => role !== "assistant")
        .map(({ id, role, content }) => {
          const text = textOfParts(content);
          return said(id, text, role === "tool" ? "tool" : "request", at);
        }),
    ),
    said("question", request.question, "request", Number.MAX_SAFE_INTEGER),
  ];
}

const SIDE_OF = { memory: "profile", tool_result: "tool", document: "text", example: "text", hint: "text" } as const;

function itemClaimant({ given, text, kind, scoring }: Item, zone: string): Claimant {
  return {
    id: given.id,
    text,
    claims: given.claims,
    about: given.topic,
    side: SIDE_OF[kind],
    trust: scoring.signals.trust.value,
    dateMs: momentMs(given.effectiveFrom ?? given.publishedAt, zone),
    fixed: given.pinned,
    meantFor: given.appliesTo,
  };
}

/** One line of the policy, which names the items by what the answer may cite; null where the prompt would not hold two values. */
function disagreementOf(conflict: Conflict, input: ConflictInput): Disagreement | null {
  const { request, language, counter, conversation } = input;
  const { policy } = request;
  const items = staying(conflict);
  const labels = new Map<string, string | null>([
    ...input.items.map(({ given, label }) => [given.id, label] as const),
    ...input.facts.map(({ piece, label }) => [piece.id, label] as const),
    // What is said has no label.
    ...conversation.groups.flatMap(({ turns }) => turns.map(({ id }) => [id, null] as const)),
    ["question", null],
  ]);
  const topic = policy.topics.all.find(({ name }) => name === conflict.topic);
  const told = topic === undefined ? conflict.topic : topicLabel(topic, language);
  const line = disagreementLine({ items }, { labels, topic: told, line: policy.prompt.disagree(language) });
  if (line === null) return null;
  const text = noteLine(cleanValue(line));
  return {
    ids: items.map(({ id }) => id),
    together: conflict.resolve === "surface",
    text,
    tokens: policy.trustTokens ? 0 : counter.count(text),
  };
}
