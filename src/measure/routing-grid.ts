/** The figures of routing over thresholds and margins. Pure. */
import type { Policy } from "../policy/snapshot.ts";
import { figuresOf, judge, type Listened, type Tally } from "./routing-figures.ts";

const THRESHOLDS = [0.5, 1, 1.5, 2, 2.5, 3] as const;
const MARGINS = [0.5, 1, 1.5, 2] as const;

/** One pair of settings and what they would give; counts. */
export interface GridRow extends Tally {
  readonly threshold: number;
  readonly margin: number;
}

/** Every threshold with every margin, the thresholds first. */
export function gridOf(listened: readonly Listened[], policy: Policy): readonly GridRow[] {
  return THRESHOLDS.flatMap((threshold) =>
    MARGINS.map((margin) => {
      const settings = { thresholdMilli: threshold * 1_000, marginMilli: margin * 1_000 };
      const { total } = figuresOf(listened.map((one) => judge(one, policy, settings)));
      return { threshold, margin, ...total };
    }),
  );
}
