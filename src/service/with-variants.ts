/** A resolved request under its variants: assigned by the tenant's keyed hash, as recorded, or as asked. Pure. */
import type { AssemblyRequest } from "../pipeline/request.ts";
import { assignVariants, knownVariants, policyOf } from "../policy/experiments.ts";
import type { Assigned } from "../policy/rules/experiments.ts";
import type { Policy } from "../policy/snapshot.ts";
import { pointerTo } from "./pointer.ts";
import { refused } from "./refused.ts";
import type { WhatIfRoot } from "./what-if.ts";

/** The request under these variants; those that its policy does not have (any more) change nothing. */
export function withVariants(request: AssemblyRequest, assigned: readonly Assigned[]): AssemblyRequest {
  const variants = knownVariants(request.policy, assigned);
  return { ...request, policy: policyOf(request.policy, variants), variants };
}

/** As the hash has it. */
export const withOwnVariants = (request: AssemblyRequest, keyed: (text: string) => string): AssemblyRequest =>
  request.policy.experiments.length === 0
    ? request
    : withVariants(request, assignVariants(request.policy.experiments, request.subject, keyed));

interface AskedVariants {
  /** By experiment. */
  readonly asked: Readonly<Record<string, string>> | undefined;
  readonly root: WhatIfRoot;
}

/** Those asked for in place of the others. Throws AppError `invalid_request` for one that the policy does not have. */
export function askedVariants(
  { experiments }: Policy,
  assigned: readonly Assigned[],
  { asked = {}, root }: AskedVariants,
): readonly Assigned[] {
  for (const [experiment, variant] of Object.entries(asked)) {
    const pointer = pointerTo([root, "variants", experiment]);
    const known = experiments.find(({ name }) => name === experiment);
    if (known === undefined) throw refused(pointer, `one of ${listed(experiments)}`, experiment);
    if (!known.variants.some(({ name }) => name === variant)) throw refused(pointer, `one of ${listed(known.variants)}`, variant);
  }
  const others = assigned.filter(({ experiment }) => !Object.hasOwn(asked, experiment));
  return [...others, ...Object.entries(asked).map(([experiment, variant]) => ({ experiment, variant }))];
}

const listed = (all: readonly { readonly name: string }[]): string =>
  all.length === 0 ? "the experiments of the policy (it has none)" : all.map(({ name }) => name).join(", ");
