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
import { type CutWhy, type DateWhy, type Miss, missWith, type PlainDrop, type Want } from "./near-miss.ts";
import { roomMisses } from "./room-misses.ts";
import { withSentence } from "./sentence.ts";
import { attemptsOf, provesWith, type Try, trialsOf } from "./tried-changes.ts";

/** What `missesOf` finds, each with its sentence. */
export const nearMisses = (assembly: Assembly): readonly NearMiss[] => missesOf(assembly).map(withSentence);

/** In the order: no room, left out by a filter, withheld, missing; each in its own stable order. */
export function missesOf(assembly: Assembly): readonly Miss[] {
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

/** What a filter or a conflict left out comes in when the number it was held against changes, or what beat it goes. */
function missOf(drop: LeftOut, asking: Asking): Miss {
  switch (drop.reason) {
    case "invalid":
    case "group_incomplete":
      return decided(drop, "content");
    case "superseded":
    case "deleted":
      return decided(drop, "version");
    case "duplicate":
    case "near_duplicate":
    case "contained":
      return decided(drop, "duplicate");
    case "lost_conflict":
      return decided(drop, "conflict");
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

const decided = (drop: PlainDrop, change: Miss["change"]): Miss =>
  missWith({ id: drop.id, reason: drop.reason, change, why: { about: "decision", drop } });

type With<Reason extends LeftOut["reason"]> = Extract<LeftOut, { readonly reason: Reason }>;

/** All floors that it is under, not only the first it fell to: by its own signals, or, of what was found, by the floors. */
function signalsWanted({ id, reason }: Pick<Drop, "id" | "reason">, { assembly, items, attempt }: Asking): Miss {
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
  const wanted = under.map(
    ({ name, floor, most }): Want => (isFound ? { what: "signal_floor", name, most } : { what: "signal", name, least: floor }),
  );
  const { wants, fate, ...found } = attempt(id, wanted, ({ request: own, ...input }) => {
    if (!isFound)
      return { ...input, request: withSignals(own, id, Object.fromEntries(under.map((one) => [one.name, one.floor]))) };
    const filters = { ...own.policy.filters, ...Object.fromEntries(under.map((one) => [`${one.name}Floor`, one.most])) };
    return { ...input, request: { ...own, policy: { ...own.policy, filters } } };
  });
  const now = { of: isFound ? "floors" : "item", values: under.map((one) => (isFound ? one.floor : one.value)) } as const;
  return missWith({ id, reason, change: "signal", why: { about: "signal", wants, fate, now }, ...found });
}

const withSignals = (request: AssemblyRequest, id: string, signals: Partial<Given>): AssemblyRequest => ({
  ...request,
  items: { ...request.items, candidates: request.items.candidates.map((one) => (one.id === id ? { ...one, ...signals } : one)) },
});

function otherDate({ id, reason, detail }: With<"expired" | "not_yet_effective">, { currency, attempt }: Asking): Miss {
  const instant = Date.parse(detail.at) - (reason === "expired" ? 1 : 0);
  const fault = currency(instant)?.get(id);
  const time = new Date(instant).toISOString();
  const why = { about: "date", reason, at: detail.at } as const;
  if (fault !== undefined) {
    const fate: DateWhy["fate"] = fault.reason === "superseded" ? { is: "replaced", by: fault.by } : { is: "never" };
    return missWith({ id, reason, change: "date", why: { ...why, wants: [], fate } });
  }
  const { wants, fate, ...found } = attempt(id, [{ what: "as_of", at: time }], (input) => ({
    ...input,
    request: { ...input.request, asOf: time },
  }));
  return missWith({ id, reason, change: "date", why: { ...why, wants, fate }, ...found });
}

/** By the k and the floor of its source, whichever stand in the way. */
function otherCut(drop: With<"outside_k" | "below_floor">, { assembly, attempt }: Asking): Miss {
  const { id, reason, detail } = drop;
  const record = assembly.retrieved.find((one) => one.record.ranked.some((found) => found.id === id))?.record;
  const under = drop.reason === "below_floor" ? drop.detail : null;
  const floor = under === null ? (record?.floor ?? null) : under.bm25;
  const k = Math.max(record?.k ?? 0, detail.rank ?? 0);
  const wanted: readonly Want[] = [
    ...(under === null ? [] : [{ what: "floor" as const, most: floor }]),
    ...(k === record?.k ? [] : [{ what: "k" as const, k }]),
  ];
  const { wants, fate, ...found } = attempt(id, wanted, ({ request, ...input }) => {
    const documents = new Map(
      [...request.policy.documents].map(([name, rules]) => [name, name === record?.source ? { ...rules, k, floor } : rules]),
    );
    return { ...input, request: { ...request, policy: { ...request.policy, documents } } };
  });
  const now: CutWhy["now"] = {
    floor: under === null ? null : { value: under.floor },
    k: k === record?.k ? null : { value: record?.k },
  };
  return missWith({ id, reason, change: "signal", why: { about: "cut", wants, fate, now }, ...found });
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

function fresher({ id, reason, detail }: Extract<With<"stale">, { readonly kind: "fact" }>, { request, zone }: Assembly): Miss {
  const piece = request.policy.pieces.get(id);
  const midnight = startOfDayMs(localDay(request.atMs, zone.zone).date, zone.zone);
  const since = piece?.freshFor === "day" ? midnight : request.atMs - Number(piece?.freshFor ?? 0);
  const why = { about: "measurement", since: new Date(since).toISOString(), measuredAt: detail.measured_at } as const;
  return missWith({ id, reason, change: "date", why });
}

function routedIn({ id, reason, detail }: Withheld, { request }: Assembly): Miss {
  const intents = [...request.policy.intents.values()]
    .filter((one) => [...one.primary, ...one.secondary].includes(id))
    .map((one) => one.name);
  if (reason === "scope_dropped")
    return missWith({ id, reason, change: "scope", intents, why: { about: "scope", scope: detail.scope } });
  return missWith({ id, reason, change: "routing", intents, why: { about: "routing" } });
}

const arrived = ({ id, reason, source, cause }: Missing): Miss =>
  missWith({ id, reason, change: "source", why: { about: "source", reason, source, cause } });
