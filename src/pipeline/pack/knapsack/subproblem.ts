/** The plain knapsacks inside a pool: some shared sections paid for, some closed, the run as prefix sums; and their bounds. Pure. */
import { byLeanDensity, type Item, type Items } from "./items.ts";

/** Prefix sums, [0] first: tokens and value steps of the first so many items. */
export interface Sums {
  readonly weights: Float64Array;
  readonly steps: Float64Array;
}

/** Units worth something, the most value per token of the smallest form first; the run in its order. */
export interface Offer {
  readonly units: readonly Item[];
  /** Of the units. */
  readonly sums: Sums;
  readonly run: readonly Item[];
  readonly sectionCosts: readonly number[];
  /** Tokens, >= 0. */
  readonly capacity: number;
}

/** Shared sections, by number. One that is in neither set costs nothing: good for a bound, not for a packing. */
export interface Sections {
  readonly paid: ReadonlySet<number>;
  readonly closed: ReadonlySet<number>;
}

/** Every item is worth its steps and costs its weight. */
export interface Subproblem {
  /** Tokens left once the sections are paid; >= 0. */
  readonly capacity: number;
  /** Tokens paid for sections, needed or not. */
  readonly paid: number;
  /** Cost nothing: always in. */
  readonly free: readonly Item[];
  readonly freeSteps: number;
  /** Worth something, cost something and fit alone; in the order of the offer. */
  readonly items: readonly Item[];
  readonly sums: Sums;
  /** Lengths of the run that may be taken: up to the first that needs a closed section or does not fit. */
  readonly run: Sums;
}

export function offerOf({ units, run, sectionCosts }: Items, capacity: number): Offer {
  const worth = units.filter((item) => item.steps > 0).sort(byLeanDensity);
  return { units: worth, sums: sumsOf(worth), run, sectionCosts, capacity };
}

/** Null when the paid sections alone are more than there is room for. */
export function subproblemOf(offer: Offer, sections: Sections): Subproblem | null {
  let paid = 0;
  for (const section of sections.paid) paid += offer.sectionCosts[section] ?? 0;
  const capacity = offer.capacity - paid;
  if (capacity < 0) return null;
  const possible = (item: Item): boolean =>
    item.weight <= capacity && (sections.closed.size === 0 || !item.shared.some((section) => sections.closed.has(section)));
  // Mostly all of them, and none for nothing: nothing is copied then.
  const playing = offer.units.every(possible) ? offer.units : offer.units.filter(possible);
  const costing = playing.findIndex((item) => item.weight > 0);
  const free = playing.slice(0, costing < 0 ? playing.length : costing);
  const items = free.length === 0 ? playing : playing.slice(free.length);
  const end = offer.run.findIndex((item) => !possible(item));
  const run = sumsOf(end < 0 ? offer.run : offer.run.slice(0, end));
  const fitting = breakAt(run.weights, capacity) + 1;
  return {
    capacity,
    paid,
    free,
    freeSteps: free.reduce((sum, item) => sum + item.steps, 0),
    items,
    sums: items === offer.units ? offer.sums : sumsOf(items),
    run: { weights: run.weights.subarray(0, fitting), steps: run.steps.subarray(0, fitting) },
  };
}

function sumsOf(items: readonly Item[]): Sums {
  const weights = new Float64Array(items.length + 1);
  const steps = new Float64Array(items.length + 1);
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as Item;
    weights[at + 1] = (weights[at] as number) + item.weight;
    steps[at + 1] = (steps[at] as number) + item.steps;
  }
  return { weights, steps };
}

/** How many of the first items fit together; `weights` are prefix sums, capacity >= 0. */
export function breakAt(weights: Float64Array, capacity: number): number {
  let low = 0;
  let high = weights.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((weights[middle] ?? 0) <= capacity) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Upper bound, in steps, of what fits beside the newest `length` units of the run: items by value per token, and a fraction of
 * the first that does not fit (Dantzig 1957). No choice has a part of a step; the quarter is for the rounding of the quotient.
 */
export function boundOf(problem: Subproblem, length: number): number {
  const { items, sums, run, freeSteps } = problem;
  const capacity = problem.capacity - (run.weights[length] ?? 0);
  const whole = breakAt(sums.weights, capacity);
  const next = items[whole];
  const part = next === undefined ? 0 : ((capacity - (sums.weights[whole] ?? 0)) * next.steps) / next.weight;
  return Math.floor(freeSteps + (run.steps[length] ?? 0) + (sums.steps[whole] ?? 0) + part + 0.25);
}
