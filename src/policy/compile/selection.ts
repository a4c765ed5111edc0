/** How candidates are weighed, left out and packed, and what becomes of tool results: the compiled form. Pure. */

import type { Json } from "../../sources/source-result.ts";
import { isOfType } from "../../text/json/exact-numbers.ts";
import { FILTER_TAKES, fitsFilter } from "../line-filters.ts";
import type { TemplateName } from "../line-template.ts";
import { localized } from "../localized.ts";
import type { PolicyFileTypes } from "../read/policy-files.ts";
import type { ToolRule } from "../rules/selection.ts";
import { durationMs } from "../schema/common.ts";
import type { Policy, PromptTexts } from "../snapshot.ts";
import { compileExperiments } from "./experiments.ts";
import { template } from "./pieces.ts";

type Selection = Pick<Policy, "strategy" | "topK" | "weights" | "filters" | "compress" | "alerts" | "experiments">;

export function compileSelection(policy: PolicyFileTypes["policy"]): Selection {
  const { budget, scoring, filters, compress, alerts } = policy;
  return {
    experiments: compileExperiments(policy.experiments),
    strategy: budget.strategy,
    topK: budget.top_k ?? null,
    weights: scoring,
    filters: {
      relevanceFloor: filters.relevance_floor,
      freshnessFloor: filters.freshness_floor,
      halfLifeMs: durationMs(filters.freshness_half_life),
      nearDuplicate: filters.near_duplicate === 1 ? null : filters.near_duplicate,
    },
    compress: compress === undefined ? null : { kinds: compress.kinds, minShare: compress.min_share },
    alerts: {
      highValue: alerts.high_value,
      pinnedShare: alerts.pinned_share,
      windowShare: alerts.window_share,
      packingGap: alerts.packing_gap,
      toolResultTokens: alerts.tool_result_tokens,
    },
  };
}

export function compileToolRules(rules: PolicyFileTypes["sources"]["tool_results"], language: string): Policy["toolRules"] {
  return new Map(
    Object.entries(rules).map(([tool, rule]): [string, ToolRule] => {
      const line = rule.line === undefined ? null : template(rule.line);
      return [
        tool,
        {
          keep: rule.keep ?? null,
          line:
            line === null
              ? null
              : (values, zone) =>
                  line.names.every((one) => isWritable(one, values)) ? line.render(values, language, zone) : null,
          onError: rule.on_error ?? null,
        },
      ];
    }),
  );
}

/** There, and of the type that its place in the line takes: nobody gives a sample of a tool's result to compare it with. */
function isWritable({ name, filter }: TemplateName, values: ReadonlyMap<string, Json>): boolean {
  const value = values.get(name);
  if (value === undefined || value === null) return false;
  if (filter === null) return typeof value !== "object";
  return isOfType(value, FILTER_TAKES[filter]) && fitsFilter(filter, value);
}

/** From the most trusted down. */
export const compileTrustLabels = (
  labels: NonNullable<PolicyFileTypes["policy"]["prompt"]["trust_labels"]>,
  language: string,
): PromptTexts["trustLabels"] =>
  labels.map(({ from, label }) => ({ from, label: localized(label, language, (text) => text) })).sort((a, b) => b.from - a.from);
