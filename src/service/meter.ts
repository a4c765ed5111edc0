/** What the service counts as it works. Pure types, and what counts nothing; never a text, a question or an id of a person. */
import type { AnswerRecord } from "../answer/records.ts";
import type { Core } from "../pipeline/records/core.ts";
import type { SourceRecord } from "../pipeline/records/inputs.ts";
import type { SourceTiming } from "../sources/source-result.ts";

export const STAGES = ["recall", "understand", "gather", "select", "record", "store"] as const;
export type Stage = (typeof STAGES)[number];

/** How the beginning of a prompt can be lost to a provider's cache. */
export const PREFIX_CHANGES = ["shared", "conversation", "out_of_reach"] as const;
export type PrefixChange = (typeof PREFIX_CHANGES)[number];

export interface Assembled {
  readonly core: Core;
  readonly sources: readonly SourceRecord[];
  readonly timings: readonly SourceTiming[];
  /** Milliseconds by stage. */
  readonly stages: Readonly<Partial<Record<Stage, number>>>;
}

export interface SavedTokens {
  readonly policy: string;
  readonly naive: number;
  readonly sent: number;
}

/** A view: who looked at texts. */
export type WrittenRecord = "manifest" | "answer" | "memory" | "erasure" | "view";

export interface Meter {
  assembled(seen: Assembled): void;
  /** Of one assembly in so many: what it would have cost to send everything. */
  sampled(saved: SavedTokens): void;
  answered(record: AnswerRecord, core: Core): void;
  /** A write that a request waited for. */
  wrote(what: WrittenRecord, ms: number, succeeded: boolean): void;
  /**
   * A prompt began otherwise than the one before: its shared zone though no policy changed, or its conversation; or the provider does not
   * look as far back as they have in common.
   */
  prefixChanged(what: PrefixChange): void;
}

const nothing = (): void => {};
export const NO_METER: Meter = {
  assembled: nothing,
  sampled: nothing,
  answered: nothing,
  wrote: nothing,
  prefixChanged: nothing,
};
