/** Checks the experiments of policy.yaml: shares, sources, top_k, and that no two change the same part. Pure. */
import type { Problem } from "../problem.ts";
import type { FileReading } from "../read/read-shape.ts";
import type { Experiments, Variant } from "../schema/experiments.ts";
import type { PolicyFile } from "../schema/policy-file.ts";
import type { Path } from "../yaml/locate.ts";
import { type CheckContext, lineOf, type Place, problemAt, unknownName } from "./context.ts";

type Reading = FileReading<PolicyFile>;

export function checkExperiments(context: CheckContext): readonly Problem[] {
  const reading: Reading = context.reading.files.policy;
  const whole = Object.entries(reading.value.experiments ?? {}).filter(([name]) => !reading.isFaulty(["experiments", name]));
  return [
    ...whole.flatMap(([name, { variants }]) => {
      const path = ["experiments", name, "variants"];
      return [
        ...checkShares({ reading, path, where: "key" }, variants),
        ...Object.entries(variants).flatMap(([variant, written]) => checkVariant([...path, variant], written, context)),
      ];
    }),
    ...changedTwice(reading, whole),
  ];
}

function checkShares(place: Place, variants: Experiments[string]["variants"]): readonly Problem[] {
  const sum = Object.values(variants).reduce((all, { share }) => all + share, 0);
  if (Math.abs(sum - 100) < 1e-6) return [];
  return [problemAt(place, "shares-sum", `the shares are ${Number(sum.toFixed(6))} together, expected 100`)];
}

function checkVariant(path: Path, { strategy, top_k, sources }: Variant, context: CheckContext): readonly Problem[] {
  const reading: Reading = context.reading.files.policy;
  const { budget } = reading.value;
  const lacksK = strategy === "top_k" && top_k === undefined && budget?.top_k === undefined && !reading.isFaulty(["budget"]);
  const packs = strategy ?? budget?.strategy;
  const isUnused = top_k !== undefined && packs !== "top_k" && !reading.isFaulty(["budget"]);
  const unused = `top_k is for the strategy top_k alone, and this variant packs by ${packs}: write strategy: top_k, or take top_k away`;
  const message = "the strategy top_k needs top_k, here or in budget: how many of the most valuable are looked at";
  return [
    ...(lacksK ? [problemAt({ reading, path: [...path, "strategy"] }, "missing-key", message)] : []),
    ...(isUnused ? [problemAt({ reading, path: [...path, "top_k"], where: "key" }, "unused-key", unused)] : []),
    ...Object.keys(sources ?? {}).flatMap((name) =>
      checkSource({ reading, path: [...path, "sources", name], where: "key" }, name, context),
    ),
  ];
}

function checkSource(place: Place, name: string, { services, documents }: CheckContext): readonly Problem[] {
  const isService = documents?.all.has(name) === false && services?.all.has(name) === true;
  if (!isService) return unknownName(place, "source", name, documents);
  const message = `"${name}" is a service that facts come from; k and floor are of sources of documents`;
  return [problemAt(place, "unknown-source", message)];
}

/** What an experiment found out would depend on the other one. */
function changedTwice(reading: Reading, experiments: readonly (readonly [string, Experiments[string]])[]): readonly Problem[] {
  const first = new Map<string, { readonly experiment: string; readonly path: Path }>();
  const problems: Problem[] = [];
  for (const [experiment, { variants }] of experiments) {
    for (const [variant, written] of Object.entries(variants)) {
      for (const part of partsOf(written)) {
        const path = ["experiments", experiment, "variants", variant, ...part];
        const key = JSON.stringify(part);
        const before = first.get(key);
        if (before === undefined) first.set(key, { experiment, path });
        else if (before.experiment !== experiment) {
          const message = `the experiment "${before.experiment}" changes this too (line ${lineOf(reading, before.path)}); one experiment for each part`;
          problems.push(problemAt({ reading, path, where: "key" }, "two-experiments", message));
        }
      }
    }
  }
  return problems;
}

/** Paths of the single values that a variant has otherwise. */
function partsOf({ share: _, scoring, filters, sources, ...single }: Variant): readonly Path[] {
  const members = (path: Path, of: object | undefined): readonly Path[] =>
    Object.entries(of ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[...path, name]]));
  return [
    ...members([], single),
    ...members(["scoring"], scoring),
    ...members(["filters"], filters),
    ...Object.entries(sources ?? {}).flatMap(([name, own]) => members(["sources", name], own)),
  ];
}
