/**
 * Selections that were made, kept for whoever asks the same of the same answers: an explanation of what was just assembled, a second try.
 * Bounded state in memory, per tenant and person, no IO. A selection stands while the clock is where it makes no difference.
 */
import { LRUCache } from "lru-cache";
import type { CallerAbout } from "../caller.ts";
import type { ClockSpan } from "../pipeline/clock-span.ts";
import { NO_ITEMS } from "../pipeline/given.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { KeptSelection, OwnSelections, SelectionBasis } from "../pipeline/selection-basis.ts";
import type { Decided } from "../routing/route.ts";

export interface KeptSelections {
  of(caller: CallerAbout): OwnSelections;
  /** Takes out what is kept for this person. Says 0: what it was made from is counted where that is kept. */
  forget(caller: CallerAbout): number;
}

interface Entry {
  readonly owner: string;
  readonly basis: SelectionBasis;
  readonly span: ClockSpan;
  readonly kept: KeptSelection;
}

const MOST_SELECTIONS = 256;
/** UTF-16 units of the answers that they hold on to, and of themselves. */
const MOST_UNITS = 16_000_000;
/** A selection with its core and its prompt, the answers apart. */
const SELECTION_UNITS = 20_000;
const MOST_MS = 600_000;

export function createKeptSelections(most = MOST_SELECTIONS): KeptSelections {
  const entries = new LRUCache<string, Entry>({ max: most, maxSize: MOST_UNITS, sizeCalculation: unitsOf });
  let erasures = 0;
  return {
    of(caller) {
      const owner = ownerOf(caller);
      const opened = erasures;
      return {
        find(basis) {
          const entry = isKeepable(basis) ? entries.get(owner + basis.request.question) : undefined;
          return entry !== undefined && stands(entry, basis) ? entry.kept : undefined;
        },
        keep(basis, made, span) {
          const kept: KeptSelection = { ...made, core: null };
          const ttl = keptForMs(basis);
          // Of a person who was erased meanwhile nothing is kept; who that was is not told apart.
          if (erasures === opened && isKeepable(basis) && ttl > 0)
            entries.set(owner + basis.request.question, { owner, basis, span, kept }, { ttl });
          return kept;
        },
      };
    },
    forget(caller) {
      erasures += 1;
      const owner = ownerOf(caller);
      const theirs = [...entries].filter(([, entry]) => entry.owner === owner);
      for (const [key] of theirs) entries.delete(key);
      return 0;
    },
  };
}

const ownerOf = ({ tenant, about }: CallerAbout): string => JSON.stringify([tenant, about]);

/** What a request brings is seldom brought twice, and a folder or a search answers anew each time. */
const isKeepable = ({ request, documents }: SelectionBasis): boolean =>
  request.items === NO_ITEMS && request.verdict === null && documents.size === 0;

const unitsOf = ({ basis }: Entry): number =>
  [...basis.results.values()].reduce((sum, result) => sum + (result.status === "facts" ? result.raw.length : 0), SELECTION_UNITS);

/** As long as the policy lets every answer be kept; 0 where one is not, which no later request has again. */
function keptForMs({ request: { policy }, results }: SelectionBasis): number {
  let least = MOST_MS;
  for (const [name, { status }] of results)
    least = Math.min(least, status === "failed" ? 0 : (policy.sources.get(name)?.ttlMs ?? 0));
  return least;
}

function stands({ basis: then, span }: Entry, now: SelectionBasis): boolean {
  const { atMs } = now.request;
  return (
    atMs >= span.fromMs &&
    atMs < span.toMs &&
    (["choice", "zone", "groups", "languages", "counter", "marker"] as const).every((name) => then[name] === now[name]) &&
    sameRequest(then.request, now.request) &&
    sameDecided(then.decided, now.decided) &&
    sameList(then.scopes, now.scopes) &&
    sameResults(then.results, now.results)
  );
}

/** Member by member, so that a new one counts by itself; one that is made anew each time only makes the selection anew. */
function sameRequest(then: AssemblyRequest, now: AssemblyRequest): boolean {
  for (const name in now) {
    const member = name as keyof AssemblyRequest;
    if (member !== "atMs" && then[member] !== now[member]) return false;
  }
  return true;
}

function sameDecided(then: Decided, now: Decided): boolean {
  for (const name in now) {
    const member = name as keyof Decided;
    if (member !== "contenders" && then[member] !== now[member]) return false;
  }
  return sameList(then.contenders, now.contenders);
}

const sameList = (then: readonly string[], now: readonly string[]): boolean =>
  then.length === now.length && then.every((one, at) => one === now[at]);

/** An answer that comes from the cache is the same object each time. */
function sameResults(then: SelectionBasis["results"], now: SelectionBasis["results"]): boolean {
  if (then.size !== now.size) return false;
  for (const [source, result] of now) if (then.get(source) !== result) return false;
  return true;
}
