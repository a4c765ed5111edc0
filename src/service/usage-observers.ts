/** Who learns from what providers measured: how far counts are off by model, and what comes from caches. Pure types, and what learns nothing. */
import type { Core } from "../pipeline/records/core.ts";

/** How far the provider's counts are from ours, by model. */
export interface RatioLearner {
  /** `ours`: as counted, without what was learnt before. */
  observe(model: string, counted: { readonly ours: number; readonly measured: number }): unknown;
  /** What is known now, in thousandths. */
  known(): ReadonlyMap<string, { readonly ratioMilli: number }>;
}

/** Shares of cached tokens over time. */
export interface CacheObserver {
  /** Says so when the share has fallen. */
  reported(
    core: Pick<Core, "policy" | "format" | "model">,
    usage: { readonly inputTokens: number; readonly cachedTokens: number },
  ): readonly { readonly message: string; readonly items: readonly string[] }[];
}

export interface UsageObservers {
  readonly ratio: RatioLearner;
  readonly cache: CacheObserver;
}

export const NO_OBSERVERS: UsageObservers = {
  ratio: { observe: () => undefined, known: () => new Map() },
  cache: { reported: () => [] },
};
