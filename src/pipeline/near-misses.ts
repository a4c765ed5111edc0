/** For each piece that stayed out, the smallest change that would bring it in. Pure. */

import type { Withheld } from "../routing/records.ts";
import { localDay, startOfDayMs } from "../text/zoned.ts";
import type { Assembly } from "./assemble.ts";
import { faultsAt } from "./current-items.ts";
import type { NearMiss } from "./explanation.ts";
import { tryHeld } from "./held-back.ts";
import { pack } from "./pack.ts";
import type { Packed, PackInput, Refusal } from "./pack-state.ts";
import type { Dropped, Missing } from "./records.ts";
import { roundedUnder } from "./rounded.ts";

/** Of the candidates that fell to the budget, so many are worked out, the most valuable first; fewer where packing is much work. */
const MOST_WORKED_OUT = 20;
/** Raises of a limit until a thing is in; what needs more is told with a limit that has room for everything. */
const MOST_RAISES = 60;
/** Times things to pack, in all. */
const MOST_WORK = 100_000;
/** What is held back is gone through again and again, from the outside in. */
const HELD_WORK = 20;

interface Effort {
  readonly items: number;
  readonly raises: number;
}

/** Of 5,000 things packed again, four are worked out with four raises each. */
function effortFor({ packed: { input }, heldBack }: Assembly): Effort {
  const { entries, run, secondary } = input;
  const size = entries.length + run.length + secondary.length + heldBack.held.length * HELD_WORK + 1;
  const packings = Math.max(20, Math.floor(MOST_WORK / size));
  const items = Math.min(MOST_WORKED_OUT, Math.floor(packings / 5));
  return { items, raises: Math.min(MOST_RAISES, Math.floor(packings / items) - 1) };
}

/** In the order: no room, left out by a filter, withheld, missing; each in its own stable order. */
export function nearMisses(assembly: Assembly, dropped: readonly Dropped[]): readonly NearMiss[] {
  const { choice, filtered, packed } = assembly;
  const facts = new Set(packed.input.secondary.map((fact) => fact.piece.id));
  const worthOf = new Map(assembly.bundles.map(({ entry }) => [entry.id, entry.value]));
  const effort = effortFor(assembly);
  const refused = packed.refused.filter(({ id }) => facts.has(id) || worthOf.has(id));
  const most = [...refused]
    .sort((a, b) => (worthOf.get(b.id) ?? 2) - (worthOf.get(a.id) ?? 2))
    .slice(0, facts.size + effort.items);
  const currency = currencyAt(assembly);
  return [
    ...refused.filter((one) => most.includes(one)).map((refusal) => roomFor(refusal, assembly, effort)),
    ...dropped
      .filter(({ stage }) => stage !== "pack")
      .map((drop) => (drop.kind === "fact" ? ofFact(drop, assembly) : ofItem(drop, assembly, currency))),
    ...choice.withheld.map((one) => routedIn(one, assembly)),
    ...filtered.missing.map(arrived),
  ];
}

const ofFact = (drop: Dropped, assembly: Assembly): NearMiss =>
  drop.reason === "stale" ? fresher(drop, assembly) : ofItem(drop, assembly, () => null);

type Change = Partial<NearMiss> & Pick<NearMiss, "id" | "reason" | "change" | "message">;

const change = (fields: Change): NearMiss => ({ secondary_tokens: null, total: null, intents: [], displaces: [], ...fields });

