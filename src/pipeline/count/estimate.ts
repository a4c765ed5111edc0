/** What an estimated prompt may really take: the stated margin, what was learnt of it, the low bound. Pure. */
import { learntMargin, leastTokens } from "../../tokens/margin-counter.ts";
import type { Part } from "../parts.ts";
import type { BudgetRecord } from "../records/budget.ts";
import type { AssemblyRequest } from "../request.ts";

export type Estimate = NonNullable<BudgetRecord["estimate"]>;

/** `used` is the high bound of the whole prompt; what its parts do not have of it was never raised by a margin. */
export function estimateOf(
  { model, learntMilli }: Pick<AssemblyRequest, "model" | "learntMilli">,
  parts: readonly Part[],
  used: number,
): Estimate {
  const marginMilli = learntMargin(model.marginMilli, learntMilli);
  const above = parts.reduce((sum, { tokens }) => sum + tokens - leastTokens(tokens, marginMilli), 0);
  return { margin: model.marginMilli / 1000, learnt_ratio: learntMilli / 1000, least: used - above };
}
