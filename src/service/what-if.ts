/** Overrides of an explanation: another policy text, another plan, other answers of the sources. Nothing is written. */
import type { Caller } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { Problem } from "../policy/problem.ts";
import { problemLine } from "../policy/problem.ts";
import type { Policy } from "../policy/snapshot.ts";
import { resultOfText } from "../sources/payload.ts";
import { failed, NOT_COMPUTED, type SourceResult } from "../sources/source-result.ts";
import { pointerTo } from "./pointer.ts";
import { refused } from "./refused.ts";
import type { WhatIf } from "./service-types.ts";

/** The member of the body that the overrides stand in: of an explanation, or of a replay. */
export type WhatIfRoot = "what_if" | "change";

/**
 * Compiles a loaded policy from changed files; never fetches, never stores. Of the environment the files may name what the
 * loaded policy.yaml names, and nothing else: a caller's text must not be able to read the rest.
 */
export type CompilePolicy = (loaded: Policy, files: ReadonlyMap<string, string>) => Promise<Policy | readonly Problem[]>;

/** Throws AppError `forbidden`: lines could be written so that an answer, or its numbers, tell a fetched text. */
export function mayTryOut({ permissions }: Caller, { policy }: WhatIf): void {
  if (policy === undefined || permissions.has("reveal")) return;
  throw new AppError(
    "forbidden",
    "Trying out policy files can show fetched texts through their lines; it needs the permission reveal.",
  );
}

/** The policy with the given files laid over its own. Addresses and secrets are not for trying out: sources.yaml is refused. */
export async function whatIfPolicy(
  policy: Policy,
  files: NonNullable<WhatIf["policy"]>,
  { compile, root }: { readonly compile: CompilePolicy; readonly root: WhatIfRoot },
): Promise<Policy> {
  if (Object.hasOwn(files, "sources.yaml"))
    throw refused(pointerTo([root, "policy", "sources.yaml"]), "any file but sources.yaml", "sources.yaml");
  const compiled = await compile(policy, new Map([...policy.files, ...Object.entries(files)]));
  if ("name" in compiled) return { ...compiled, sources: policy.sources, documents: policy.documents };
  const errors = compiled.map((problem) => ({ pointer: pointerTo([root, "policy"]), message: problemLine(problem) }));
  throw new AppError("invalid_request", `The policy of ${root} has ${errors.length} problem(s).`, { errors });
}

/** The request with what_if's plan, intent, verdict, weights and budget in place of its own. */
export function whatIfRequest(request: AssemblyRequest, whatIf: WhatIf, root: WhatIfRoot): AssemblyRequest {
  const { plan, intent, verdict, budget, weights, filters } = whatIf;
  const { policy } = request;
  const model = whatIf.model === undefined ? request.model : policy.models.find(({ name }) => name === whatIf.model);
  if (model === undefined)
    throw refused(pointerTo([root, "model"]), oneOf(policy.models.map(({ name }) => name)), whatIf.model ?? "nothing");
  if (plan !== undefined && !policy.plans.has(plan)) throw refused(pointerTo([root, "plan"]), oneOf(policy.plans.keys()), plan);
  if (intent !== undefined && !policy.intents.has(intent))
    throw refused(pointerTo([root, "intent"]), oneOf(policy.intents.keys()), intent);
  if (verdict !== undefined && !policy.intents.has(verdict))
    throw refused(pointerTo([root, "verdict"]), oneOf(policy.intents.keys()), verdict);
  const chosenPlan = plan ?? request.plan;
  if (budget?.secondary_tokens !== undefined && chosenPlan === null) {
    throw refused(pointerTo([root, "budget", "secondary_tokens"]), `a plan, in the body or in ${root}`, "none");
  }
  return {
    ...request,
    policy: {
      ...policy,
      budgetTotal: budget?.total ?? policy.budgetTotal,
      weights: weightsWith(policy.weights, weights),
      filters: filtersWith(policy.filters, filters),
      plans: plansWith(policy, chosenPlan, budget?.secondary_tokens),
    },
    model,
    plan: chosenPlan,
    intent: intent ?? request.intent,
    verdict: verdict ?? request.verdict,
  };
}

function weightsWith(own: Policy["weights"], given: WhatIf["weights"]): Policy["weights"] {
  const changed = Object.entries(given ?? {}).filter(([, weight]) => weight !== undefined);
  return changed.length === 0 ? own : { ...own, ...Object.fromEntries(changed) };
}

const filtersWith = (own: Policy["filters"], given: WhatIf["filters"] = {}): Policy["filters"] => ({
  ...own,
  relevanceFloor: given.relevance_floor ?? own.relevanceFloor,
  freshnessFloor: given.freshness_floor ?? own.freshnessFloor,
  nearDuplicate: given.near_duplicate === undefined ? own.nearDuplicate : given.near_duplicate,
});

function plansWith(policy: Policy, plan: string | null, tokens: number | undefined): Policy["plans"] {
  return plan === null || tokens === undefined ? policy.plans : new Map([...policy.plans, [plan, tokens]]);
}

/** The answers what_if gives in place of the sources' own, by source. */
export function whatIfAnswers(
  policy: Policy,
  { payloads, failures }: WhatIf,
  root: WhatIfRoot,
): ReadonlyMap<string, SourceResult> {
  const given = new Map<string, SourceResult>();
  for (const [source, payload] of Object.entries(payloads ?? {})) {
    mustKnow(policy, [root, "payloads", source]);
    given.set(source, resultOfText(JSON.stringify(payload), policy.sources.get(source)?.errorField ?? null));
  }
  for (const [source, cause] of Object.entries(failures ?? {})) {
    mustKnow(policy, [root, "failures", source]);
    if (cause === "not_computed" && policy.documents.has(source))
      throw refused(pointerTo([root, "failures", source]), "a cause of a failed call: documents belong to no person", cause);
    given.set(source, cause === "not_computed" ? NOT_COMPUTED : failed(cause));
  }
  return given;
}

function mustKnow(policy: Policy, [root, member, source]: readonly [WhatIfRoot, string, string]): void {
  const known = [...policy.sources.keys(), ...(member === "failures" ? policy.documents.keys() : searchesOf(policy))];
  if (!known.includes(source)) throw refused(pointerTo([root, member, source]), oneOf(known), source);
}

/** A folder has no answer that could be given in its place. */
const searchesOf = ({ documents }: Policy): readonly string[] =>
  [...documents.values()].filter(({ kind }) => kind === "search").map(({ name }) => name);

const oneOf = (names: Iterable<string>): string => `one of ${[...names].join(", ")}`;
