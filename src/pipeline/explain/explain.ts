/** What only an explanation needs: every branch of an uncertain routing, and the naive prompt. Pure but for `ask`. */
import { AppError } from "../../errors.ts";
import { allowedVerdicts } from "../../routing/route.ts";
import { type AssembleDeps, type Assembly, assemble } from "../assemble.ts";
import { coreOf, type Hashing } from "../manifest/manifest.ts";
import type { Branch, Branches } from "../records/explanation.ts";

/** What each possible verdict of a model would give, no verdict first; null when the routing is certain. */
export async function branchesOf(assembly: Assembly, deps: AssembleDeps, hashing: Hashing): Promise<Branches | null> {
  if (assembly.decided.certain) return null;
  const items: Branch[] = [];
  for (const verdict of [null, ...allowedVerdicts(assembly.decided, assembly.request.policy)]) {
    items.push(await branchOf(assembly, verdict, deps, hashing));
  }
  const given = items.filter((branch) => branch.failed === null);
  const inAll = (list: (branch: Branch) => readonly string[]): readonly string[] =>
    [...assembly.request.policy.pieces.keys()].filter((piece) => given.every((branch) => list(branch).includes(piece)));
  return { items, holds_in_all: { included: inAll((branch) => branch.included), withheld: inAll((branch) => branch.withheld) } };
}

async function branchOf(assembly: Assembly, verdict: string | null, deps: AssembleDeps, hashing: Hashing): Promise<Branch> {
  const { request } = assembly;
  try {
    // An explanation asks no model, so it was decided without a verdict already.
    const branch = verdict === request.verdict ? assembly : await assemble({ ...request, verdict }, deps);
    const core = coreOf(branch, hashing);
    return {
      verdict,
      lead: branch.decided.lead,
      decided_by: branch.decided.decidedBy,
      primary: branch.choice.chosen.filter((one) => one.role === "primary").map((one) => one.piece),
      included: core.included
        .filter((one) => one.kind === "fact" || (one.kind === "document" && one.source !== null))
        .map((one) => one.id),
      withheld: core.withheld.map((one) => one.id),
      max_words: branch.choice.maxWords,
      confidence: core.confidence.level,
      context_hash: core.context_hash,
      failed: null,
    };
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== "pinned_over_budget" && error.code !== "required_source")) throw error;
    const nothing = { primary: [], included: [], withheld: [], max_words: 0, confidence: "low", context_hash: null } as const;
    return { verdict, lead: verdict ?? request.policy.routing.fallback, decided_by: "model", ...nothing, failed: error.code };
  }
}
