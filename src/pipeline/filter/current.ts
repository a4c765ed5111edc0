/**
 * Which items are current at an instant: the one predicate of the product. Pure; policy.md, Scoring and filters.
 *
 * Whatever makes items replace others is a ladder: rungs from the newest to the oldest, where what stands on one rung
 * replaces what stands on the rungs below. A link is a ladder of two rungs; the versions of a key are one of many.
 */
import { calledBy, namesOf } from "../../text/versions/names.ts";
import { compareVersions, readVersion } from "../../text/versions/versions.ts";
import { findCycle } from "./find-cycle.ts";

export interface Dated {
  readonly id: string;
  /** What items of different versions have in common; null for an item that has no versions. */
  readonly key: string | null;
  readonly version: string | null;
  /** Ids, or "key@version". */
  readonly supersedes: readonly string[];
  /** In force from here on, and before there; null is without a limit. */
  readonly effectiveFromMs: number | null;
  readonly effectiveToMs: number | null;
  readonly publishedAtMs: number | null;
}

export type CurrencyFault =
  | { readonly reason: "superseded"; readonly by: string }
  | { readonly reason: "expired"; readonly at: number }
  | { readonly reason: "not_yet_effective"; readonly at: number };

/**
 * Why items are not current at `asOfMs`, by id; an item that is current is not in it. Ids are unique.
 *
 * Of several reasons superseded comes first, because it names what to read instead and never passes; then expired.
 * `by` is the replacement in force that the fewest steps lead to, or the nearest replacement where none is in force; then the smallest id.
 * An item replaces others from its own start on, whatever became of itself since. Callers refuse cycles first: all on one replace each other.
 */
export function faultsOf(items: readonly Dated[], asOfMs: number): ReadonlyMap<string, CurrencyFault> {
  // Most requests have no versions: without them there is nothing to sort.
  const sorted = items.some(({ key, supersedes }) => key !== null || supersedes.length > 0) ? byId(items) : [];
  const replacements = laddersOf(sorted).flatMap((ladder) => replacementsAt(ladder, asOfMs));
  const replaced = nearestReplacements(replacements);
  const inForce = sorted.filter((item) => !replaced.has(item.id) && lapseOf(item, asOfMs) === null);
  const ends = replacementsInForce(replacements, inForce);
  const faults = new Map<string, CurrencyFault>();
  for (const item of items) {
    const by = ends.get(item.id) ?? replaced.get(item.id);
    const fault: CurrencyFault | null = by === undefined ? lapseOf(item, asOfMs) : { reason: "superseded", by };
    if (fault !== null) faults.set(item.id, fault);
  }
  return faults;
}

/** Ids of the items that are the newest current version of their key. Several share one where they are parts of one version or have no order. */
export function newestOfKey(items: readonly Dated[], faults: ReadonlyMap<string, CurrencyFault>): ReadonlySet<string> {
  // An older version of a key with a newer one in force has a fault.
  return new Set(items.filter((item) => item.key !== null && !faults.has(item.id)).map((item) => item.id));
}

/** Ids along one cycle of replacements by link and by key, each replacing the next and the last the first, smallest id first; or null. */
export function supersedesCycle(items: readonly Dated[]): readonly string[] | null {
  const sorted = byId(items);
  const places = new Map(sorted.map((item, place) => [item.id, place]));
  const targets: number[][] = sorted.map(() => []);
  for (const { rungs } of laddersOf(sorted)) {
    const below = targets.length;
    for (const [index, rung] of rungs.entries()) {
      // A node for each rung, which leads to what can be replaced on it and to the rung below.
      const next = below + index + 1;
      targets.push(rung.targets.map((item) => places.get(item.id) as number));
      if (index + 1 === rungs.length) continue;
      targets[below + index]?.push(next);
      for (const source of rung.sources) targets[places.get(source.id) as number]?.push(next);
    }
  }
  const cycle = findCycle(targets)?.flatMap((node) => sorted[node]?.id ?? []);
  if (cycle === undefined) return null;
  const smallest = cycle.indexOf(cycle.toSorted()[0] as string);
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}

interface Rung {
  /** What replaces the targets of the rungs below. */
  readonly sources: readonly Dated[];
  readonly targets: readonly Dated[];
}

interface Ladder {
  /** Newest first. */
  readonly rungs: readonly Rung[];
}

const byId = (items: readonly Dated[]): readonly Dated[] => items.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

const hasBegun = (item: Dated, asOfMs: number): boolean => item.effectiveFromMs === null || item.effectiveFromMs <= asOfMs;

/** What the item's own dates say against it. */
function lapseOf(item: Dated, asOfMs: number): CurrencyFault | null {
  if (item.effectiveToMs !== null && item.effectiveToMs <= asOfMs) return { reason: "expired", at: item.effectiveToMs };
  return hasBegun(item, asOfMs) ? null : { reason: "not_yet_effective", at: item.effectiveFromMs as number };
}

const laddersOf = (items: readonly Dated[]): readonly Ladder[] => [...laddersOfLinks(items), ...laddersOfKeys(items)];

