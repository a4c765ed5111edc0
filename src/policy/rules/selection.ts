/** How candidates are weighed, left out and told about, in their compiled form. Pure types. */
import type { Json } from "../../sources/source-result.ts";

/** Weights of the signals, 0 to 1; the last is a penalty. */
export interface Weights {
  readonly relevance: number;
  readonly trust: number;
  readonly freshness: number;
  readonly user_need: number;
  readonly conflict_risk: number;
}

export interface FilterRules {
  readonly relevanceFloor: number;
  readonly freshnessFloor: number;
  readonly halfLifeMs: number;
  /** Jaccard similarity from which a text is left out for one that says all it says; null: only equal ones are. */
  readonly nearDuplicate: number | null;
}

/** What becomes of a tool's result. */
export interface ToolRule {
  /** Pointers that go on; null: the whole result. */
  readonly keep: readonly string[] | null;
  /** Null where one of its names has no value, or one that its place cannot take. */
  readonly line: ((values: ReadonlyMap<string, Json>, zone: string) => string | null) | null;
  /** Null: the tool's name and "failed". */
  readonly onError: string | null;
}

/** From where a finding is told. */
export interface Alerts {
  readonly highValue: number;
  readonly pinnedShare: number;
  readonly windowShare: number;
  readonly packingGap: number;
  readonly toolResultTokens: number;
}
