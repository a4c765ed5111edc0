/** Packs a pool by a strategy, and says how good the best packing could have been. Pure; no clock, so no time limits: bounds of work. */
import { byValue, type Item, type Items, itemsOf, queueOf } from "./items.ts";
import { type Optimum, optimumOf } from "./optimum.ts";
import type { Packing, Passed, Pool, Strategy } from "./packing.ts";
import { costOf, emptyRoom, leanForm, place, type Room, walk, widen } from "./room.ts";
import type { Choice, Effort } from "./solve.ts";
import { offerOf } from "./subproblem.ts";

const USUAL_EFFORT: Readonly<Effort> = { cells: 400_000, states: 200_000, visits: 60_000, byRule: false };
/** 40 million cells take about half a second and 5 MB. */
const EXACT_EFFORT: Readonly<Effort> = { ...USUAL_EFFORT, cells: 40_000_000, byRule: true };
const NO_LIMIT = Number.POSITIVE_INFINITY;

interface Filled {
  readonly room: Room;
  readonly passed: readonly Passed[];
}

/**
 * Which units go in, in whole tokens, never above the capacity. The result does not depend on the order of `pool.units`, except
 * under `in_order`. Values count to 12 digits of the largest. No unit passed for want of room would fit in the room left.
 *
 * - `density`: by value per token of the whole form, each that fits; `score`: by value; `in_order`: as given, then the run;
 *   `top_k`: by value, the first k and no others.
 * - `exact`: the most value; of equal value the fewest tokens, then the longest run, then the smallest ids. Beyond 40 million
 *   cells of tables, as `best`.
 * - `best`: the most value up to 400,000 cells, else the best found around the break item, which is mostly the same; never less
 *   value than `density` nor than the most valuable unit that fits; where `density` is as good, it stands.
 *
 * Both fill what is left over, with what is worth nothing too, and then widen short forms.
 */
export function packUnits(pool: Pool, strategy: Strategy): Packing {
  const items = itemsOf(pool);
  const queue = queueOf(items, "density");
  const dense = fill(pool, queue, NO_LIMIT);
  const known = aroundBestSingle({ pool, items, queue }, dense) ?? dense;
  const optimum = optimise({ pool, items, queue }, known, strategy === "exact" ? EXACT_EFFORT : USUAL_EFFORT);
  const filled = (): Filled => {
    if (strategy === "density") return dense;
    if (strategy === "best" || strategy === "exact") {
      const { choice } = optimum;
      const stay = choice === null || (strategy === "best" && choice.steps <= known.room.steps);
      return stay ? known : settle(pool, queue, chosenBy(choice, items));
    }
    return fill(pool, queueOf(items, strategy), strategy === "top_k" ? (pool.topK ?? NO_LIMIT) : NO_LIMIT);
  };
  return packingOf(filled(), items, optimum);
}

interface Ready {
  readonly pool: Pool;
  readonly items: Items;
  /** In the order of `density`. */
  readonly queue: readonly Item[];
}

function fill(pool: Pool, queue: readonly Item[], topK: number): Filled {
  const room = emptyRoom(pool);
  return { room, passed: walk(room, queue, { lean: false, topK }) };
}

/** The chosen ones in their smaller forms, in the order given; then whatever else fits; then the whole where a short form stands. */
function settle(pool: Pool, queue: readonly Item[], chosen: ReadonlySet<Item>): Filled {
  const room = emptyRoom(pool);
  for (const item of queue) if (chosen.has(item)) place(room, item, [leanForm(item)]);
  walk(room, queue, { lean: true, topK: NO_LIMIT });
  widen(room);
  return { room, passed: walk(room, queue, { lean: true, topK: NO_LIMIT }) };
}

const chosenBy = (choice: Choice, items: Items): ReadonlySet<Item> =>
  new Set([...choice.units, ...items.run.slice(0, choice.run)]);

/** Around the most valuable unit that fits, where it alone is worth more than the packing by density; else null. */
function aroundBestSingle({ pool, items, queue }: Ready, dense: Filled): Filled | null {
  const empty = emptyRoom(pool);
  const single = [...items.units, ...items.run.slice(0, 1)]
    .filter((item) => item.steps > dense.room.steps && costOf(empty, item, leanForm(item)) <= pool.capacity)
    .sort(byValue)[0];
  return single === undefined ? null : settle(pool, queue, new Set([single]));
}

function optimise({ pool, items, queue }: Ready, { room, passed }: Filled, effort: Readonly<Effort>): Optimum {
  if (passed.length === 0 || pool.capacity < 0) return { choice: null, bound: room.steps, exact: true };
  const opened = new Set([...room.taken.keys()].flatMap((item) => item.shared));
  // Only short forms and headings move units from there: little is left to sort.
  const units = queue.filter(({ inRun }) => !inRun);
  return optimumOf(offerOf({ ...items, units }, pool.capacity), { steps: room.steps, opened }, { ...effort });
}

function packingOf({ room, passed }: Filled, items: Items, { bound, exact }: Optimum): Packing {
  return {
    taken: Array.from(room.taken, ([{ unit }, { form, cost }]) => ({ unit, form, cost })),
    passed,
    used: room.used,
    value: items.toValue(room.steps),
    best: { value: items.toValue(bound), exact: exact || room.steps === bound },
  };
}
