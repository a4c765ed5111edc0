/** What there is to say about experiments that load: alternatives that change nothing, variants that are the same. Pure. */
import { canonicalJson } from "../../text/json/canonical.ts";
import { policyOf } from "../experiments.ts";
import type { PolicyFinding } from "../problem.ts";
import type { Alternatives, Experiment } from "../rules/experiments.ts";
import type { Policy } from "../snapshot.ts";

type Compiled = Omit<Policy, "findings">;

/** In the order of the file. */
export const experimentFindings = (policy: Compiled): readonly PolicyFinding[] =>
  policy.experiments.flatMap((experiment) => [...idleAlternatives(policy, experiment), ...sameVariants(policy, experiment)]);

const idle = (message: string, items: readonly string[]): PolicyFinding => ({ code: "variant_changes_nothing", message, items });

function idleAlternatives(policy: Compiled, { name: experiment, variants }: Experiment): readonly PolicyFinding[] {
  return variants.flatMap(({ name, alternatives }) =>
    equalParts(policy, alternatives).map((part) =>
      idle(`${part} of the variant "${name}" of "${experiment}" is what the policy has anyway.`, [experiment, name, part]),
    ),
  );
}

/** Names of the parts, as in the file. */
function equalParts(policy: Compiled, { weights, filters, documents, ...single }: Alternatives): readonly string[] {
  const own: Readonly<Record<keyof typeof single, unknown>> = {
    strategy: policy.strategy,
    topK: policy.topK,
    layout: policy.prompt.layout,
    order: policy.prompt.documents.order,
  };
  const names = { strategy: "strategy", topK: "top_k", layout: "layout", order: "order" } as const;
  const isOf = (has: object, member: [string, unknown]): boolean =>
    Object.entries(has).some(([name, value]) => name === member[0] && value === member[1]);
  return [
    ...Object.entries(weights).flatMap((one) => (isOf(policy.weights, one) ? [`scoring.${one[0]}`] : [])),
    ...Object.entries(filters).flatMap((one) => (isOf(policy.filters, one) ? [`filters.${WRITTEN[one[0]] ?? one[0]}`] : [])),
    ...(Object.keys(names) as (keyof typeof names)[]).flatMap((part) =>
      single[part] !== null && single[part] === own[part] ? [names[part]] : [],
    ),
    ...[...documents].flatMap(([source, numbers]) =>
      (["k", "floor"] as const).flatMap((number) =>
        numbers[number] !== null && numbers[number] === policy.documents.get(source)?.[number]
          ? [`sources.${source}.${number}`]
          : [],
      ),
    ),
  ];
}

const WRITTEN: Readonly<Record<string, string>> = {
  relevanceFloor: "relevance_floor",
  freshnessFloor: "freshness_floor",
  halfLifeMs: "freshness_half_life",
  nearDuplicate: "near_duplicate",
};

/** Each with the first that decides the same. */
function sameVariants(policy: Compiled, { name: experiment, variants }: Experiment): readonly PolicyFinding[] {
  const decides = variants.map(({ name }) =>
    decidingParts(policyOf({ ...policy, findings: [] }, [{ experiment, variant: name }])),
  );
  return variants.flatMap(({ name }, at) => {
    const first = variants[decides.indexOf(decides[at] ?? "")];
    if (first === undefined || first.name === name) return [];
    return [idle(`The variants "${first.name}" and "${name}" of "${experiment}" are the same.`, [experiment, first.name, name])];
  });
}

const decidingParts = ({ weights, filters, strategy, topK, prompt, documents }: Policy): string =>
  canonicalJson({
    ...{ weights, filters, strategy, topK, layout: prompt.layout, order: prompt.documents.order },
    documents: [...documents].map(([name, { k, floor }]) => [name, k, floor]),
  });
