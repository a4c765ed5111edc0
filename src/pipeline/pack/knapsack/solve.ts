/** One plain knapsack with a run: by a core for each length of the run, by a table where that is small and needed. Pure. */
import { solveCore } from "./core.ts";
import type { Item } from "./items.ts";
import { boundOf, type Subproblem } from "./subproblem.ts";
import { buildTable, widthOf } from "./table.ts";

/** Bounds of work, used up in place. */
export interface Effort {
  /** Cells of tables: 400,000 take about a millisecond. */
  cells: number;
  /** States of cores: 100,000 take about two milliseconds. */
  states: number;
  /** Items looked at while sections are decided. */
  visits: number;
  /** Whether ties go by the rule of tables; else a core that proves its answer at once spares the table. */
  readonly byRule: boolean;
}

/** About a third of a millisecond. */
const STATES_BEFORE_TABLE = 20_000;

export interface Choice {
  readonly units: ReadonlySet<Item>;
  /** How many of the newest units of the run. */
  readonly run: number;
  readonly steps: number;
  readonly tokens: number;
}

export interface Solved {
  /** Null when nothing better than the known choice was found. */
  readonly choice: Choice | null;
  /** Steps above which nothing is possible here. */
  readonly bound: number;
}

/** What a choice must beat: more steps, or from a table the same with fewer tokens. */
export type Known = Pick<Choice, "steps" | "tokens">;

export function solve(problem: Subproblem, known: Known, effort: Effort): Solved {
  const cells = problem.items.length * (widthOf(problem.items, problem.capacity) + 1);
  if (cells > effort.cells) return byCores(problem, known, effort);
  if (!effort.byRule) {
    const quick = { ...effort, states: Math.min(effort.states, STATES_BEFORE_TABLE) };
    const solved = byCores(problem, known, quick);
    effort.states -= Math.min(effort.states, STATES_BEFORE_TABLE) - quick.states;
    if (solved.bound <= (solved.choice ?? known).steps) return solved;
  }
  effort.cells -= cells;
  const choice = byTable(problem, known);
  return { choice, bound: Math.max(known.steps, choice?.steps ?? 0) };
}

/** Of equal value the fewest tokens, then the longest run, then the smallest ids. */
function byTable({ items, capacity, run, ...problem }: Subproblem, known: Known): Choice | null {
  const width = widthOf(items, capacity);
  const table = buildTable(items, width);
  let best = known;
  let length = -1;
  const columnFor = (taken: number): number => Math.min(width, capacity - (run.weights[taken] ?? 0));
  for (let tried = run.weights.length - 1; tried >= 0; tried--) {
    const column = columnFor(tried);
    const steps = problem.freeSteps + (run.steps[tried] ?? 0) + (table.steps[column] ?? 0);
    const tokens = problem.paid + (run.weights[tried] ?? 0) + (table.fewest[column] ?? 0);
    if (steps < best.steps || (steps === best.steps && tokens >= best.tokens)) continue;
    best = { steps, tokens };
    length = tried;
  }
  if (length < 0) return null;
  return { units: new Set([...problem.free, ...table.choose(columnFor(length))]), run: length, ...best };
}

/** The lengths that could be worth most come first; each has half of the work that is left. */
function byCores(problem: Subproblem, known: Known, effort: Effort): Solved {
  const { items, sums, capacity, run, free, freeSteps } = problem;
  const lengths = Array.from(run.weights, (_, length) => ({ length, bound: boundOf(problem, length) }));
  let choice: Choice | null = null;
  let unproven = known.steps;
  for (const { length, bound } of lengths.sort((a, b) => b.bound - a.bound || b.length - a.length)) {
    const floor = choice?.steps ?? known.steps;
    if (bound <= floor) break;
    const fixed = freeSteps + (run.steps[length] ?? 0);
    const room = capacity - (run.weights[length] ?? 0);
    const core = solveCore({ items, sums, capacity: room, floor: floor - fixed, work: effort.states / 2 });
    effort.states -= core.work;
    if (!core.proven) unproven = Math.max(unproven, bound);
    if (core.found === null) continue;
    const tokens = core.found.items.reduce((sum, item) => sum + item.weight, problem.paid + (run.weights[length] ?? 0));
    choice = { units: new Set([...free, ...core.found.items]), run: length, steps: fixed + core.found.steps, tokens };
  }
  return { choice, bound: Math.max(unproven, choice?.steps ?? 0) };
}
