/** For each piece that stayed out, a change that would bring it in. Pure. */

import type { Withheld } from "../../routing/records.ts";
import { localDay, startOfDayMs } from "../../text/zoned.ts";
import type { Assembly } from "../assemble.ts";
import type { Item } from "../candidate.ts";
import type { Drop } from "../drop.ts";
import { faultsAt } from "../filter/current-items.ts";
import type { Given } from "../given.ts";
import { droppedOf } from "../manifest/outcomes.ts";
import type { Missing } from "../records/core.ts";
import type { NearMiss } from "../records/explanation.ts";
import type { AssemblyRequest } from "../request.ts";
import { roundedDown, roundedUnder } from "../rounded.ts";
import { signalOf } from "../score.ts";
import { change, upperFirst } from "./near-miss.ts";
import { roomMisses } from "./room-misses.ts";
import { attemptsOf, provesWith, type Try, trialsOf } from "./tried-changes.ts";

/** In the order: no room, left out by a filter, withheld, missing; each in its own stable order. */
export function nearMisses(assembly: Assembly): readonly NearMiss[] {
  const { choice, filtered } = assembly;
  const items = new Map(assembly.items.scored.map((item) => [item.given.id, item]));
  const trials = trialsOf(assembly);
  const asking = { assembly, items, currency: currencyAt(assembly), attempt: attemptsOf(assembly, trials) };
  return [
    ...roomMisses(assembly, provesWith(assembly, trials)),
    ...droppedOf(assembly)
      .filter((drop) => drop.stage !== "pack")
      .map((drop) => missOf(drop, asking)),
    ...choice.withheld.map((one) => routedIn(one, assembly)),
    ...filtered.missing.map(arrived),
  ];
}

interface Asking {
  readonly assembly: Assembly;
  /** By id, all that were scored. */
  readonly items: ReadonlyMap<string, Item>;
  readonly currency: CurrencyAt;
  readonly attempt: Try;
}

type LeftOut = Exclude<Drop, { stage: "pack" }>;

const ANOTHER = "another item";

/** What a filter or a conflict left out comes in when the number it was held against changes, or what beat it goes. */
function missOf(drop: LeftOut, asking: Asking): NearMiss {
  const { id, reason } = drop;
  const told = (what: NearMiss["change"], message: string): NearMiss => change({ id, reason, change: what, message });
  switch (drop.reason) {
    case "invalid":
      return told("content", "It has no content that a prompt could hold.");
    case "group_incomplete":
      return told("content", "A call needs each of its results, and a result its call.");
    case "superseded":
      return told("version", `${drop.detail.by ?? ANOTHER} replaces it; without that it would compete.`);
    case "deleted":
      return told("version", "It says what was deleted from the memory; written there anew it would compete.");
    case "duplicate":
      return told("duplicate", `Its text goes in as ${drop.detail.of}.`);
    case "near_duplicate":
      return told("duplicate", `Nearly the same text goes in as ${drop.detail.of}.`);
    case "contained":
      return told("duplicate", `Its text stands in ${drop.detail.in ?? ANOTHER}.`);
    case "lost_conflict":
      return told("conflict", `${drop.detail.winner ?? ANOTHER} says otherwise on ${drop.detail.topic} and won.`);
    case "stale":
      return drop.kind === "fact" ? fresher(drop, asking.assembly) : signalsWanted(drop, asking);
    case "low_relevance":
      return signalsWanted(drop, asking);
    case "expired":
    case "not_yet_effective":
      return otherDate(drop, asking);
    case "outside_k":
    case "below_floor":
      return otherCut(drop, asking);
  }
}

type With<Reason extends LeftOut["reason"]> = Extract<LeftOut, { readonly reason: Reason }>;

/** All floors that it is under, not only the first it fell to: by its own signals, or, of what was found, by the floors. */
function signalsWanted({ id, reason }: Pick<Drop, "id" | "reason">, { assembly, items, attempt }: Asking): NearMiss {
  const { freshnessFloor, relevanceFloor } = assembly.request.policy.filters;
  const item = items.get(id);
  const floors = [
    ["freshness", freshnessFloor],
    ["relevance", relevanceFloor],
  ] as const;
  const under = floors.flatMap(([name, floor]) => {
    const value = item === undefined ? 0 : signalOf(item.scoring.signals, name);
    return value < floor ? [{ name, floor, value: roundedUnder(value, floor), most: roundedDown(value) }] : [];
  });
  const isFound = item !== undefined && item.given.found !== null;
  const wants = under.map(({ name, floor, most }) =>
    isFound ? `a ${name} floor of at most ${most}` : `a ${name} of at least ${floor}`,
  );
  const { told, ...found } = attempt(id, wants.join(" and "), ({ request: own, ...input }) => {
    if (!isFound)
      return { ...input, request: withSignals(own, id, Object.fromEntries(under.map((one) => [one.name, one.floor]))) };
    const filters = { ...own.policy.filters, ...Object.fromEntries(under.map((one) => [`${one.name}Floor`, one.most])) };
    return { ...input, request: { ...own, policy: { ...own.policy, filters } } };
  });
  const has = isFound
    ? `the floor is ${under.map(({ floor }) => floor).join(" and ")}`
    : `it has ${under.map(({ value }) => value).join(" and ")}`;
  return change({ id, reason, change: "signal", message: `${upperFirst(told)}; ${has}.`, ...found });
}

