/** What the provider measured against what was counted. Pure. */
import type { BudgetRecord } from "../pipeline/records/budget.ts";
import type { Core } from "../pipeline/records/core.ts";
import type { TokenComparison, Usage } from "./records.ts";

/** A provider may put a few tokens of its own around a prompt. */
const EXACT = { share: 0.02, tokens: 16 } as const;
/** Where the overhead of a format, or of tools, is an estimate. */
const ESTIMATED = { share: 0.1, tokens: 32 } as const;

/** What was counted, without the ratio that was learnt before. */
export const unlearntTokens = ({ used, estimate }: BudgetRecord): number => Math.round(used / (estimate?.learnt_ratio ?? 1));

/**
 * `from` and `to`: for an exact count, ours and 2 % or 16 tokens, whichever is more; for an estimate, from ours without the margin it
 * was raised by (the high bound is what was counted) less 10 % or 32 tokens, to ours and as much.
 */
export function compareTokens({ budget, versions }: Core, usage: Usage | null): TokenComparison {
  const { used, exact, estimate }: BudgetRecord = budget;
  const slack = exact ? EXACT : ESTIMATED;
  const lowest = exact ? used : (estimate?.least ?? Math.round(used / marginOf(versions.tokenizer)));
  const measured = usage?.input_tokens ?? null;
  return {
    counted: used,
    exact,
    from: lowest - around(lowest, slack),
    to: used + around(used, slack),
    measured,
    ratio: measured === null || used === 0 ? null : thousandths(measured / used),
    cached_share:
      usage === null || usage.cached_tokens === null || usage.input_tokens === 0
        ? null
        : thousandths(Math.min(1, usage.cached_tokens / usage.input_tokens)),
  };
}

const around = (tokens: number, { share, tokens: least }: { readonly share: number; readonly tokens: number }): number =>
  Math.min(tokens, Math.max(least, Math.ceil(tokens * share)));

const thousandths = (value: number): number => Math.round(value * 1_000) / 1_000;

/** The margin that a tokenizer's name states: `o200k_base*1.35`. */
function marginOf(tokenizer: string): number {
  const margin = Number(tokenizer.split("*")[1] ?? 1);
  return Math.max(margin, 1);
}
