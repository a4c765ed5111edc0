/** What tells a finding of the selection: what it is given, and how names and shares are written. Pure. */
import type { Assembly } from "../assemble.ts";
import type { Drop } from "../drop.ts";
import type { BudgetRecord } from "../records/budget.ts";
import type { Finding, Included } from "../records/core.ts";
import { rounded } from "../rounded.ts";

export interface SelectionFindingInput {
  readonly assembly: Assembly;
  readonly included: readonly Included[];
  readonly dropped: readonly Drop[];
  readonly budget: BudgetRecord;
}

export type Teller = (input: SelectionFindingInput) => readonly Finding[];

export const listed = (names: readonly string[]): string => names.join(", ");
export const percent = (share: number): string => `${rounded(share * 100, 1)} %`;
