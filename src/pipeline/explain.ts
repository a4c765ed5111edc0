/** What only an explanation needs: every branch of an uncertain routing, and the naive prompt. Pure but for `ask`. */
import { allowedVerdicts } from "../routing/route.ts";
import type { Json } from "../sources/source-result.ts";
import { type AssembleDeps, type Assembly, assemble } from "./assemble.ts";
import { sumOf } from "./budget.ts";
import type { Branch, Branches, Naive } from "./explanation.ts";
import { coreOf, type Hashing } from "./manifest.ts";
import type { Core } from "./records.ts";

/** What each possible verdict of a model would give, no verdict first; null when the routing is certain. */
export async function branchesOf(assembly: Assembly, deps: AssembleDeps, hashing: Hashing): Promise<Branches | null> {
  if (assembly.decided.certain) return null;
  const items: Branch[] = [];
  for (const verdict of [null, ...allowedVerdicts(assembly.decided, assembly.request.policy)]) {
    const branch = await assemble({ ...assembly.request, verdict }, deps);
    items.push(branchOf(verdict, branch, coreOf(branch, hashing)));
  }
  const inAll = (list: (branch: Branch) => readonly string[]): readonly string[] =>
    [...assembly.request.policy.pieces.keys()].filter((piece) => items.every((branch) => list(branch).includes(piece)));
  return { items, holds_in_all: { included: inAll((branch) => branch.included), withheld: inAll((branch) => branch.withheld) } };
}

function branchOf(verdict: string | null, { decided, choice }: Assembly, core: Core): Branch {
  return {
    verdict,
    lead: decided.lead,
    decided_by: decided.decidedBy,
    primary: choice.chosen.filter((one) => one.role === "primary").map((one) => one.piece),
    included: core.included.filter((one) => one.kind === "fact").map((one) => one.id),
    withheld: core.withheld.map((one) => one.id),
    max_words: choice.maxWords,
    confidence: core.confidence.level,
    context_hash: core.context_hash,
  };
}

/** The whole bundle as JSON under the same system block and before the same question, against what was selected. */
export async function naiveOf(assembly: Assembly, deps: AssembleDeps): Promise<Naive> {
  const { request, packed, evidence } = assembly;
  const bundle: Record<string, Json> = {};
  for (const source of request.policy.sources.keys()) {
    const result = await deps.ask(source);
    if (result.status === "facts") bundle[source] = result.payload;
  }
  const tokens = sumOf(packed.used);
  const message = evidence.heading === null && request.format !== "text" ? assembly.request.model.tokensPerMessage : 0;
  const naive = tokens - packed.used.evidence + message + deps.counter.count(`${JSON.stringify(bundle)}\n`);
  return {
    naive_tokens: naive,
    tokens,
    saved_percent: Math.round(((naive - tokens) / naive) * 1000) / 10,
    sources: Object.keys(bundle),
  };
}
