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
  /** How many states may be looked at. */
  readonly work: number;
}

export interface CoreAnswer {
  /** The best choice found above the floor; null without one. */
  readonly found: { readonly steps: number; readonly items: readonly Item[] } | null;
  /** Whether no choice can be better than the found one, or than the floor. */
  readonly proven: boolean;
  /** States looked at. */
  readonly work: number;
}

/** Choices reached so far; each differs from its parent in one item. Columns, by the number of the state. */
interface States {
  readonly weight: number[];
  readonly steps: number[];
  readonly parent: number[];
  readonly item: number[];
}

interface Search {
  readonly task: CoreTask;
  readonly states: States;
  /** Numbers of the states still promising: weight and steps both ascend. */
  list: number[];
  /** The core is items low+1 … high-1; those before are in, those behind are out. */
  low: number;
  high: number;
  best: number;
  bestState: number;
  work: number;
}

export function solveCore(task: CoreTask): CoreAnswer {
  const { items, sums, capacity, floor, work } = task;
  const cut = breakAt(sums.weights, capacity);
  const root = { weight: sums.weights[cut] ?? 0, steps: sums.steps[cut] ?? 0 };
  const states: States = { weight: [root.weight], steps: [root.steps], parent: [-1], item: [-1] };
  const search: Search = { task, states, list: [0], low: cut - 1, high: cut, best: floor, bestState: -1, work };
  if (root.steps > floor) [search.best, search.bestState] = [root.steps, 0];
  const unfinished = (): boolean => search.list.length > 0 && (search.low >= 0 || search.high < items.length);
  while (unfinished() && search.work > 0) {
    if (search.high < items.length) grow(search, search.high++, 1);
    if (search.low >= 0) grow(search, search.low--, -1);
  }
  const found = search.bestState < 0 ? null : { steps: search.best, items: itemsOfState(search, cut) };
  return { found, proven: !unfinished(), work: work - search.work };
}

/**
 * Offers one more item to every state: put in (1) or taken out (-1). A state stays when no lighter one is worth as much and
 * the items outside the core could still lift it above the best.
 */
function grow(search: Search, number: number, sign: 1 | -1): void {
  const { states, list } = search;
  const item = search.task.items[number] as Item;
  const [weightChange, stepsChange] = [sign * item.weight, sign * item.steps];
  const promising = promiseOf(search);
  const next: number[] = [];
  let most = Number.NEGATIVE_INFINITY;
  let [kept, moved] = [0, 0];
  search.work -= 2 * list.length;
  while (kept < list.length || moved < list.length) {
    const [keptState, movedState] = [list[kept], list[moved]];
    const keptWeight = keptState === undefined ? Number.POSITIVE_INFINITY : (states.weight[keptState] as number);
    const movedWeight =
      movedState === undefined ? Number.POSITIVE_INFINITY : (states.weight[movedState] as number) + weightChange;
    if (keptState !== undefined && keptWeight <= movedWeight) {
      kept++;
      const steps = states.steps[keptState] as number;
      if (steps > most && promising(keptWeight, steps)) next.push(keptState);
      most = Math.max(most, steps);
    } else if (movedState !== undefined) {
      moved++;
      const steps = (states.steps[movedState] as number) + stepsChange;
      if (steps <= most) continue;
      most = steps;
      const better = movedWeight <= search.task.capacity && steps > search.best;
      if (!better && !promising(movedWeight, steps)) continue;
      const state = addState(states, { weight: movedWeight, steps, parent: movedState, item: number });
      if (better) [search.best, search.bestState] = [steps, state];
      next.push(state);
    }
  }
  search.list = next;
}

function addState(states: States, state: { weight: number; steps: number; parent: number; item: number }): number {
  states.weight.push(state.weight);
  states.steps.push(state.steps);
  states.parent.push(state.parent);
  return states.item.push(state.item) - 1;
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

function itemsOfState({ task, states, bestState }: Search, cut: number): readonly Item[] {
  const chosen = new Set(task.items.slice(0, cut));
  for (let state = bestState; state > 0; state = states.parent[state] as number) {
    const item = task.items[states.item[state] as number] as Item;
    if (!chosen.delete(item)) chosen.add(item);
  }
  return [...chosen];
}
