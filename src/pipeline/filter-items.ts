/**
 * Which of a request's candidates go on, and why the others do not: the filters in their one order. Pure; policy.md, Filters.
 *
 * access → validity → current → exact duplicates → contained and near duplicates → stale → low relevance
 */
import { cleanText, isBlank } from "../policy/clean-value.ts";
import type { KindName } from "../policy/schema/kind-names.ts";
import type { Policy } from "../policy/snapshot.ts";
import type { Choice } from "../routing/choose.ts";
import type { Withheld } from "../routing/records.ts";
import { maySee, type Viewer } from "./access.ts";
import type { Item, TurnGroup } from "./candidate.ts";
import type { Compared } from "./compared.ts";
import { type CurrencyFault, type Dated, faultsOf, newestOfKey } from "./current.ts";
import { findDuplicates } from "./duplicates.ts";
import type { Given, Moment } from "./given.ts";
import { asOfMs, datedOf, undatedOf } from "./moments.ts";
import type { Dropped } from "./records.ts";
import { rounded } from "./rounded.ts";
import { type Age, type ScoreContext, scoreItem } from "./score.ts";
import { toolText } from "./tool-result.ts";

export interface ItemFilterInput {
  readonly policy: Pick<Policy, "filters" | "weights" | "toolRules">;
  readonly candidates: readonly Given[];
  readonly conversation: readonly TurnGroup[];
  readonly viewer: Viewer;
  readonly person: ScoreContext["person"];
  readonly zone: string;
  readonly atMs: number;
  readonly asOf: Moment | null;
  /** Kinds that the routing withholds. */
  readonly withheldKinds: Choice["withheldKinds"];
  /** Folded words that deny, of all languages. */
  readonly negators: ReadonlySet<string>;
}

export interface FilteredItems {
  /** Those that stand in something else among them: see `Item.containedIn`. */
  readonly items: readonly Item[];
  readonly dropped: readonly Dropped[];
  readonly withheld: readonly Withheld[];
  /** Ids that the viewer may not see, sorted; for the audit alone. */
  readonly denied: readonly string[];
  /** Scored as well, for the record. */
  readonly scored: ReadonlyMap<string, Item>;
}

/** One filter: what goes on, and the rest with its reason. */
type Filter = (items: readonly Item[], input: ItemFilterInput) => Sifted;

interface Sifted {
  readonly items: readonly Item[];
  readonly dropped: readonly Dropped[];
}

/** Every candidate that may be seen ends in `items` or in `dropped`; nothing of the others leaves but their ids. */
export function filterItems(input: ItemFilterInput): FilteredItems {
  if (input.candidates.length === 0) return NONE;
  const seen: Given[] = [];
  const denied: string[] = [];
  for (const given of input.candidates) {
    if (maySee(given, input.viewer)) seen.push(given);
    else denied.push(given.id);
  }
  const { wanted, withheld } = routed(seen, input);
  const valid = validItems(wanted, input);
  const dropped: Dropped[] = [...valid.dropped];
  const scored = new Map(valid.items.map((item) => [item.given.id, item]));
  let items = valid.items;
  for (const filter of [current, duplicates, stale, lowRelevance]) {
    const sifted = filter(items, input);
    items = sifted.items;
    dropped.push(...sifted.dropped);
  }
  return { items, dropped, withheld, denied: denied.sort(), scored };
}

const KIND_NAME_OF: Partial<Record<Given["kind"], KindName>> = { memory: "memory", tool_result: "tool_results" };

