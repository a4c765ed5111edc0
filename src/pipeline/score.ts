/** What a candidate is worth: the policy's weights over its signals, with what nobody gave marked. Pure; policy.md, Scoring. */
import type { Weights } from "../policy/rules/selection.ts";
import type { Given } from "./given.ts";

export const SIGNALS = ["relevance", "trust", "freshness", "user_need", "conflict_risk"] as const;
export type SignalName = (typeof SIGNALS)[number];

/** Each 0 to 1; null where nobody gave it, and nothing was there to read it from. */
type Signals = Readonly<Record<SignalName, number | null>>;

export interface Scoring {
  readonly signals: Signals;
  /** Sum of weight times signal, conflict_risk as a penalty; in full precision. */
  readonly score: number;
  /** What packing compares, 0 to 1. */
  readonly value: number;
  readonly value_from: "given" | "score" | "kind";
}

export interface ScoreContext {
  readonly weights: Weights;
  readonly halfLifeMs: number;
  readonly atMs: number;
  /** The person's plan and declared attributes. */
  readonly person: ReadonlyMap<string, string | number | boolean>;
}

/** What the dates of an item say. */
export interface Age {
  /** In force by its dates, or the newest current version of its key. */
  readonly current: boolean;
  readonly publishedAtMs: number | null;
}

/** Of what nobody knows. */
export const UNKNOWN = 0.5;
const OF_NOBODY = { relevance: UNKNOWN, trust: UNKNOWN, freshness: UNKNOWN, user_need: UNKNOWN, conflict_risk: 0 } as const;

/** What a signal counts as, also where nobody gave it. */
export const signalOf = (signals: Signals, name: SignalName): number => signals[name] ?? OF_NOBODY[name];

/** Of a candidate without any signal; a document's is its score. */
const OF_KIND = { tool_result: 0.8, example: 0.3, hint: 0.3 } as const;
const OF_MEMORY = { explicit: 0.9, inferred: 0.5 } as const;

/** Seed 2: relevance × 0.40 + trust × 0.20 + freshness × 0.15 + user_need × 0.15 − conflict_risk × 0.10, weights by policy. */
export function scoreItem(given: Given, age: Age, context: ScoreContext): Scoring {
  const signals: Signals = {
    relevance: given.relevance,
    trust: given.trust,
    freshness: given.freshness ?? freshnessOf(age, context),
    user_need: given.userNeed ?? needOf(given, context.person),
    conflict_risk: given.conflictRisk,
  };
  return weighed(given, signals, context.weights);
}

/** The same with the highest conflict_risk, once conflicts are known. */
export const withConflictRisk = (given: Given, { signals }: Scoring, weights: Weights): Scoring =>
  weighed(given, { ...signals, conflict_risk: 1 }, weights);

function weighed(given: Given, signals: Signals, weights: Weights): Scoring {
  const score =
    signalOf(signals, "relevance") * weights.relevance +
    signalOf(signals, "trust") * weights.trust +
    signalOf(signals, "freshness") * weights.freshness +
    signalOf(signals, "user_need") * weights.user_need -
    signalOf(signals, "conflict_risk") * weights.conflict_risk;
  if (given.value !== null) return { signals, score, value: given.value, value_from: "given" };
  const ofKind = signalled(given) ? null : kindValue(given);
  return ofKind === null
    ? { signals, score, value: Math.min(1, Math.max(0, score)), value_from: "score" }
    : { signals, score, value: ofKind, value_from: "kind" };
}

const signalled = ({ relevance, trust, freshness, userNeed, conflictRisk }: Given): boolean =>
  relevance !== null || trust !== null || freshness !== null || userNeed !== null || conflictRisk !== null;

function kindValue({ kind, origin }: Given): number | null {
  if (kind === "document") return null;
  return kind === "memory" ? OF_MEMORY[origin ?? "inferred"] : OF_KIND[kind];
}

/** 1 for what is in force; else half for each half-life since publication, and 1 for what is not published yet; null without a date. */
function freshnessOf({ current, publishedAtMs }: Age, { halfLifeMs, atMs }: ScoreContext): number | null {
  if (current) return 1;
  return publishedAtMs === null ? null : 0.5 ** (Math.max(0, atMs - publishedAtMs) / halfLifeMs);
}

/** 0 where anything contradicts; else the share of what it is meant for that is known to fit, the unknown counting half. */
function needOf({ appliesTo }: Given, person: ScoreContext["person"]): number | null {
  if (appliesTo.size === 0) return null;
  let sum = 0;
  for (const [name, wanted] of appliesTo) {
    const own = person.get(name);
    if (own !== undefined && !wanted.includes(own)) return 0;
    sum += own === undefined ? UNKNOWN : 1;
  }
  return sum / appliesTo.size;
}
