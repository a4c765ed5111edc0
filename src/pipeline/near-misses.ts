/** For each piece that stayed out, a change that would bring it in. Pure. */

import type { Withheld } from "../routing/records.ts";
import { localDay, startOfDayMs } from "../text/zoned.ts";
import type { Assembly } from "./assemble.ts";
import type { Item } from "./candidate.ts";
import { faultsAt } from "./current-items.ts";
import type { NearMiss } from "./explanation.ts";
import type { Given } from "./given.ts";
import { change, upperFirst } from "./near-miss.ts";
import type { Dropped, Missing } from "./records.ts";
import type { AssemblyRequest } from "./request.ts";
import { roomMisses } from "./room-misses.ts";
import { roundedDown, roundedUnder } from "./rounded.ts";
import { signalOf } from "./score.ts";
import { attemptsOf, provesWith, type Try, trialsOf } from "./tried-changes.ts";

/** In the order: no room, left out by a filter, withheld, missing; each in its own stable order. */
export function nearMisses(assembly: Assembly, dropped: readonly Dropped[]): readonly NearMiss[] {
  const { choice, filtered } = assembly;
  const items = new Map(assembly.items.scored.map((item) => [item.given.id, item]));
  const trials = trialsOf(assembly);
  const asking = { assembly, items, currency: currencyAt(assembly), attempt: attemptsOf(assembly, trials) };
  return [
    ...roomMisses(assembly, provesWith(assembly, trials)),
    ...dropped
      .filter(({ stage }) => stage !== "pack")
      .map((drop) => (drop.kind === "fact" && drop.reason === "stale" ? fresher(drop, assembly) : ofItem(drop, asking))),
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

/** What a filter left out comes in when the number it was held against changes, or what beat it goes. */
function ofItem(drop: Dropped, asking: Asking): NearMiss {
  const { id, reason, detail } = drop;
  const other = detail["by"] ?? detail["of"] ?? detail["in"] ?? detail["winner"] ?? "another item";
  const told: Partial<Record<Dropped["reason"], () => readonly [NearMiss["change"], string]>> = {
    superseded: () => ["version", `${other} replaces it; without that it would compete.`],
    deleted: () => ["version", "It says what was deleted from the memory; written there anew it would compete."],
    duplicate: () => ["duplicate", `Its text goes in as ${other}.`],
    near_duplicate: () => ["duplicate", `Nearly the same text goes in as ${other}.`],
    contained: () => ["duplicate", `Its text stands in ${other}.`],
    lost_conflict: () => ["conflict", `${other} says otherwise on ${detail["topic"]} and won.`],
    group_incomplete: () => ["content", "A call needs each of its results, and a result its call."],
  };
  if (reason === "low_relevance" || reason === "stale") return signalsWanted(drop, asking);
  if (reason === "expired" || reason === "not_yet_effective") return otherDate(drop, asking);
  if (reason === "outside_k" || reason === "below_floor") return otherCut(drop, asking);
  const [what, message] = told[reason]?.() ?? ["content", "It has no content that a prompt could hold."];
  return change({ id, reason, change: what, message });
}

/** All floors that it is under, not only the first it fell to: by its own signals, or, of what was found, by the floors. */
function signalsWanted({ id, reason }: Dropped, { assembly, items, attempt }: Asking): NearMiss {
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

function otherDate({ id, reason, detail }: Dropped, { currency, attempt }: Asking): NearMiss {
  const instant = Date.parse(String(detail["at"])) - (reason === "expired" ? 1 : 0);
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
  return change({ id, reason, change: "date", message: `${was} ${detail["at"]}; ${told}.`, ...found });
}

/** By the k and the floor of its source, whichever stand in the way. */
function otherCut({ id, reason, detail }: Dropped, { assembly, attempt }: Asking): NearMiss {
  const record = assembly.retrieved.find((one) => one.record.ranked.some((found) => found.id === id))?.record;
  const { rank, bm25 } = detail;
  const floor = reason === "below_floor" ? (bm25 as number | null) : (record?.floor ?? null);
  const k = Math.max(record?.k ?? 0, Number(rank));
  const wants = [
    ...(reason === "below_floor" ? [floor === null ? "no floor" : `a floor of at most ${floor}`] : []),
    ...(k === record?.k ? [] : [`a k of ${k}`]),
  ];
  const { told, ...found } = attempt(id, wants.join(" and "), ({ request, ...input }) => {
    const documents = new Map(
      [...request.policy.documents].map(([name, rules]) => [name, name === record?.source ? { ...rules, k, floor } : rules]),
    );
    return { ...input, request: { ...request, policy: { ...request.policy, documents } } };
  });
  const is = [
    ...(reason === "below_floor" ? [`the floor is ${detail["floor"]}`] : []),
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

function fresher({ id, reason, detail }: Dropped, { request, zone }: Assembly): NearMiss {
  const piece = request.policy.pieces.get(id);
  const midnight = startOfDayMs(localDay(request.atMs, zone.zone).date, zone.zone);
  const since = piece?.freshFor === "day" ? midnight : request.atMs - Number(piece?.freshFor ?? 0);
  const was = detail["measured_at"] === null ? "it has no readable time" : `it was measured at ${detail["measured_at"]}`;
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
