/** The words of packing: what may go in, by which strategy, and what came of it. Types only. */

/** One thing that goes in whole or not at all: an item, or a group that may not be divided. */
export interface Unit {
  /** Unique in its pool, run included; the last tie-break: smaller first, in code-unit order. */
  readonly id: string;
  /** Whole number >= 0. */
  readonly tokens: number;
  /** Finite, >= 0. */
  readonly value: number;
  /**
   * Tokens of a shorter form that may stand in when the whole does not fit; null without one. It counts with the unit's
   * full value, for the order and for the sum, so the optimum shortens before it leaves out.
   */
  readonly shortTokens: number | null;
  /** Names of sections (headings, messages) that cost something once, by the first unit that needs them. */
  readonly opens: readonly string[];
}

export interface Pool {
  /** Free to choose from; the order matters to `in_order` alone. */
  readonly units: readonly Unit[];
  /** Newest first: taken only as an unbroken run from the start (conversation turns). */
  readonly run: readonly Unit[];
  /** Tokens, a whole number; below 0 nothing fits, not even what costs nothing. */
  readonly capacity: number;
  /** Tokens it costs to open each section that is not open yet; a section not named here costs nothing. */
  readonly openings: ReadonlyMap<string, number>;
  /** How many units `top_k` considers, run included; null is no limit. Other strategies ignore it. */
  readonly topK: number | null;
}

export type Strategy = "density" | "best" | "score" | "in_order" | "top_k" | "exact";

export type Form = "whole" | "short";

export interface Taken {
  readonly unit: Unit;
  readonly form: Form;
  /** Tokens, with the sections that this unit opened. */
  readonly cost: number;
}

export interface Passed {
  readonly unit: Unit;
  /** Tokens of its smallest form and of the sections it would open, when it was passed. */
  readonly cost: number;
  /** Tokens left when it was passed; `best` and `exact` pass at the end. */
  readonly left: number;
  /** `no_room`: cost > left. `behind_run`: an older unit of the run, behind the first that did not fit. `after_top_k`: not considered. */
  readonly reason: "no_room" | "behind_run" | "after_top_k";
}

export interface Packing {
  /** In the order in which they were taken; the costs sum to `used`. */
  readonly taken: readonly Taken[];
  readonly passed: readonly Passed[];
  /** Tokens. */
  readonly used: number;
  readonly value: number;
  /** The best value any choice could have: exact where `exact`, else an upper bound; never below `value`. */
  readonly best: { readonly value: number; readonly exact: boolean };
}
