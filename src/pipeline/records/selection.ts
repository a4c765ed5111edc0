/** The records of scoring, conflicts and packing; names as in the contract. Pure types. */
import type { Strategy } from "../../policy/schema/selection.ts";
import type { SignalName } from "../score.ts";

/** The whole arithmetic of one score: weight × value of each signal, what nobody gave marked. */
export interface ScoreRecord {
  readonly id: string;
  readonly score: number;
  readonly value: number;
  readonly value_from: "given" | "score" | "kind";
  readonly signals: Readonly<
    Record<SignalName, { readonly value: number; readonly weight: number; readonly defaulted: boolean }>
  >;
}

export interface ConflictRecord {
  readonly topic: string;
  readonly items: readonly { readonly id: string; readonly value: string; readonly qualifier: string | null }[];
  readonly resolve: string;
  readonly outcome: "resolved" | "surfaced" | "unresolved";
  readonly winner: string | null;
  readonly losers: readonly string[];
}

/** How well one pool was packed. */
export interface PackingRecord {
  /** The blocks that competed: `evidence`, or `evidence+memory+tools` in one pool. */
  readonly pool: string;
  readonly strategy: Strategy;
  readonly value: number;
  /** The best value possible, or a bound above it. */
  readonly best: number;
  readonly best_is: "exact" | "bound";
  /** Share of the best that was missed. */
  readonly gap: number;
}
