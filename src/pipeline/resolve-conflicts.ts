/** Items that contradict each other: who stays, who goes, and what the model is told. Pure; policy.md, topics.yaml. */
import { cleanValue } from "../policy/clean-value.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Fact, Item } from "./candidate.ts";
import { type Claimant, type Conflict, findConflicts } from "./conflict.ts";
import { disagreementLine, topicLabel } from "./disagreement.ts";
import { momentMs, rounded } from "./filter-items.ts";
import type { Disagreement } from "./place.ts";
import type { ConflictRecord, Dropped } from "./records.ts";
import { noteLine } from "./render/lines.ts";
import type { AssemblyRequest } from "./request.ts";
import { withConflictRisk } from "./score.ts";
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
  const conflicts = topics.all.length === 0 ? [] : findConflicts(claimantsOf(input), topics);
  if (conflicts.length === 0) return { items, facts, ...NO_CONFLICTS };
  const lost = new Map(conflicts.flatMap((conflict) => lossesOf(conflict)));
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
    disagreements: conflicts.filter(isOpen).flatMap((conflict) => disagreementOf(conflict, input)),
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

/** Everything that states something: what is contained in something else states nothing of its own. */
function claimantsOf({ items, facts, conversation, request, zone }: ConflictInput): readonly Claimant[] {
  const undated = { dateMs: null, claims: null } as const;
  return [
    ...items.filter((item) => item.containedIn.length === 0 && !item.replaced).map((item) => itemClaimant(item, zone)),
    ...facts.map((fact): Claimant => {
      const trust = request.policy.sources.get(fact.piece.source)?.trust ?? 0;
      return { id: fact.piece.id, text: fact.line, side: "profile", trust, fixed: fact.role === "primary", ...undated };
    }),
    ...conversation.groups.flatMap(({ turns }) =>
      turns
        .filter(({ role }) => role !== "assistant")
        .map(({ id, role, content }): Claimant => {
          const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
          return { id, text, side: role === "tool" ? "tool" : "request", trust: 1, fixed: true, ...undated };
        }),
    ),
    { id: "question", text: request.question, side: "request", trust: 1, fixed: true, ...undated },
  ];
}

const SIDE_OF = { memory: "profile", tool_result: "tool", document: "text", example: "text", hint: "text" } as const;

function itemClaimant({ given, text, kind, scoring }: Item, zone: string): Claimant {
  return {
    id: given.id,
    text,
    claims: given.claims,
    side: SIDE_OF[kind],
    trust: scoring.signals.trust.value,
    dateMs: momentMs(given.effectiveFrom ?? given.publishedAt, zone),
    fixed: given.pinned,
  };
}

/** One line of the policy, which names the items by what the answer may cite; nothing where one value alone stays. */
function disagreementOf(
  conflict: Conflict,
  { request, items, facts, conversation, language, counter }: ConflictInput,
): readonly Disagreement[] {
  const { topics, prompt, trustTokens } = request.policy;
  const topic = topics.all.find(({ name }) => name === conflict.topic);
  if (topic === undefined) return [];
  const stays = new Set(conflict.items.map(({ id }) => id).filter((id) => !conflict.losers.includes(id)));
  const labels = new Map(
    [
      ...items.map(({ given, label }) => [given.id, label] as const),
      ...facts.map(({ piece, label }) => [piece.id, label] as const),
      ...conversation.groups.flatMap(({ turns }) => turns.map(({ id }) => [id, id] as const)),
      ["question", "question"] as const,
    ].filter(([id]) => stays.has(id)),
  );
  const line = disagreementLine(conflict, { labels, topic: topicLabel(topic, language), line: prompt.disagree(language) });
  if (line === null) return [];
  const text = noteLine(cleanValue(line));
  return [{ ids: [...stays], text, tokens: trustTokens ? 0 : counter.count(text) }];
}
