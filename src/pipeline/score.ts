/** What a candidate is worth: the policy's weights over its signals, with what nobody gave marked. Pure; policy.md, Scoring. */
import type { Weights } from "../policy/selection-rules.ts";
import type { Given } from "./given.ts";

export const SIGNALS = ["relevance", "trust", "freshness", "user_need", "conflict_risk"] as const;
export type SignalName = (typeof SIGNALS)[number];

export interface Signal {
  readonly value: number;
  /** Nobody gave it, and nothing it could be read from. */
  readonly defaulted: boolean;
}

export interface Scoring {
  readonly signals: Readonly<Record<SignalName, Signal>>;
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
/** Signals that nobody gave. */
const NOT_GIVEN: Signal = { value: UNKNOWN, defaulted: true };
const NO_RISK: Signal = { value: 0, defaulted: true };

/** Of a candidate without any signal; a document's is its score. */
const OF_KIND = { tool_result: 0.8, example: 0.3, hint: 0.3 } as const;
const OF_MEMORY = { explicit: 0.9, inferred: 0.5 } as const;

/** Seed 2: relevance × 0.40 + trust × 0.20 + freshness × 0.15 + user_need × 0.15 − conflict_risk × 0.10, weights by policy. */
export function scoreItem(given: Given, age: Age, context: ScoreContext): Scoring {
  const signals: Scoring["signals"] = {
    relevance: known(given.relevance, NOT_GIVEN),
    trust: known(given.trust, NOT_GIVEN),
    freshness: freshnessOf(given, age, context),
    user_need: known(given.userNeed ?? needOf(given, context.person), NOT_GIVEN),
    conflict_risk: known(given.conflictRisk, NO_RISK),
  };
  return weighed(given, signals, context.weights);
}

/** The same with another conflict_risk, once conflicts are known. */
export const withConflictRisk = (given: Given, { signals }: Scoring, weights: Weights): Scoring =>
  weighed(given, { ...signals, conflict_risk: { value: 1, defaulted: false } }, weights);

function weighed(given: Given, signals: Scoring["signals"], weights: Weights): Scoring {
  const score =
    signals.relevance.value * weights.relevance +
    signals.trust.value * weights.trust +
    signals.freshness.value * weights.freshness +
    signals.user_need.value * weights.user_need -
    signals.conflict_risk.value * weights.conflict_risk;
  const ofKind = signalled(given) ? null : kindValue(given);
  const clipped = Math.min(1, Math.max(0, score));
  if (given.value !== null) return { signals, score, value: given.value, value_from: "given" };
  return ofKind === null
    ? { signals, score, value: clipped, value_from: "score" }
    : { signals, score, value: ofKind, value_from: "kind" };
}

const known = (value: number | null, otherwise: Signal): Signal => (value === null ? otherwise : { value, defaulted: false });

const signalled = ({ relevance, trust, freshness, userNeed, conflictRisk }: Given): boolean =>
  relevance !== null || trust !== null || freshness !== null || userNeed !== null || conflictRisk !== null;

function kindValue({ kind, origin }: Given): number | null {
  if (kind === "document") return null;
  return kind === "memory" ? OF_MEMORY[origin ?? "inferred"] : OF_KIND[kind];
}

/** 1 for what is in force; else half for each half-life since publication, and 1 for what is not published yet. */
function freshnessOf(given: Given, { current, publishedAtMs }: Age, { halfLifeMs, atMs }: ScoreContext): Signal {
  if (given.freshness !== null) return { value: given.freshness, defaulted: false };
  if (current) return { value: 1, defaulted: false };
  if (publishedAtMs === null) return NOT_GIVEN;
  return { value: 0.5 ** (Math.max(0, atMs - publishedAtMs) / halfLifeMs), defaulted: false };
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
