/** What differs between two answers to the same question, the first differing stage first. Pure. */

export interface Run {
  readonly included: readonly { readonly id: string; readonly tokens: number }[];
  readonly dropped: readonly {
    readonly id: string;
    readonly stage: "filter" | "conflict" | "pack";
    readonly reason: string;
    readonly detail: Readonly<Record<string, number | string | null>>;
  }[];
  readonly conflicts: readonly { readonly topic: string; readonly outcome: string }[];
  readonly budget: { readonly used: number; readonly limit: number };
}

type Dropped = Run["dropped"][number];

const STAGES = ["filter", "conflict", "pack"] as const;

/** One line for each difference: what was dropped at another stage or for another reason, what came in, what is open no more. */
export function differenceOf(before: Run, after: Run): readonly string[] {
  return [
    ...STAGES.flatMap((stage) => [
      ...dropsOf(after, stage)
        .filter((one) => !sameDrop(one, before))
        .map((one) => `${stage}: ${one.id} is out, ${reasonOf(one)}; it was ${stateOf(one.id, before)}`),
      ...dropsOf(before, stage)
        .filter(({ id }) => after.included.some((one) => one.id === id))
        .map((one) => `${stage}: ${one.id} is in; it was ${reasonOf(one)}`),
      ...(stage === "conflict" ? settled(before, after) : []),
    ]),
    `tokens used: ${before.budget.used}, then ${after.budget.used}`,
  ];
}

/** `duplicate of refund-policy-v3`, `over budget (836 tokens, 657 left)`. */
export function reasonOf({ reason, detail }: Dropped): string {
  const said = reason.replaceAll("_", " ");
  if ("left" in detail) return `${said} (${detail["tokens"]} tokens, ${detail["left"]} left)`;
  const [by] = Object.entries(detail);
  return by === undefined ? said : `${said} ${by[0]} ${by[1]}`;
}

const dropsOf = ({ dropped }: Run, stage: Dropped["stage"]): readonly Dropped[] => dropped.filter((one) => one.stage === stage);

const sameDrop = (drop: Dropped, { dropped }: Run): boolean =>
  dropped.some(({ id, reason }) => id === drop.id && reason === drop.reason);

function stateOf(id: string, { included, dropped }: Run): string {
  if (included.some((one) => one.id === id)) return "in";
  const drop = dropped.find((one) => one.id === id);
  return drop === undefined ? "not there" : reasonOf(drop);
}

const settled = (before: Run, after: Run): readonly string[] =>
  before.conflicts
    .filter(({ topic }) => !after.conflicts.some((one) => one.topic === topic))
    .map(({ topic, outcome }) => `conflict: nothing disagrees on ${topic} any more; it was ${outcome}`);
