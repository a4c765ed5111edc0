/** What front matter must fit: the policy's plans and attributes, and the order of its own dates. Pure. */
import { attributeFault } from "../policy/check/attribute-fault.ts";
import { suggestion } from "../policy/nearest.ts";
import type { Problem } from "../policy/problem.ts";
import type { ProblemCode } from "../policy/problem-codes.ts";
import type { Attribute } from "../policy/snapshot.ts";
import type { Path } from "../policy/yaml/locate.ts";
import type { YamlFile } from "../policy/yaml/parse-yaml.ts";
import type { FrontMatter } from "./front-matter-schema.ts";

export interface Declared {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly plans: ReadonlySet<string>;
}

type Scalar = string | number | boolean;

export const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];

export function checkFrontMatter(value: FrontMatter, { file, at }: YamlFile, declared: Declared): readonly Problem[] {
  const problems: Problem[] = [];
  const report = (path: Path, code: ProblemCode, message: string): void => {
    problems.push({ file, ...at(path, code === "unknown-attribute" ? "key" : "value"), code, message });
  };
  for (const [index, plan] of (value.acl?.plans ?? []).entries()) {
    if (!declared.plans.has(plan)) report(["acl", "plans", index], "unknown-plan", unknownPlan(plan, declared.plans));
  }
  for (const [name, values] of Object.entries(value.applies_to ?? {})) {
    const attribute = declared.attributes.get(name);
    if (attribute === undefined && name !== "plan") {
      const known = ["plan", ...declared.attributes.keys()];
      const message = `"${name}" is no attribute of this policy; ${suggestion(name, known, "attributes")}`;
      report(["applies_to", name], "unknown-attribute", message);
      continue;
    }
    for (const [index, one] of listOf<Scalar>(values).entries()) {
      const path = Array.isArray(values) ? ["applies_to", name, index] : ["applies_to", name];
      if (attribute === undefined || name === "plan") {
        if (!declared.plans.has(String(one))) report(path, "unknown-plan", unknownPlan(String(one), declared.plans));
        continue;
      }
      const fault = attributeFault(name, one, attribute);
      if (fault !== null) report(path, fault.code, fault.message);
    }
  }
  const order = orderFault(value);
  if (order !== null) report(["effective_to"], "effective-order", order);
  return problems;
}

const unknownPlan = (plan: string, plans: ReadonlySet<string>): string =>
  `"${plan}" is no plan of this policy; ${suggestion(plan, plans, "plans")}`;

const HOUR_MS = 3_600_000;
/** Zones lie up to 14 hours before and 12 behind UTC: a date and an instant are only compared beyond that. */
const WIDEST_ZONE_MS = 26 * HOUR_MS;

function orderFault({ effective_from: from, effective_to: to }: FrontMatter): string | null {
  if (from === undefined || to === undefined) return null;
  const isMixed = isDate(from) !== isDate(to);
  const slack = isMixed ? WIDEST_ZONE_MS : 0;
  if (Date.parse(from) < Date.parse(to) + slack) return null;
  const rule = "effective_to is the first instant at which it is no longer in force, so it lies behind effective_from";
  return `${rule}; got ${from} and ${to}`;
}

const isDate = (moment: string): boolean => moment.length === "2026-11-29".length;
