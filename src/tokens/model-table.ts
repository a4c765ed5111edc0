/** Looks a model up by its exact name. Pure. */
import { MODEL_FAMILIES } from "./model-data.ts";
import type { ModelFacts } from "./model-facts.ts";

export interface KnownModel extends ModelFacts {
  readonly name: string;
}

export const KNOWN_MODELS: readonly KnownModel[] = MODEL_FAMILIES.flatMap(([facts, names]) =>
  names.map((name) => ({ name, ...facts })),
);

const BY_NAME: ReadonlyMap<string, KnownModel> = new Map(KNOWN_MODELS.map((model) => [model.name, model]));

/** The model of exactly this name, or null: no prefixes, no likeness, upper and lower case differ. */
export function lookUpModel(name: string): KnownModel | null {
  return BY_NAME.get(name) ?? null;
}
