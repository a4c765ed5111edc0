/**
 * A plain knapsack solved around its break item: a core that grows by one item on either side until nothing outside can help,
 * or the work is spent (Pisinger 1997, "A minimal algorithm for the 0-1 knapsack problem"). Pure.
 */
import type { Item } from "./items.ts";
import { breakAt, type Sums } from "./subproblem.ts";

export interface CoreTask {
  /** Most value per token first; steps and weights > 0. */
  readonly items: readonly Item[];
  readonly sums: Sums;
  readonly capacity: number;
  /** Steps that a choice must exceed to be of interest. */
  readonly floor: number;
  /** How many choices may be looked at. */
  readonly work: number;
}

export interface CoreSolution {
  /** The best choice found above the floor; null without one. */
  readonly found: { readonly steps: number; readonly items: readonly Item[] } | null;
  /** Whether no choice can be better than the found one, or than the floor. */
  readonly proven: boolean;
  /** Choices looked at. */
  readonly work: number;
}

/** Choices that are still promising: weight and steps both ascend. Columns, in room that grows. */
interface Front {
  size: number;
  weights: Float64Array;
  steps: Float64Array;
  /** Numbers of the choices. */
  states: Int32Array;
}

interface Search {
  readonly task: CoreTask;
  /** Of every choice reached so far, by its number: the one it differs from, and the one item in which it does. */
  readonly parents: number[];
  readonly changes: number[];
  front: Front;
  /** Room for the next one. */
  spare: Front;
  /** The core is items low+1 … high-1; those before are in, those behind are out. */
  low: number;
  high: number;
  best: number;
  bestState: number;
  work: number;
}

export function solveCore(task: CoreTask): CoreSolution {
  const { items, sums, capacity, floor, work } = task;
  const cut = breakAt(sums.weights, capacity);
  const front = frontFor(FIRST_ROOM);
  add(front, { weight: sums.weights[cut] ?? 0, steps: sums.steps[cut] ?? 0, state: 0 });
  const columns = { parents: [-1], changes: [-1], front, spare: frontFor(FIRST_ROOM) };
  const search: Search = { task, ...columns, low: cut - 1, high: cut, best: floor, bestState: -1, work };
  const root = sums.steps[cut] ?? 0;
  if (root > floor) [search.best, search.bestState] = [root, 0];
  const unfinished = (): boolean => search.front.size > 0 && (search.low >= 0 || search.high < items.length);
  while (unfinished() && search.work > 0) {
    if (search.high < items.length) grow(search, search.high++, 1);
    if (search.low >= 0) grow(search, search.low--, -1);
  }
  const found = search.bestState < 0 ? null : { steps: search.best, items: itemsOfState(search, cut) };
  return { found, proven: !unfinished(), work: work - search.work };
}

const FIRST_ROOM = 256;

const frontFor = (room: number): Front => ({
  size: 0,
  weights: new Float64Array(room),
  steps: new Float64Array(room),
  states: new Int32Array(room),
});

function add(front: Front, { weight, steps, state }: { weight: number; steps: number; state: number }): void {
  front.weights[front.size] = weight;
  front.steps[front.size] = steps;
  front.states[front.size++] = state;
}

/**
 * Offers one more item to every choice: put in (1) or taken out (-1). A choice stays when no lighter one is worth as much and
 * the items outside the core could still lift it above the best.
 */
function grow(search: Search, number: number, sign: 1 | -1): void {
  const { front, task } = search;
  const item = task.items[number] as Item;
  const [weightChange, stepsChange] = [sign * item.weight, sign * item.steps];
  const promising = promiseOf(search);
  const next = search.spare.weights.length < 2 * front.size ? frontFor(4 * front.size) : search.spare;
  next.size = 0;
  let most = Number.NEGATIVE_INFINITY;
  let [kept, moved] = [0, 0];
  search.work -= 2 * front.size;
  while (kept < front.size || moved < front.size) {
    const keptWeight = kept < front.size ? (front.weights[kept] as number) : Number.POSITIVE_INFINITY;
    const movedWeight = moved < front.size ? (front.weights[moved] as number) + weightChange : Number.POSITIVE_INFINITY;
    if (keptWeight <= movedWeight) {
      const steps = front.steps[kept] as number;
      if (steps > most && promising(keptWeight, steps))
        add(next, { weight: keptWeight, steps, state: front.states[kept] as number });
      most = Math.max(most, steps);
      kept++;
    } else {
      const steps = (front.steps[moved] as number) + stepsChange;
      const parent = front.states[moved++] as number;
      if (steps <= most) continue;
      most = steps;
      const better = movedWeight <= task.capacity && steps > search.best;
      if (!better && !promising(movedWeight, steps)) continue;
      search.parents.push(parent);
      const state = search.changes.push(number) - 1;
      if (better) [search.best, search.bestState] = [steps, state];
      add(next, { weight: movedWeight, steps, state });
    }
  }
  [search.front, search.spare] = [next, front];
}

/**
 * Whether a state could end above the best: room is filled at most at the value per token of the next item out, excess is shed
 * at best at that of the next item in. Half a step is for the rounding of the quotient.
 */
function promiseOf(search: Search): (weight: number, steps: number) => boolean {
  const { items, capacity } = search.task;
  const [inside, outside] = [items[search.low], items[search.high]];
  const gain = outside === undefined ? 0 : outside.steps / outside.weight;
  const loss = inside === undefined ? Number.POSITIVE_INFINITY : inside.steps / inside.weight;
  return (weight, steps) => steps + (capacity - weight) * (weight <= capacity ? gain : loss) >= search.best + 0.5;
}

function itemsOfState({ task, parents, changes, bestState }: Search, cut: number): readonly Item[] {
  const chosen = new Set(task.items.slice(0, cut));
  for (let state = bestState; state > 0; state = parents[state] as number) {
    const item = task.items[changes[state] as number] as Item;
    if (!chosen.delete(item)) chosen.add(item);
  }
  return [...chosen];
}
