/** A sweep as it is printed, drawn and written. Pure types, and what they are read with. */
import type { RetrievalSettings } from "../../measure/ranked-corpus.ts";
import type { AccuracyAt } from "../../measure/retrieval-accuracy.ts";
import type { SweepCell } from "../../measure/sweep-figures.ts";

export interface DepthRow {
  readonly k: number;
  /** Questions whose answering sections are all among the first k, whatever they score. */
  readonly covered: number;
  readonly coverage: number | null;
  /** Null without recorded answers. */
  readonly accuracy: AccuracyAt | null;
}

export interface SweepReport {
  readonly set: string;
  readonly sections: number;
  /** Questions, those that nothing answers included. */
  readonly n: number;
  readonly unanswerable: number;
  /** Of the source. */
  readonly settings: RetrievalSettings;
  readonly by_k: readonly DepthRow[];
  readonly grid: readonly SweepCell[];
}

export const isOwn = ({ k, floor }: SweepCell, { settings }: Pick<SweepReport, "settings">): boolean =>
  k === settings.k && floor === (settings.floor ?? 0);

/** The k whose floors are drawn: that of the source, else the nearest below it that was swept, else the least. */
export function drawnK({ settings, by_k }: Pick<SweepReport, "settings" | "by_k">): number {
  const ks = by_k.map(({ k }) => k);
  return ks.filter((k) => k <= settings.k).at(-1) ?? ks[0] ?? settings.k;
}
