/** Times of the stages of one call, one after the other. Pure but for the clock that is handed in. */
import type { Stage } from "./meter.ts";

export interface Laps {
  /** The stage that ends now began where the one before it ended. */
  readonly mark: (stage: Stage) => void;
  /** Milliseconds. */
  readonly stages: Readonly<Partial<Record<Stage, number>>>;
}

export function lapsOf(monotonic: () => number): Laps {
  const stages: Partial<Record<Stage, number>> = {};
  let last = monotonic();
  return {
    mark: (stage) => {
      const now = monotonic();
      stages[stage] = now - last;
      last = now;
    },
    stages,
  };
}
