/** Experiments in their compiled form. Pure; expects checked files. */
import type { Alternatives, Experiment } from "../rules/experiments.ts";
import type { FilterRules, Weights } from "../rules/selection.ts";
import { durationMs } from "../schema/common.ts";
import type { Experiments, Variant } from "../schema/experiments.ts";

/** In the order of the file. */
export const compileExperiments = (experiments: Experiments): readonly Experiment[] =>
  Object.entries(experiments).map(([name, { shadow, variants }]) => ({
    ...{ name, shadow },
    variants: Object.entries(variants).map(([variant, written]) => ({
      ...{ name: variant, share: written.share, alternatives: compileAlternatives(written) },
    })),
  }));

const compileAlternatives = ({ scoring, filters, strategy, top_k, layout, order, sources }: Variant): Alternatives => ({
  weights: given<Weights>(scoring ?? {}),
  filters: given<FilterRules>({
    relevanceFloor: filters?.relevance_floor,
    freshnessFloor: filters?.freshness_floor,
    halfLifeMs: filters?.freshness_half_life === undefined ? undefined : durationMs(filters.freshness_half_life),
    nearDuplicate: filters?.near_duplicate === 1 ? null : filters?.near_duplicate,
  }),
  strategy: strategy ?? null,
  topK: top_k ?? null,
  layout: layout ?? null,
  order: order ?? null,
  documents: new Map(Object.entries(sources ?? {}).map(([name, { k, floor }]) => [name, { k: k ?? null, floor: floor ?? null }])),
});

/** Without what is undefined. */
const given = <T extends object>(members: { readonly [Key in keyof T]?: T[Key] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