const withSignals = (request: AssemblyRequest, id: string, signals: Partial<Given>): AssemblyRequest => ({
  ...request,
  items: { ...request.items, candidates: request.items.candidates.map((one) => (one.id === id ? { ...one, ...signals } : one)) },
});

function otherDate({ id, reason, detail }: With<"expired" | "not_yet_effective">, { currency, attempt }: Asking): NearMiss {
  const instant = Date.parse(detail.at) - (reason === "expired" ? 1 : 0);
  const was = reason === "expired" ? "It was in force until" : "It comes into force at";
  const faults = currency(instant);
  const fault = faults?.get(id);
  const time = new Date(instant).toISOString();
  const { told, ...found } =
    fault === undefined
      ? attempt(id, `an as_of of ${time}`, (input) => ({ ...input, request: { ...input.request, asOf: time } }))
      : {
          told:
            fault.reason === "superseded"
              ? `${fault.by} replaces it then, so no as_of would do`
              : "it is never in force by its dates",
        };
  return change({ id, reason, change: "date", message: `${was} ${detail.at}; ${told}.`, ...found });
}

/** By the k and the floor of its source, whichever stand in the way. */
function otherCut(drop: With<"outside_k" | "below_floor">, { assembly, attempt }: Asking): NearMiss {
  const { id, reason, detail } = drop;
  const record = assembly.retrieved.find((one) => one.record.ranked.some((found) => found.id === id))?.record;
  const under = drop.reason === "below_floor" ? drop.detail : null;
  const floor = under === null ? (record?.floor ?? null) : under.bm25;
  const k = Math.max(record?.k ?? 0, detail.rank ?? 0);
  const wants = [
    ...(under === null ? [] : [floor === null ? "no floor" : `a floor of at most ${floor}`]),
    ...(k === record?.k ? [] : [`a k of ${k}`]),
  ];
  const { told, ...found } = attempt(id, wants.join(" and "), ({ request, ...input }) => {
    const documents = new Map(
      [...request.policy.documents].map(([name, rules]) => [name, name === record?.source ? { ...rules, k, floor } : rules]),
    );
    return { ...input, request: { ...request, policy: { ...request.policy, documents } } };
  });
  const is = [
    ...(under === null ? [] : [`the floor is ${under.floor}`]),
    ...(k === record?.k ? [] : [`it ranks there and k is ${record?.k}`]),
  ];
  return change({ id, reason, change: "signal", message: `${upperFirst(told)}; ${is.join(", ")}.`, ...found });
}

/** What is not current at an instant; null where too many instants were asked for. */
type CurrencyAt = (instant: number) => ReturnType<typeof faultsAt> | null;

const MOST_INSTANTS = 20;

function currencyAt({ items }: Assembly): CurrencyAt {
  const known = new Map<number, ReturnType<typeof faultsAt>>();
  return (instant) => {
    const before = known.get(instant);
    if (before !== undefined || known.size === MOST_INSTANTS) return before ?? null;
    const faults = faultsAt(items.scored, instant);
    known.set(instant, faults);
    return faults;
  };
}

function fresher(
  { id, reason, detail }: Extract<With<"stale">, { readonly kind: "fact" }>,
  { request, zone }: Assembly,
): NearMiss {
  const piece = request.policy.pieces.get(id);
  const midnight = startOfDayMs(localDay(request.atMs, zone.zone).date, zone.zone);
  const since = piece?.freshFor === "day" ? midnight : request.atMs - Number(piece?.freshFor ?? 0);
  const was = detail.measured_at === null ? "it has no readable time" : `it was measured at ${detail.measured_at}`;
  return change({
    id,
    reason,
    change: "date",
    message: `A measurement at or after ${new Date(since).toISOString()} would be fresh enough; ${was}.`,
  });
}

function routedIn({ id, reason, detail }: Withheld, { request }: Assembly): NearMiss {
  const intents = [...request.policy.intents.values()]
    .filter((one) => [...one.primary, ...one.secondary].includes(id))
    .map((one) => one.name);
  if (reason === "scope_dropped") {
    return change({
      id,
      reason,
      change: "scope",
      intents,
      message: `A question outside the scope ${detail.scope} would ask for it.`,
    });
  }
  const which = intents.length === 0 ? "No intent lists it" : `A question about ${intents.join(" or ")} would ask for it`;
  return change({ id, reason, change: "routing", intents, message: `${which}.` });
}

const WHAT_HELPS = {
  unreachable: "The source must answer",
  not_computed: "The source must have computed it for this person",
  empty: "The source must fill the field",
} as const;

const arrived = ({ id, reason, source, cause }: Missing): NearMiss =>
  change({ id, reason, change: "source", message: `${WHAT_HELPS[reason]}: ${source}${cause === null ? "" : ` (${cause})`}.` });
