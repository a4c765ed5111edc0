/** How many tokens the prompt may have, and what happens when the fixed parts alone need more. Pure; policy.md, Budget. */
import { AppError } from "../../errors.ts";
import { BLOCKS, type BlockName } from "../../policy/schema/policy-file.ts";
import type { Model, Policy } from "../../policy/snapshot.ts";

export type BlockTokens = Record<BlockName, number>;

export const noTokens = (): BlockTokens => ({ system: 0, request: 0, evidence: 0, memory: 0, tools: 0, safety: 0 });

export const sumOf = (tokens: Readonly<BlockTokens>): number => BLOCKS.reduce((sum, block) => sum + tokens[block], 0);

const DEFAULT_PART_OF_WINDOW = 4;

/** The policy's total, else a quarter of the window; never above window − reserve. */
export function budgetLimit(policy: Pick<Policy, "budgetTotal">, model: Pick<Model, "window" | "reserveOutput">): number {
  const total = policy.budgetTotal ?? Math.floor(model.window / DEFAULT_PART_OF_WINDOW);
  return Math.min(total, model.window - model.reserveOutput);
}

/** A block's share in whole tokens, rounded down; null without shares. */
export function shareLimit(policy: Pick<Policy, "shares">, block: BlockName, limit: number): number | null {
  return policy.shares === null ? null : Math.floor((limit * policy.shares[block]) / 100);
}

/** One part that is always in. */
interface Sized {
  readonly id: string;
  readonly tokens: number;
}

/** Throws `pinned_over_budget` with the arithmetic when what is always in does not fit. Exactly the limit fits. */
export function assertFits(
  always: Readonly<BlockTokens>,
  parts: readonly Sized[],
  limit: number,
  policy: Pick<Policy, "budgetTotal">,
  model: Pick<Model, "window" | "reserveOutput">,
): void {
  const needed = sumOf(always);
  if (needed <= limit) return;
  const largest = [...parts].sort((a, b) => b.tokens - a.tokens || (a.id < b.id ? -1 : 1)).slice(0, 3);
  const smallest = smallestWindow(needed, policy, model);
  throw new AppError(
    "pinned_over_budget",
    `What must go in takes ${needed} tokens and the limit is ${limit}, ${needed - limit} too many. ` +
      `The largest: ${largest.map(({ id, tokens }) => `${id} ${tokens}`).join(", ")}. ` +
      `Shorten what is large, ${wayOut(needed, smallest, { ...policy, ...model })}.`,
    {
      extra: {
        blocks: { ...always },
        needed,
        limit,
        window: model.window,
        reserve: model.reserveOutput,
        smallest_window: smallest,
        largest: largest.map(({ id, tokens }) => ({ id, tokens })),
      },
    },
  );
}

/** While a total is set no window helps alone, and while the window is too small no total does. */
function wayOut(
  needed: number,
  smallest: number,
  own: Pick<Policy, "budgetTotal"> & Pick<Model, "window" | "reserveOutput">,
): string {
  const larger = `use a model with a window of at least ${smallest}`;
  const total = `${own.budgetTotal === null ? "set" : "raise"} budget.total to at least ${needed}`;
  if (needed <= own.window - own.reserveOutput) return own.budgetTotal === null ? `${total}, or ${larger}` : `or ${total}`;
  return own.budgetTotal === null ? `or ${larger}` : `or ${total} and ${larger}`;
}

/** The smallest window whose budget would hold `needed`; with a fixed total, that total raised to it. */
function smallestWindow(needed: number, policy: Pick<Policy, "budgetTotal">, model: Pick<Model, "reserveOutput">): number {
  const withReserve = needed + model.reserveOutput;
  return policy.budgetTotal === null ? Math.max(withReserve, needed * DEFAULT_PART_OF_WINDOW) : withReserve;
}
