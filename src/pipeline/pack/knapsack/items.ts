/** Units made ready for packing: value in steps, smallest weight, sections by number; and the orders they are taken in. Pure. */
import type { Pool, Strategy, Unit } from "./packing.ts";
import { valueSteps } from "./value-steps.ts";

export interface Item {
  readonly unit: Unit;
  /** Of the run, which is taken in its own order. */
  readonly inRun: boolean;
  /** The value, in whole steps. */
  readonly steps: number;
  /** The sections it needs that cost something, each once. */
  readonly opens: readonly string[];
  /** Those of them that others need too, as numbers. */
  readonly shared: readonly number[];
  /** Fewest tokens it can go in with: its smaller form, and the sections that nobody else needs. */
  readonly weight: number;
  /** Steps per token of the whole form, opened sections apart. */
  readonly density: number;
  /** Steps per token of `weight`. */
  readonly leanDensity: number;
}

export interface Items {
  readonly units: readonly Item[];
  readonly run: readonly Item[];
  /** Opening cost of each shared section, by number. */
  readonly sectionCosts: readonly number[];
  readonly toValue: (steps: number) => number;
}

export function itemsOf(pool: Pool): Items {
  const all = [...pool.units, ...pool.run];
  const { steps, toValue } = valueSteps(all.map((unit) => unit.value));
  const needs = needsOf(pool, all);
  const shared = sharedSections(needs);
  const openings = new Map([...needs].map(([opens, { costing }]) => [opens, openingOf(pool, costing, shared)]));
  const items = all.map((unit, at): Item => {
    const opening = openings.get(unit.opens) as Opening;
    const weight = Math.min(unit.tokens, unit.shortTokens ?? unit.tokens) + opening.alone;
    const worth = steps[at] ?? 0;
    return {
      unit,
      inRun: at >= pool.units.length,
      steps: worth,
      opens: opening.opens,
      shared: opening.shared,
      weight,
      density: densityOf(worth, unit.tokens),
      leanDensity: densityOf(worth, weight),
    };
  });
  const sectionCosts = [...shared.keys()].map((name) => costIn(pool, name));
  return { units: items.slice(0, pool.units.length), run: items.slice(pool.units.length), sectionCosts, toValue };
}

const costIn = (pool: Pool, section: string): number => pool.openings.get(section) ?? 0;

/** What the units of one list of sections need: those that cost something, each once, and how many units these are. */
interface Need {
  readonly costing: readonly string[];
  units: number;
}

/** By the list itself: a thousand units name the same one. */
function needsOf(pool: Pool, units: readonly Unit[]): ReadonlyMap<Unit["opens"], Need> {
  const needs = new Map<Unit["opens"], Need>();
  for (const { opens } of units) {
    const need = needs.get(opens);
    if (need !== undefined) need.units += 1;
    else needs.set(opens, { costing: [...new Set(opens)].filter((name) => costIn(pool, name) > 0), units: 1 });
  }
  return needs;
}

interface Opening extends Pick<Item, "opens" | "shared"> {
  /** Tokens of the sections that nobody else needs. */
  readonly alone: number;
}

const openingOf = (pool: Pool, costing: readonly string[], shared: ReadonlyMap<string, number>): Opening => ({
  opens: costing,
  shared: costing.flatMap((name) => shared.get(name) ?? []),
  alone: costing.reduce((sum, name) => sum + (shared.has(name) ? 0 : costIn(pool, name)), 0),
});

/** Numbers of the sections that more than one unit needs, in the order of their names. */
function sharedSections(needs: ReadonlyMap<Unit["opens"], Need>): ReadonlyMap<string, number> {
  const users = new Map<string, number>();
  for (const { costing, units } of needs.values()) {
    for (const name of costing) users.set(name, (users.get(name) ?? 0) + units);
  }
  const names = [...users].filter(([, count]) => count > 1).map(([name]) => name);
  return new Map(names.sort((a, b) => (a < b ? -1 : 1)).map((name, number) => [name, number]));
}

/**
 * The order in which a strategy considers: its units sorted, the run merged in. The next unit of the run competes with the
 * best unit not yet considered. `best` and `exact` report in the order of `density`.
 */
export function queueOf(items: Items, strategy: Strategy): readonly Item[] {
  if (strategy === "in_order") return [...items.units, ...items.run];
  const compare = strategy === "score" || strategy === "top_k" ? byValue : byDensity;
  const units = items.units.toSorted(compare);
  if (items.run.length === 0) return units;
  const merged: Item[] = [];
  let next = 0;
  for (const item of items.run) {
    for (let unit = units[next]; unit !== undefined && compare(unit, item) < 0; unit = units[next]) {
      merged.push(unit);
      next++;
    }
    merged.push(item);
  }
  return [...merged, ...units.slice(next)];
}

/** Value per token of the whole form, opened sections apart; then value; then the smaller id. */
const byDensity = (a: Item, b: Item): number => downward(a.density, b.density) || byValue(a, b);

/** The same of the smallest form: the order in which fractions are worth taking. */
export const byLeanDensity = (a: Item, b: Item): number => downward(a.leanDensity, b.leanDensity) || byValue(a, b);

/** Value, then the smaller id. */
export const byValue = (a: Item, b: Item): number => downward(a.steps, b.steps) || byId(a, b);

/** One of three whole numbers: for a difference with a fraction V8 makes an object at each comparison. */
const downward = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1);

export const byId = (a: Item, b: Item): number => (a.unit.id < b.unit.id ? -1 : 1);

/** Steps per token. What costs nothing is densest of all: a finite stand-in for infinity, so that two of them are equal. */
const densityOf = (steps: number, tokens: number): number => (tokens === 0 ? Number.MAX_VALUE : steps / tokens);