function laddersOfLinks(items: readonly Dated[]): readonly Ladder[] {
  const sources = groupsOf(
    items.flatMap((item) => [...new Set(item.supersedes.flatMap(calledBy))].map((link) => [link, item] as const)),
  );
  if (sources.size === 0) return [];
  const targets = groupsOf(items.flatMap((item) => namesOf(item).map((name) => [name, item] as const)));
  return [...sources].flatMap(([link, linking]) => {
    const linked = targets.get(link);
    if (linked === undefined) return [];
    return [
      {
        rungs: [
          { sources: linking, targets: [] },
          { sources: [], targets: linked },
        ],
      },
    ];
  });
}

function laddersOfKeys(items: readonly Dated[]): readonly Ladder[] {
  const keyed = items.flatMap((item) => (item.key === null ? [] : [[item.key, item] as const]));
  return [...groupsOf(keyed).values()].flatMap((ofKey) => [...laddersOfVersions(ofKey), ...laddersOfDates(ofKey)]);
}

/** One ladder for each family of versions; families have no order among each other, and equal versions share a rung. */
function laddersOfVersions(ofKey: readonly Dated[]): readonly Ladder[] {
  const read = ofKey.flatMap((item) => (item.version === null ? [] : [{ item, version: readVersion(item.version) }]));
  const families = groupsOf(read.map((entry) => [entry.version.family, entry] as const));
  return [...families.values()].map((family) => ({
    rungs: rungsOf(
      family,
      (a, b) => compareVersions(b.version, a.version),
      ({ item }) => ({ source: item, target: item }),
    ),
  }));
}

/**
 * Items without a version are ordered by their start, then by their publication; one without a start is published into force.
 * A version that started later replaces them too, but never gives way to one of them. Without dates there is no order.
 */
function laddersOfDates(ofKey: readonly Dated[]): readonly Ladder[] {
  if (ofKey.every((item) => item.version !== null)) return [];
  const started = ofKey.flatMap((item) => {
    const startMs = item.effectiveFromMs ?? item.publishedAtMs;
    return startMs === null ? [] : [{ item, startMs }];
  });
  const whole = (item: Dated) => ({ source: item, target: item.version === null ? item : null });
  const published = started.flatMap(({ item, startMs }) =>
    item.version !== null || item.publishedAtMs === null ? [] : [[startMs, { item, publishedMs: item.publishedAtMs }] as const],
  );
  return [
    {
      rungs: rungsOf(
        started,
        (a, b) => b.startMs - a.startMs,
        ({ item }) => whole(item),
      ),
    },
    ...[...groupsOf(published).values()].map((together) => ({
      rungs: rungsOf(
        together,
        (a, b) => b.publishedMs - a.publishedMs,
        ({ item }) => whole(item),
      ),
    })),
  ];
}

/** Sorts entries, and puts those that compare as equal on one rung. */
function rungsOf<T>(
  entries: readonly T[],
  newestFirst: (a: T, b: T) => number,
  place: (entry: T) => { readonly source: Dated; readonly target: Dated | null },
): readonly Rung[] {
  const rungs: { sources: Dated[]; targets: Dated[] }[] = [];
  let before: T | undefined;
  for (const entry of entries.toSorted(newestFirst)) {
    if (before === undefined || newestFirst(before, entry) !== 0) rungs.push({ sources: [], targets: [] });
    before = entry;
    const { source, target } = place(entry);
    rungs.at(-1)?.sources.push(source);
    if (target !== null) rungs.at(-1)?.targets.push(target);
  }
  return rungs;
}

interface Replacement {
  readonly sources: readonly Dated[];
  readonly targets: readonly Dated[];
}

/** The newest rung that has begun replaces all below it. */
function replacementsAt({ rungs }: Ladder, asOfMs: number): readonly Replacement[] {
  const newest = rungs.findIndex(({ sources }) => sources.some((item) => hasBegun(item, asOfMs)));
  if (newest === -1) return [];
  const sources = rungs[newest]?.sources.filter((item) => hasBegun(item, asOfMs)) ?? [];
  return [{ sources, targets: rungs.slice(newest + 1).flatMap(({ targets }) => targets) }];
}

/** For each item that is replaced, the smallest id that directly replaces it. An item does not replace itself. */
function nearestReplacements(replacements: readonly Replacement[]): ReadonlyMap<string, string> {
  const nearest = new Map<string, string>();
  for (const { sources, targets } of replacements) {
    for (const { id } of targets) {
      const by = sources.find((source) => source.id !== id)?.id;
      const known = nearest.get(id);
      if (by !== undefined && (known === undefined || by < known)) nearest.set(id, by);
    }
  }
  return nearest;
}

/** For each item that something in force replaces, in however many steps, the nearest such; breadth first, so that ties go to the smaller id. */
function replacementsInForce(replacements: readonly Replacement[], inForce: readonly Dated[]): ReadonlyMap<string, string> {
  const ofSource = groupsOf(
    replacements.flatMap((replacement) => replacement.sources.map(({ id }) => [id, replacement] as const)),
  );
  const followed = new Set<Replacement>();
  const ends = new Map<string, string>();
  const queue = inForce.map(({ id }) => ({ id, end: id }));
  for (const { id, end } of queue) {
    for (const replacement of ofSource.get(id) ?? []) {
      if (followed.has(replacement)) continue;
      followed.add(replacement);
      for (const target of replacement.targets) {
        if (ends.has(target.id) || target.id === end) continue;
        ends.set(target.id, end);
        queue.push({ id: target.id, end });
      }
    }
  }
  return ends;
}

function groupsOf<K, V>(entries: readonly (readonly [K, V])[]): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, value] of entries) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
