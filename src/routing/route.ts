/** Decides the lead and the contenders from the scores. Pure; policy.md, Routing. */

import type { Policy } from "../policy/snapshot.ts";
import type { Score } from "./classify.ts";
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

  const { thresholdMilli, marginMilli, fallback } = policy.routing;
  const top = first?.milli ?? 0;
  const reason = uncertainty(top, second?.milli ?? 0, thresholdMilli, marginMilli);
  if (reason === null && first !== undefined) {
    return { lead: first.intent, certain: true, reason: null, decidedBy: "rules", contenders: [first.intent], best };
  }
  const close = ranked.filter((score) => top - score.milli < marginMilli).map((score) => score.intent);
  const contenders = reason === "margin" || close.includes(fallback) ? close : [...close, fallback];
  return { ...leadOf(input, contenders, best, reason), certain: false, reason, contenders, best };
}

/** The intents a model may name: the contenders when two or more stood close, every intent otherwise. */
export function allowedVerdicts(decided: Decided, policy: Pick<Policy, "intents">): readonly string[] {
  if (decided.certain) return [];
  return decided.reason === "margin" ? decided.contenders : [...policy.intents.keys()];
}

function uncertainty(top: number, second: number, threshold: number, margin: number): UncertainReason | null {
  if (top <= 0) return "no_signal";
  if (top < threshold) return "below_threshold";
  return top - second < margin ? "margin" : null;
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
