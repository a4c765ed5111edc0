/** What one assembly decided, small enough to keep and to compare: no text, no offsets, no hash of a text but the prompt's. Pure. */
import type { Core } from "../records/core.ts";

/** In the order of the flow. */
export const DIFF_STAGES = [
  "inputs",
  "routing",
  "scope",
  "choose",
  "gather",
  "filter",
  "score",
  "conflict",
  "budget",
  "pack",
  "place",
  "render",
] as const;
export type DiffStage = (typeof DIFF_STAGES)[number];

export interface OutcomeDecision {
  readonly id: string;
  readonly outcome: "included" | "missing" | "withheld" | "dropped";
  /** Where it was decided; `place` for what is included. */
  readonly stage: DiffStage;
  readonly reason: string;
  readonly role: string | null;
  readonly block: string | null;
  readonly tokens: number | null;
  readonly score: number | null;
  /** Place in the prompt, from 1; null for what is not in it. */
  readonly position: number | null;
}

export interface Outcome {
  readonly policy: string;
  readonly digest: string;
  /** By experiment. */
  readonly variants: Readonly<Record<string, string>>;
  readonly plan: string | null;
  readonly format: string;
  readonly model: string;
  readonly routing: {
    readonly intent: string;
    readonly certain: boolean;
    readonly reason: string | null;
    readonly contenders: readonly string[];
    readonly decided_by: string;
    /** Of the intents with a score, by name. */
    readonly scores: Readonly<Record<string, number>>;
  };
  readonly scope: {
    readonly names: readonly string[];
    readonly from: string | null;
    readonly to: string | null;
    readonly zone: string;
  };
  readonly instructions: { readonly language: string; readonly max_words: number; readonly referral: boolean };
  /** Every candidate once, by id. */
  readonly decisions: readonly OutcomeDecision[];
  /** `topic: outcome`, and the winner where there is one. */
  readonly conflicts: readonly string[];
  readonly findings: readonly string[];
  readonly limit: number;
  readonly used: number;
  readonly zones: Readonly<Record<string, number>>;
}

export function outcomeOf(core: Core): Outcome {
  const { routing, scope, instructions, budget } = core;
  return {
    policy: core.policy.name,
    digest: core.policy.digest,
    variants: variantsOf(core),
    plan: budget.plan?.name ?? null,
    format: core.format,
    model: core.model,
    routing: {
      intent: routing.intent,
      certain: routing.certain,
      reason: routing.reason,
      contenders: routing.contenders,
      decided_by: routing.decided_by,
      scores: byName(routing.scores.filter(({ score }) => score !== 0).map(({ intent, score }) => [intent, score])),
    },
    scope: {
      names: [scope, ...scope.others].flatMap(({ name }) => name ?? []),
      from: scope.from,
      to: scope.to,
      zone: scope.zone,
    },
    instructions: {
      language: instructions.language,
      max_words: instructions.max_words,
      referral: instructions.referral,
    },
    decisions: decisionsOf(core),
    conflicts: core.conflicts
      .map(({ topic, outcome, winner }) => `${topic}: ${outcome}${winner === null ? "" : `, ${winner}`}`)
      .sort(),
    findings: [...new Set(core.findings.map(({ code }) => code))].sort(),
    limit: budget.limit,
    used: budget.used,
    zones: byName(core.zones.map(({ name, tokens }) => [name, tokens])),
  };
}

// Older records have none, whatever their type says.
const variantsOf = ({ variants }: Partial<Pick<Core, "variants">>): Outcome["variants"] =>
  Object.fromEntries((variants ?? []).map(({ experiment, variant }) => [experiment, variant]));

const byName = (entries: readonly (readonly [string, number])[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

const NOWHERE = { role: null, block: null, tokens: null, score: null, position: null };

function decisionsOf({ included, missing, withheld, dropped }: Core): readonly OutcomeDecision[] {
  const all: readonly OutcomeDecision[] = [
    ...included.map(({ id, reason, role, block, tokens, score, position }) => ({
      ...{ id, outcome: "included" as const, stage: "place" as const, reason },
      ...{ role, block, tokens, score, position },
    })),
    ...missing.map(({ id, reason, role }) => ({
      ...NOWHERE,
      ...{ id, outcome: "missing" as const, stage: "gather" as const, reason, role },
    })),
    ...withheld.map(({ id, reason }) => ({
      ...NOWHERE,
      ...{ id, outcome: "withheld" as const, stage: "choose" as const, reason },
    })),
    ...dropped.map(({ id, stage, reason, role, score }) => ({
      ...NOWHERE,
      ...{ id, outcome: "dropped" as const, stage, reason, role, score },
    })),
  ];
  return [...all].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
