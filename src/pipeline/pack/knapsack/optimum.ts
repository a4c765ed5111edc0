/** The best choice a pool allows, or the best found and a bound above it: decides which shared sections to open. Pure. */

import { type Choice, type Effort, type Known, solve } from "./solve.ts";
import { boundOf, type Offer, type Sections, subproblemOf } from "./subproblem.ts";

export interface Optimum {
  /** The best found; null when nothing as good as the known packing was found. */
  readonly choice: Choice | null;
  /** Steps: no choice has more. */
  readonly bound: number;
  /** Whether the choice, or the known packing, has as many as that. */
  readonly exact: boolean;
}

interface Search {
  readonly offer: Offer;
  /** Shared sections, the dearest first: deciding these tightens the bound most. */
  readonly sections: readonly number[];
  /** What is solved first. */
  readonly first: ReadonlySet<number>;
  readonly effort: Effort;
  known: Known;
  choice: Choice | null;
  bound: number;
}

/** A packing to start from. */
export interface Start {
  readonly steps: number;
  /** The shared sections it opened: tried first. */
  readonly opened: ReadonlySet<number>;
}

/**
 * Branch and bound over the sections (Land & Doig 1960): paid or closed, one after the other, while the bound with the
 * undecided ones for nothing is not below what is known.
 */
export function optimumOf(offer: Offer, { steps, opened }: Start, effort: Effort): Optimum {
  const costs = offer.sectionCosts;
  const sections = [...costs.keys()].sort((a, b) => (costs[b] ?? 0) - (costs[a] ?? 0) || a - b);
  const known: Known = { steps, tokens: Number.POSITIVE_INFINITY };
  const search: Search = { offer, sections, first: opened, effort, known, choice: null, bound: steps };
  decided(search, { paid: opened, closed: new Set(sections.filter((section) => !opened.has(section))) });
  if (sections.length > 0) explore(search, { paid: new Set(), closed: new Set() });
  const bound = Math.max(search.bound, search.known.steps);
  return { choice: search.choice, bound, exact: search.known.steps >= bound };
}

function explore(search: Search, { paid, closed }: Sections): void {
  const section = search.sections[paid.size + closed.size];
  if (section === undefined) {
    const again = paid.size === search.first.size && [...paid].every((number) => search.first.has(number));
    if (!again) decided(search, { paid, closed });
    return;
  }
  for (const next of [
    { paid: new Set([...paid, section]), closed },
    { paid, closed: new Set([...closed, section]) },
  ]) {
    const bound = highestBound(search, next);
    if (bound < search.known.steps) continue;
    if (search.effort.visits > 0) explore(search, next);
    else search.bound = Math.max(search.bound, bound);
  }
}

/** Over all lengths of the run; below everything when the sections do not fit. */
function highestBound({ offer, effort }: Search, sections: Sections): number {
  effort.visits -= offer.units.length + offer.run.length;
  const problem = subproblemOf(offer, sections);
  if (problem === null) return Number.NEGATIVE_INFINITY;
  return problem.run.weights.reduce((most, _, length) => Math.max(most, boundOf(problem, length)), 0);
}

function decided(search: Search, sections: Sections): void {
  const problem = subproblemOf(search.offer, sections);
  if (problem === null) return;
  const { choice, bound } = solve(problem, search.known, search.effort);
  search.bound = Math.max(search.bound, bound);
  if (choice !== null) [search.choice, search.known] = [choice, choice];
}