/** What every intent in play excludes as a whole kind is withheld. */
function routed(
  seen: readonly Given[],
  { withheldKinds }: ItemFilterInput,
): { readonly wanted: readonly Given[]; readonly withheld: readonly Withheld[] } {
  if (withheldKinds.size === 0) return { wanted: seen, withheld: [] };
  const reasonOf = ({ kind }: Given) => {
    const name = KIND_NAME_OF[kind];
    return name === undefined ? undefined : withheldKinds.get(name);
  };
  return {
    wanted: seen.filter((given) => reasonOf(given) === undefined),
    withheld: seen
      .flatMap((given): readonly Withheld[] => {
        const reason = reasonOf(given);
        return reason === undefined ? [] : [{ id: given.id, ...reason }];
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

const NONE: FilteredItems = { items: [], dropped: [], withheld: [], denied: [], scored: new Map() };

/** A tool result that failed becomes its line; what has nothing visible in it is invalid. Scored here, for the record of the rest. */
function validItems(seen: readonly Given[], input: ItemFilterInput): Sifted {
  const texts = seen.map((given) => ({ given, dated: datedOf(given, input), ...textOf(given, input) }));
  // What is no content is no version of anything either.
  const ages = agesOf(
    texts.filter(({ text, replaced }) => !replaced && !isBlank(text)).map(({ dated }) => dated),
    input,
  );
  const context = { ...input, weights: input.policy.weights, halfLifeMs: input.policy.filters.halfLifeMs };
  const dropped: Dropped[] = [];
  const items = texts.flatMap(({ given, dated, text, replaced, whole }): readonly Item[] => {
    const scoring = scoreItem(given, ages.get(given.id) ?? UNDATED, context);
    if (isBlank(text)) {
      dropped.push(dropOf(given, scoring.score, "invalid", {}));
      return [];
    }
    const label = given.label ?? given.id;
    const own = replaced ? undatedOf(given) : dated;
    return [
      { given, kind: given.kind, label, text, replaced, whole, merged: [], containedIn: [], scoring, dated: own, notes: [] },
    ];
  });
  return { items, dropped };
}

const textOf = (given: Given, { zone, policy }: ItemFilterInput) =>
  given.kind === "tool_result" ? toolText({ ...given, zone }, policy.toolRules) : plain(given.text);

const plain = (text: string) => ({ text: cleanText(text), replaced: false, whole: false });

const UNDATED: Age = { current: false, publishedAtMs: null };

/** What dates say of each: a date is its first instant in the person's zone. */
function agesOf(dated: readonly Dated[], input: ItemFilterInput): ReadonlyMap<string, Age> {
  const faults = faultsOf(dated, asOfMs(input));
  const newest = newestOfKey(dated, faults);
  return new Map(
    dated.map((one) => {
      const hasDates = one.effectiveFromMs !== null || one.effectiveToMs !== null;
      const versioned = one.version !== null && newest.has(one.id);
      return [one.id, { current: !faults.has(one.id) && (hasDates || versioned), publishedAtMs: one.publishedAtMs }];
    }),
  );
}

/** What is not current at an instant, and why. */
export const faultsAt = (items: Iterable<Item>, asOf: number): ReadonlyMap<string, CurrencyFault> =>
  faultsOf(
    Array.from(items, (item) => item.dated),
    asOf,
  );

/** Superseded, expired or not yet in force at `as_of`; a failed tool result replaces nothing. */
function current(items: readonly Item[], input: ItemFilterInput): Sifted {
  const faults = faultsAt(items, asOfMs(input));
  return split(items, (item) => {
    const fault = faults.get(item.given.id);
    return fault === undefined ? null : dropOf(item.given, item.scoring.score, fault.reason, faultDetail(fault));
  });
}

const faultDetail = (fault: CurrencyFault): Dropped["detail"] =>
  fault.reason === "superseded" ? { by: fault.by } : { at: new Date(fault.at).toISOString() };

function duplicates(items: readonly Item[], { conversation, policy, negators }: ItemFilterInput): Sifted {
  if (items.length + conversation.length < 2) return { items, dropped: [] };
  const said = conversation.flatMap((group) => group.turns).map(saidText);
  const compared = items.map((item) => comparedItem(item, policy.filters));
  const found = findDuplicates([...compared, ...said], { nearDuplicate: policy.filters.nearDuplicate, negators });
  const copies = new Map(found.exact.map(({ id, of }) => [id, of]));
  const near = new Map(found.near.map((one) => [one.id, one]));
  const contained = new Map(found.contained.map((one) => [one.id, one.in]));
  const merged = new Map<string, string[]>();
  for (const { id, of } of found.exact) merged.set(of, [...(merged.get(of) ?? []), id]);
  const sifted = split(items, ({ given, scoring }) => {
    const of = copies.get(given.id);
    const other = near.get(given.id);
    if (of !== undefined) return dropOf(given, scoring.score, "duplicate", { of });
    return other === undefined
      ? null
      : dropOf(given, scoring.score, "near_duplicate", { of: other.of, similarity: rounded(other.similarity, 4) });
  });
  const kept = sifted.items.map((item): Item => {
    const { id } = item.given;
    return merged.has(id) || contained.has(id)
      ? { ...item, merged: merged.get(id)?.sort() ?? [], containedIn: contained.get(id) ?? [] }
      : item;
  });
  return { items: kept, dropped: sifted.dropped };
}

const comparedItem = ({ given, text, replaced, scoring }: Item, floors: Floors): Compared => ({
  id: given.id,
  text,
  pinned: given.pinned,
  underFloor:
    isUnder({ given, replaced, scoring }, "freshness", floors) || isUnder({ given, replaced, scoring }, "relevance", floors),
  value: given.value,
  relevance: given.relevance,
  trust: scoring.signals.trust.value,
  // Two tools that failed alike are two failures.
  fixed: replaced,
});

/** A turn is never left out for being said again; what repeats it is contained in it. */
const saidText = ({ id, content, pinned }: TurnGroup["turns"][number]): Compared => ({
  id,
  text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
  pinned,
  underFloor: false,
  value: null,
  relevance: null,
  trust: 0,
  fixed: true,
});

const stale: Filter = (items, { policy }) => aboveFloor(items, "freshness", policy.filters);
const lowRelevance: Filter = (items, { policy }) => aboveFloor(items, "relevance", policy.filters);

type Floors = Policy["filters"];
type Floored = "freshness" | "relevance";

const REASON_UNDER = { freshness: "stale", relevance: "low_relevance" } as const;
const floorOf = (signal: Floored, { freshnessFloor, relevanceFloor }: Floors): number =>
  signal === "freshness" ? freshnessFloor : relevanceFloor;

/** Pins and the lines of failed tools skip floors. */
const isUnder = (
  { given, replaced, scoring }: Pick<Item, "given" | "replaced" | "scoring">,
  signal: Floored,
  floors: Floors,
): boolean => !given.pinned && !replaced && scoring.signals[signal].value < floorOf(signal, floors);

function aboveFloor(items: readonly Item[], signal: Floored, floors: Floors): Sifted {
  return split(items, (item) => {
    if (!isUnder(item, signal, floors)) return null;
    const detail = { [signal]: rounded(item.scoring.signals[signal].value, 4), floor: floorOf(signal, floors) };
    return dropOf(item.given, item.scoring.score, REASON_UNDER[signal], detail);
  });
}

function split(items: readonly Item[], test: (item: Item) => Dropped | null): Sifted {
  const kept: Item[] = [];
  const dropped: Dropped[] = [];
  for (const item of items) {
    const drop = test(item);
    if (drop === null) kept.push(item);
    else dropped.push(drop);
  }
  return { items: kept, dropped };
}

/** A decision against an item, by a filter. */
function dropOf({ id, kind }: Given, score: number, reason: Dropped["reason"], detail: Dropped["detail"]): Dropped {
  return { id, kind, stage: "filter", reason, role: null, score: rounded(score, 2), detail };
}