/** Raises the limits that stand in the way, one by one, until it is in: earlier ones may take new room first. */
function roomFor({ id, reason }: Refusal, { packed, request, heldBack }: Assembly, { raises }: Effort): NearMiss {
  let input = packed.input;
  let tried: Packed = packed;
  let refusal = tried.refused.find((one) => one.id === id);
  for (let step = 0; step <= raises && refusal !== undefined; step += 1) {
    input = step < raises ? raised(input, refusal) : withRoomForAll(input, id);
    tried = tryHeld(pack(input), heldBack);
    refusal = tried.refused.find((one) => one.id === id);
  }
  const plan = input.planTokens === packed.input.planTokens ? null : input.planTokens;
  const total = input.limit === packed.input.limit ? null : input.limit;
  const { topK } = input.policy;
  const wanted = [
    ...(plan === null
      ? []
      : [`${plan} tokens of secondary facts instead of ${packed.input.planTokens} on the plan ${request.plan}`]),
    ...(total === null ? [] : [`a limit of ${total} tokens instead of ${packed.input.limit}`]),
    ...(topK === packed.input.policy.topK ? [] : [`a top_k of ${topK}`]),
    ...(input.policy.borrow === packed.input.policy.borrow ? [] : ["blocks that may borrow from each other"]),
  ];
  return change({
    id,
    reason,
    change: plan === null ? "budget_tokens" : "plan_tokens",
    message: `${wanted.join(" and ")} would do.`,
    secondary_tokens: plan,
    total,
    displaces: displaced(packed, tried),
  });
}

/** More than it takes, where the raises are used up: any limit may have stood in the way of a later one. */
function withRoomForAll(input: PackInput, id: string): PackInput {
  const { secondary, entries, run, policy } = input;
  const ofPlan = secondary.some((fact) => fact.piece.id === id) && input.planTokens !== null;
  return {
    ...input,
    limit: input.limit + allTokens(input),
    planTokens: ofPlan ? secondary.reduce((sum, { tokens }) => sum + tokens, input.planTokens ?? 0) : input.planTokens,
    policy: {
      ...policy,
      borrow: policy.borrow || policy.shares !== null,
      topK: policy.topK === null ? null : entries.length + run.length,
    },
  };
}

/** Of everything that competes: so much more is room for all of it. */
const allTokens = ({ entries, run, secondary, openings }: PackInput): number =>
  [...entries, ...run].reduce((sum, { tokens, overhead }) => sum + tokens + overhead, 0) +
  secondary.reduce((sum, { tokens }) => sum + tokens, 0) +
  [...openings.values()].reduce((sum, { tokens }) => sum + tokens, 0);

function displaced(before: Packed, after: Packed): readonly string[] {
  const facts = before.kept.filter((fact) => !after.kept.includes(fact)).map((fact) => fact.piece.id);
  return [...facts, ...[...before.taken.keys()].filter((id) => !after.taken.has(id)).map((id) => id.trim())];
}

function raised(input: PackInput, { reason, tokens, left }: Refusal): PackInput {
  const short = Math.max(1, tokens - left);
  if (reason === "over_plan") return { ...input, planTokens: (input.planTokens ?? 0) + short };
  if (reason === "over_block_share" && !input.policy.borrow) return { ...input, policy: { ...input.policy, borrow: true } };
  if (reason === "outside_k") return { ...input, policy: { ...input.policy, topK: (input.policy.topK ?? 0) + 1 } };
  return { ...input, limit: input.limit + short };
}

/** What a filter left out comes in when the number it was held against changes, or what beat it goes. */
function ofItem({ id, reason, detail }: Dropped, assembly: Assembly, currency: CurrencyAt): NearMiss {
  const other = detail["by"] ?? detail["of"] ?? detail["in"] ?? detail["winner"] ?? "another item";
  const told: Partial<Record<Dropped["reason"], () => readonly [NearMiss["change"], string]>> = {
    low_relevance: () => ["signal", signalsWanted(id, assembly)],
    stale: () => ["signal", signalsWanted(id, assembly)],
    superseded: () => ["version", `${other} replaces it; without that it would compete.`],
    expired: () => [
      "date",
      `It was in force until ${detail["at"]}; ${asOfFor(id, Date.parse(String(detail["at"])) - 1, currency)}`,
    ],
    not_yet_effective: () => [
      "date",
      `It comes into force at ${detail["at"]}; ${asOfFor(id, Date.parse(String(detail["at"])), currency)}`,
    ],
    outside_k: () => ["signal", `A k of ${detail["rank"]} would do; it ranks there and k is ${detail["k"]}.`],
    below_floor: () => ["signal", `A floor of at most ${detail["bm25"]} would do; the floor is ${detail["floor"]}.`],
    duplicate: () => ["duplicate", `Its text goes in as ${other}.`],
    near_duplicate: () => ["duplicate", `Nearly the same text goes in as ${other}.`],
    contained: () => ["duplicate", `Its text stands in ${other}.`],
    lost_conflict: () => ["conflict", `${other} says otherwise on ${detail["topic"]} and won.`],
    group_incomplete: () => ["content", "A call needs each of its results, and a result its call."],
  };
  const [what, message] = told[reason]?.() ?? ["content", "It has no content that a prompt could hold."];
  return change({ id, reason, change: what, message });
}

