/** For each piece that stayed out, the smallest change that would bring it in. Pure. */

import type { Withheld } from "../routing/records.ts";
import { localDay, startOfDayMs } from "../text/zoned.ts";
import type { Assembly } from "./assemble.ts";
import type { Item } from "./candidate.ts";
import { faultsAt } from "./current-items.ts";
import type { NearMiss } from "./explanation.ts";
import type { Dropped, Missing } from "./records.ts";
import { change, MOST_WORKED_OUT, roomMisses } from "./room-misses.ts";
import { roundedUnder } from "./rounded.ts";

/** In the order: no room, left out by a filter, withheld, missing; each in its own stable order. */
export function nearMisses(assembly: Assembly, dropped: readonly Dropped[]): readonly NearMiss[] {
  const { choice, filtered } = assembly;
  const judged: Judged = {
    currencyAt: currencyAt(assembly),
    items: new Map(assembly.items.scored.map((item) => [item.given.id, item])),
  };
  return [
    ...roomMisses(assembly),
    ...dropped
      .filter(({ stage }) => stage !== "pack")
      .map((drop) => (drop.kind === "fact" ? ofFact(drop, assembly) : ofItem(drop, assembly, judged))),
    ...choice.withheld.map((one) => routedIn(one, assembly)),
    ...filtered.missing.map(arrived),
  ];
}

const ofFact = (drop: Dropped, assembly: Assembly): NearMiss =>
  drop.reason === "stale" ? fresher(drop, assembly) : ofItem(drop, assembly, NOTHING_JUDGED);

/** What the filters knew of the items. */
interface Judged {
  readonly currencyAt: CurrencyAt;
  /** By id, all that were scored. */
  readonly items: ReadonlyMap<string, Item>;
}

const NOTHING_JUDGED: Judged = { currencyAt: () => null, items: new Map() };

/** What a filter left out comes in when the number it was held against changes, or what beat it goes. */
function ofItem({ id, reason, detail }: Dropped, assembly: Assembly, judged: Judged): NearMiss {
  const other = detail["by"] ?? detail["of"] ?? detail["in"] ?? detail["winner"] ?? "another item";
  const told: Partial<Record<Dropped["reason"], () => readonly [NearMiss["change"], string]>> = {
    low_relevance: () => ["signal", signalsWanted(judged.items.get(id), assembly)],
    stale: () => ["signal", signalsWanted(judged.items.get(id), assembly)],
    superseded: () => ["version", `${other} replaces it; without that it would compete.`],
    expired: () => [
      "date",
      `It was in force until ${detail["at"]}; ${asOfFor(id, Date.parse(String(detail["at"])) - 1, judged)}`,
    ],
    not_yet_effective: () => [
      "date",
      `It comes into force at ${detail["at"]}; ${asOfFor(id, Date.parse(String(detail["at"])), judged)}`,
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
function signalsWanted(item: Item | undefined, { request }: Assembly): string {
  const { freshnessFloor, relevanceFloor } = request.policy.filters;
  const under = [
    ["freshness", freshnessFloor],
    ["relevance", relevanceFloor],
  ].flatMap(([name, floor]) => {
    const value = item?.scoring.signals[name as "freshness" | "relevance"].value ?? 0;
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
    const faults = faultsAt(items.scored, instant);
    known.set(instant, faults);
    return faults;
  };
}

function asOfFor(id: string, instant: number, judged: Judged): string {
  const faults = judged.currencyAt(instant);
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
