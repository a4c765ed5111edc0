/** What differs between two assemblies, the first differing stage first. Pure. */
import { DIFF_STAGES, type DiffStage, type Outcome, type OutcomeDecision } from "./outcome.ts";

/** One thing that is not as it was. Null on either side: not there. */
export interface Change {
  readonly stage: DiffStage;
  /** Of the candidate, or null for what is decided for the whole. */
  readonly id: string | null;
  readonly what: string;
  readonly before: Told;
  readonly after: Told;
}

export type Told = string | number | boolean | null;

export interface Difference {
  /** The earliest stage with a change; null where nothing differs. */
  readonly first: DiffStage | null;
  /** By stage, in the order of the flow, then by id. */
  readonly changes: readonly Change[];
  /** Ids that are in the second prompt and not in the first, and the reverse. */
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  readonly tokens: { readonly before: number; readonly after: number };
}

/** `inputs`: changes of what the two were made from, where they are known. */
export function differenceOf(before: Outcome, after: Outcome, inputs: readonly Change[] = []): Difference {
  const changes = [
    ...inputs,
    ...wholeChanges(before, after),
    ...decisionChanges(before, after),
    ...valueChanges("render", renderedValues(before), renderedValues(after)),
  ];
  const ordered = DIFF_STAGES.flatMap((stage) => changes.filter((one) => one.stage === stage));
  const ids = ({ decisions }: Outcome) => decisions.filter(({ outcome }) => outcome === "included").map(({ id }) => id);
  return {
    first: ordered[0]?.stage ?? null,
    changes: ordered,
    shown: without(ids(after), ids(before)),
    hidden: without(ids(before), ids(after)),
    tokens: { before: before.used, after: after.used },
  };
}

const without = (all: readonly string[], taken: readonly string[]): readonly string[] => {
  const known = new Set(taken);
  return all.filter((one) => !known.has(one));
};

type Values = Readonly<Record<string, Told>>;

/** Members that one side lacks count as null. In the order of their names. */
export function valueChanges(stage: DiffStage, before: Values, after: Values, id: string | null = null): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((what) => {
    const [was, is] = [before[what] ?? null, after[what] ?? null];
    return was === is ? [] : [{ stage, id, what, before: was, after: is }];
  });
}

const wholeChanges = (before: Outcome, after: Outcome): readonly Change[] => [
  ...valueChanges("inputs", { plan: before.plan }, { plan: after.plan }),
  ...valueChanges("routing", routingValues(before), routingValues(after)),
  ...valueChanges("scope", scopeValues(before), scopeValues(after)),
  ...valueChanges("conflict", listed("conflict", before.conflicts), listed("conflict", after.conflicts)),
  ...valueChanges("budget", { limit: before.limit }, { limit: after.limit }),
];

function routingValues({ routing, instructions }: Outcome): Values {
  const { intent, certain, reason, contenders, decided_by } = routing;
  const scores = Object.entries(routing.scores).map(([name, score]) => [`score of ${name}`, score]);
  return {
    ...{ intent, certain, reason, contenders: contenders.join(", "), decided_by },
    ...{ referral: instructions.referral, max_words: instructions.max_words },
    ...Object.fromEntries(scores),
  };
}

const scopeValues = ({ scope: { names, from, to, zone } }: Outcome): Values => ({ names: names.join(", "), from, to, zone });

const listed = (what: string, all: readonly string[]): Values => Object.fromEntries(all.map((one) => [`${what} ${one}`, true]));

const renderedValues = ({ format, model, instructions, used, zones, findings }: Outcome): Values => ({
  ...{ format, model, language: instructions.language, used },
  ...Object.fromEntries(Object.entries(zones).map(([name, tokens]) => [`tokens of the ${name} zone`, tokens])),
  ...listed("finding", findings),
});

function decisionChanges(before: Outcome, after: Outcome): readonly Change[] {
  const was = new Map(before.decisions.map((one) => [one.id, one]));
  const is = new Map(after.decisions.map((one) => [one.id, one]));
  const ids = [...new Set([...was.keys(), ...is.keys()])].sort();
  const changes = ids.flatMap((id) => changesOfOne(id, was.get(id) ?? null, is.get(id) ?? null));
  return [...changes, ...orderChange(before, after)];
}

/** What became of one candidate; it is told at the earlier of the two stages that decided. */
function changesOfOne(id: string, before: OutcomeDecision | null, after: OutcomeDecision | null): readonly Change[] {
  if (before === null || after === null)
    return [{ stage: "inputs", id, what: "outcome", before: said(before), after: said(after) }];
  if (said(before) !== said(after)) {
    const stage = DIFF_STAGES.find((one) => one === before.stage || one === after.stage) ?? "inputs";
    return [{ stage, id, what: "outcome", before: said(before), after: said(after) }];
  }
  const { role, block, tokens, score } = before;
  return [
    ...valueChanges("choose", { role }, { role: after.role }, id),
    ...valueChanges("score", { score }, { score: after.score }, id),
    ...valueChanges("pack", { block, tokens }, { block: after.block, tokens: after.tokens }, id),
  ];
}

/** `dropped: over_budget`. */
const said = (decision: OutcomeDecision | null): string | null =>
  decision === null ? null : `${decision.outcome}: ${decision.reason}`;

/** Whether what both sent stands in another order: places alone differ wherever something came in. */
function orderChange(before: Outcome, after: Outcome): readonly Change[] {
  const [was, is] = [orderOf(before), orderOf(after)];
  const [wasThere, isThere] = [new Set(was), new Set(is)];
  return valueChanges(
    "place",
    { order: was.filter((id) => isThere.has(id)).join(", ") },
    { order: is.filter((id) => wasThere.has(id)).join(", ") },
  );
}

const orderOf = ({ decisions }: Outcome): readonly string[] =>
  decisions
    .filter(({ position }) => position !== null)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ id }) => id);
