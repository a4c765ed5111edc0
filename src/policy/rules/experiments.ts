/** Experiments as the rest of the system sees them. Pure types. */
import type { LAYOUTS, Strategy } from "../schema/selection.ts";
import type { DocumentTexts } from "./documents.ts";
import type { FilterRules, Weights } from "./selection.ts";

/** What a variant has otherwise than the policy; what is null or absent stays. */
export interface Alternatives {
  readonly weights: Partial<Weights>;
  readonly filters: Partial<FilterRules>;
  readonly strategy: Strategy | null;
  readonly topK: number | null;
  readonly layout: (typeof LAYOUTS)[number] | null;
  readonly order: DocumentTexts["order"] | null;
  /** By source of documents. */
  readonly documents: ReadonlyMap<string, { readonly k: number | null; readonly floor: number | null }>;
}

export interface Variant {
  readonly name: string;
  /** Percent. */
  readonly share: number;
  readonly alternatives: Alternatives;
}

export interface Experiment {
  readonly name: string;
  /** Everybody gets the first variant; the others are computed beside and never served. */
  readonly shadow: boolean;
  /** In the order of the file; at least two. */
  readonly variants: readonly Variant[];
}

/** Which variant one request has of one experiment. */
export interface Assigned {
  readonly experiment: string;
  readonly variant: string;
}