/** All floors that it is under, not only the first it fell to. */
function signalsWanted(id: string, { items, request }: Assembly): string {
  const { freshnessFloor, relevanceFloor } = request.policy.filters;
  const signals = items.scored.get(id)?.scoring.signals;
  const under = [
    ["freshness", freshnessFloor],
    ["relevance", relevanceFloor],
  ].flatMap(([name, floor]) => {
    const value = signals?.[name as "freshness" | "relevance"].value ?? 0;
    return value < Number(floor) ? [{ name, floor, value: roundedUnder(value, Number(floor)) }] : [];
  });
  const wanted = under.map(({ name, floor }) => `a ${name} of at least ${floor}`).join(" and ");
  return `${wanted.charAt(0).toUpperCase()}${wanted.slice(1)} would do; it has ${under.map(({ value }) => value).join(" and ")}.`;
}

/** What is not current at an instant; null where too many instants were asked for. */
type CurrencyAt = (instant: number) => ReturnType<typeof faultsAt> | null;

function currencyAt({ items }: Assembly): CurrencyAt {
  const known = new Map<number, ReturnType<typeof faultsAt>>();
  return (instant) => {
    const before = known.get(instant);
    if (before !== undefined || known.size === MOST_WORKED_OUT) return before ?? null;
    const faults = faultsAt(items.scored.values(), instant);
    known.set(instant, faults);
    return faults;
  };
}

function asOfFor(id: string, instant: number, currency: CurrencyAt): string {
  const faults = currency(instant);
  const fault = faults?.get(id);
  const time = new Date(instant).toISOString();
  if (faults === null) return `an as_of of ${time} may do, where nothing replaces it then.`;
  if (fault === undefined) return `an as_of of ${time} would do.`;
  return fault.reason === "superseded"
    ? `${fault.by} replaces it then, so no as_of would do.`
    : "it is never in force by its dates.";
}

function fresher({ id, reason, detail }: Dropped, { request, zone }: Assembly): NearMiss {
  const piece = request.policy.pieces.get(id);
  const midnight = startOfDayMs(localDay(request.atMs, zone.zone).date, zone.zone);
  const since = piece?.freshFor === "day" ? midnight : request.atMs - Number(piece?.freshFor ?? 0);
  const was = detail["measured_at"] === null ? "it has no readable time" : `it was measured at ${detail["measured_at"]}`;
  return change({
    id,
    reason,
    change: "date",
    message: `A measurement at or after ${new Date(since).toISOString()} would do; ${was}.`,
  });
}

function routedIn({ id, reason, detail }: Withheld, { request }: Assembly): NearMiss {
  const intents = [...request.policy.intents.values()]
    .filter((one) => [...one.primary, ...one.secondary].includes(id))
    .map((one) => one.name);
  if (reason === "scope_dropped") {
    return change({ id, reason, change: "scope", intents, message: `A question outside the scope ${detail.scope} would do.` });
  }
  const which = intents.length === 0 ? "No intent lists it" : `A question about ${intents.join(" or ")} would do`;
  return change({ id, reason, change: "routing", intents, message: `${which}.` });
}

const WHAT_HELPS = {
  unreachable: "The source must answer",
  not_computed: "The source must have computed it for this person",
  empty: "The source must fill the field",
} as const;

const arrived = ({ id, reason, source, cause }: Missing): NearMiss =>
  change({ id, reason, change: "source", message: `${WHAT_HELPS[reason]}: ${source}${cause === null ? "" : ` (${cause})`}.` });
