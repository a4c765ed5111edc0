/** Where the conversation is cut: at steps, so that the cut does not move with every turn. Pure; policy.md, Budget. */
import type { Cut, RunEntry, State } from "./state.ts";

/** The step is at most this part of the turns that fit: so many turns are given up at most. */
const SLACK = 4;

/** What goes in of a run, and how it was cut. */
export interface Stepped extends Pick<Cut, "fitted" | "step" | "begins"> {
  readonly run: readonly RunEntry[];
}

/**
 * Where the conversation does not fit whole, the run that goes in begins at a multiple of a step, so that the cut stays where
 * it is while a few turns are added and the turns behind it stay cacheable. The step is the largest power of two within a
 * quarter of the turns that fit. Null where nothing has to change.
 */
export function steppedRun(run: readonly RunEntry[], { taken }: Pick<State, "taken">): Stepped | null {
  const fits = run.filter((entry) => taken.has(entry.id));
  const oldest = fits.at(-1);
  if (oldest === undefined || fits.length === run.length) return null;
  const turns = fits.reduce((sum, entry) => sum + entry.turns, 0);
  if (turns < SLACK) return null;
  const step = 2 ** Math.floor(Math.log2(turns / SLACK));
  const cut = Math.ceil(oldest.at / step) * step;
  const kept = fits.filter((entry) => entry.at >= cut);
  return kept.length === fits.length ? null : { run: kept, fitted: turns, step, begins: cut + 1 };
}
