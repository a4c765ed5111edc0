/** Secondary facts: by the table, within the plan, before everything else that competes. Pure; policy.md, Budget. */

import type { Fact } from "../candidate.ts";
import { entryId } from "../count/entry-id.ts";
import { SECTIONS_OF_FACTS } from "../count/sections.ts";
import { sumOf } from "./budget.ts";
import { openSection, type Refusal, type State } from "./state.ts";

/** In the order of the table, each that fits; one that does not is skipped and the next is tried. */
export function takeFacts(state: State, evidenceLimit: number): void {
  for (const fact of state.input.secondary) {
    if (state.kept.has(fact)) continue;
    const refusal = obstacle(fact, state, evidenceLimit);
    if (refusal !== null) {
      state.refused.set(refusal.id, refusal);
      continue;
    }
    state.kept.add(fact);
    state.refused.delete(entryId(fact.piece.id));
    state.planUsed += fact.tokens;
    state.used.evidence += fact.tokens + lineOf(fact, state);
    for (const section of SECTIONS_OF_FACTS) openSection(state, section);
  }
}

const lineOf = ({ piece }: Fact, { input }: State): number => input.factLines.get(piece.id) ?? 0;

/** Why `fact` does not fit now; null when it does. The plan is asked first: it is the narrower promise. */
function obstacle(fact: Fact, state: State, evidenceLimit: number): Refusal | null {
  const { input } = state;
  const id = entryId(fact.piece.id);
  const planLeft = input.planTokens === null ? Number.POSITIVE_INFINITY : input.planTokens - state.planUsed;
  if (fact.tokens > planLeft) return { id, reason: "over_plan", tokens: fact.tokens, left: planLeft };
  const opening = SECTIONS_OF_FACTS.flatMap((section) => (state.open.has(section) ? [] : (input.openings.get(section) ?? [])));
  const withLine = fact.tokens + lineOf(fact, state);
  const cost = opening.reduce((sum, { tokens }) => sum + tokens, withLine);
  const left = input.limit - sumOf(state.used);
  if (cost > left) return { id, reason: "over_budget", tokens: cost, left };
  const own = opening.reduce((sum, { block, tokens }) => sum + (block === "evidence" ? tokens : 0), withLine);
  const blockLeft = evidenceLimit - state.used.evidence;
  if (input.policy.shares !== null && own > blockLeft) {
    return { id, reason: "over_block_share", tokens: own, left: Math.max(0, blockLeft) };
  }
  return null;
}
