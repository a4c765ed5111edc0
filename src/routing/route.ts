/** Decides the lead and the contenders from the scores. Pure; policy.md, Routing. */

import type { Policy } from "../policy/snapshot.ts";
import type { Score } from "./classify.ts";
import type { Polarity } from "./polarity.ts";
import type { Routing, UncertainReason } from "./records.ts";

export interface Decided {
  readonly lead: string;
  readonly certain: boolean;
  readonly reason: UncertainReason | null;
  readonly decidedBy: Routing["decided_by"];
  /** Highest score first, ties in the order of intents.yaml; under a weak signal the fallback joins last. */
  readonly contenders: readonly string[];
  /** What the rules alone would lead with; null when nothing matched. Differs from `lead` for a caller's word or a model's. */
  readonly best: string | null;
}

export interface RoutingInput {
  readonly scores: readonly Score[];
  readonly policy: Pick<Policy, "routing" | "intents">;
  /** The caller's word, which counts as certain. */
  readonly intent: string | null;
  /** A model's answer. One that is not allowed is as good as none. */
  readonly verdict: string | null;
}

/** Threshold first, then margin. A verdict changes only the lead of an uncertain question. */
export function decideRouting(input: RoutingInput): Decided {
  const { policy, intent } = input;
  const ranked = [...input.scores]
    .filter((score) => score.milli > 0)
    .sort((a, b) => b.milli - a.milli || orderOf(policy, a) - orderOf(policy, b));
  const [first, second] = ranked;
  const best = first?.intent ?? null;
  if (intent !== null) return { lead: intent, certain: true, reason: null, decidedBy: "caller", contenders: [intent], best };

  const { fallback } = policy.routing;
  const reason = uncertainty(first, second, policy.routing);
  if (reason === null && first !== undefined) {
    return { lead: first.intent, certain: true, reason: null, decidedBy: "rules", contenders: [first.intent], best };
  }
  const close = ranked.filter((score) => isClose(score, first, policy.routing)).map((score) => score.intent);
  const contenders = reason === "margin" || close.includes(fallback) ? close : [...close, fallback];
  return { ...leadOf(input, contenders, best, reason), certain: false, reason, contenders, best };
}

/** The intents a model may name: the contenders when two or more stood close, every intent otherwise. */
export function allowedVerdicts(decided: Decided, policy: Pick<Policy, "intents">): readonly string[] {
  if (decided.certain) return [];
  return decided.reason === "margin" ? decided.contenders : [...policy.intents.keys()];
}

/** In thresholds: what is said by itself, and what is said most of the time. */
const BAR = 2;
const LIKELY = 1.5;

type Limits = Pick<Policy["routing"], "thresholdMilli" | "marginMilli">;

function uncertainty(first: Score | undefined, second: Score | undefined, limits: Limits): UncertainReason | null {
  if (first === undefined) return "no_signal";
  if (first.milli < limits.thresholdMilli || isCircumstance(first, limits)) return "below_threshold";
  return second !== undefined && isClose(second, first, limits) ? "margin" : null;
}

/** Less than what is said by itself, and none of it but as a circumstance: "How much time on my feet by next week?" */
const isCircumstance = (score: Score, { thresholdMilli }: Limits): boolean =>
  score.milli < BAR * thresholdMilli && isAll(score, "background");

function isAll({ counted }: Score, polarity: Polarity): boolean {
  const told = counted.filter(({ milli }) => milli > 0);
  return told.length > 0 && told.every(({ hit }) => hit.polarity === polarity);
}

/**
 * Within the margin of the best score, unless it is a mere circumstance of what says twice as much: "A beer after the race?" Or named as
 * plainly by twice the threshold, where only the words of a red flag make the difference: those call for a referral, and must not take the
 * other half of the question away.
 */
function isClose(score: Score, first: Score | undefined, limits: Limits): boolean {
  if (first === undefined) return true;
  const { thresholdMilli, marginMilli } = limits;
  if (first.milli - score.milli < marginMilli) return !isAside(score, first, limits);
  const unflagged = first.milli - Math.max(0, first.flaggedMilli);
  return score.milli >= BAR * thresholdMilli && unflagged - score.milli < marginMilli;
}

function isAside(score: Score, first: Score, { thresholdMilli }: Limits): boolean {
  if (score === first || first.flaggedMilli > 0 || first.milli < LIKELY * thresholdMilli || 2 * score.milli > first.milli)
    return false;
  return isAll(score, "background") && !isAll(first, "background");
}

function leadOf(
  { verdict, policy }: RoutingInput,
  contenders: readonly string[],
  best: string | null,
  reason: UncertainReason | null,
): Pick<Decided, "lead" | "decidedBy"> {
  const allowed = reason === "margin" ? contenders : [...policy.intents.keys()];
  if (verdict !== null && allowed.includes(verdict)) return { lead: verdict, decidedBy: "model" };
  if (best !== null) return { lead: best, decidedBy: "best_score" };
  return { lead: policy.routing.fallback, decidedBy: "fallback" };
}

const orderOf = (policy: Pick<Policy, "intents">, score: Score): number => policy.intents.get(score.intent)?.order ?? 0;
