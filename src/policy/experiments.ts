/** Experiments of a policy: who gets which variant, and the policy that a variant makes. Pure; the keyed hash is handed in. */
import type { DocumentSource } from "./rules/documents.ts";
import type { Alternatives, Assigned, Experiment, Variant } from "./rules/experiments.ts";
import type { Policy } from "./snapshot.ts";

/** Digits of the hash that are read: 48 bits, which a number holds exactly. */
const DIGITS = 12;

/**
 * One variant of each experiment, in the order of the policy. `keyed` is the tenant's keyed hash and ends in hexadecimal digits: the
 * same subject gets the same variant at every instance, and nobody without the key can tell which.
 */
export function assignVariants(
  experiments: readonly Experiment[],
  subject: string,
  keyed: (text: string) => string,
): readonly Assigned[] {
  return experiments.map(({ name, shadow, variants }) => {
    const [first] = variants as readonly [Variant];
    const chosen = shadow ? first : atShare(variants, partOf(keyed(JSON.stringify(["variant", name, subject]))));
    return { experiment: name, variant: chosen.name };
  });
}

/** From 0 up to, and not including, 1. */
const partOf = (hash: string): number => Number.parseInt(hash.slice(-DIGITS), 16) / 16 ** DIGITS;

function atShare(variants: readonly Variant[], part: number): Variant {
  let upTo = 0;
  for (const variant of variants) {
    upTo += variant.share;
    if (part * 100 < upTo) return variant;
  }
  // Shares such as 33.3 can be short of 100 by a rounding.
  return variants.findLast(({ share }) => share > 0) ?? (variants[0] as Variant);
}

const made = new WeakMap<Policy, Map<string, Policy>>();

/**
 * The policy with what the assigned variants have otherwise. Names that it does not have change nothing. The same object again for
 * the same variants, since what is derived from a policy is remembered by its parts.
 */
export function policyOf(policy: Policy, assigned: readonly Assigned[]): Policy {
  const applied = assigned.flatMap((one) => alternativesOf(policy, one) ?? []);
  if (!applied.some(changesAnything)) return policy;
  const known = made.get(policy) ?? new Map<string, Policy>();
  made.set(policy, known);
  const key = JSON.stringify(assigned.map(({ experiment, variant }) => [experiment, variant]));
  const before = known.get(key);
  if (before !== undefined) return before;
  const own = applied.reduce(withAlternatives, policy);
  known.set(key, own);
  return own;
}

/** Those that the policy has, in its own order. */
export const knownVariants = (policy: Policy, assigned: readonly Assigned[]): readonly Assigned[] =>
  policy.experiments.flatMap(({ name }) => assigned.find((one) => one.experiment === name && alternativesOf(policy, one)) ?? []);

const alternativesOf = ({ experiments }: Policy, { experiment, variant }: Assigned): Alternatives | undefined =>
  experiments.find(({ name }) => name === experiment)?.variants.find(({ name }) => name === variant)?.alternatives;

/** False of a control. */
const changesAnything = ({ weights, filters, documents, ...single }: Alternatives): boolean =>
  Object.keys(weights).length + Object.keys(filters).length + documents.size > 0 ||
  Object.values(single).some((one) => one !== null);

function withAlternatives(policy: Policy, own: Alternatives): Policy {
  const { strategy, topK, layout, order } = own;
  const { prompt } = policy;
  return {
    ...policy,
    weights: { ...policy.weights, ...own.weights },
    filters: { ...policy.filters, ...own.filters },
    strategy: strategy ?? policy.strategy,
    topK: topK ?? policy.topK,
    prompt:
      layout === null && order === null
        ? prompt
        : {
            ...prompt,
            layout: layout ?? prompt.layout,
            documents: { ...prompt.documents, order: order ?? prompt.documents.order },
          },
    documents: own.documents.size === 0 ? policy.documents : documentsWith(policy.documents, own.documents),
  };
}

function documentsWith(documents: Policy["documents"], own: Alternatives["documents"]): Policy["documents"] {
  return new Map(
    [...documents].map(([name, rules]) => {
      const other = own.get(name);
      return [name, other === undefined ? rules : sourceWith(rules, other)] as const;
    }),
  );
}

function sourceWith(rules: DocumentSource, { k, floor }: { readonly k: number | null; readonly floor: number | null }) {
  const numbers = { k: k ?? rules.k, floor: floor ?? rules.floor };
  return rules.kind === "search" ? { ...rules, ...numbers, search: { ...rules.search, ...numbers } } : { ...rules, ...numbers };
}

/** How a variant is asked for: `experiment=variant`. */
export const VARIANT = /^[a-z][a-z0-9_]*=[a-z][a-z0-9_]*$/;

/** All of a policy, each as it is asked for. */
export const variantsOf = ({ experiments }: Pick<Policy, "experiments">): readonly string[] =>
  experiments.flatMap(({ name, variants }) => variants.map((variant) => `${name}=${variant.name}`));
