/** Which secondary facts there is room for: in the order of the table, each that fits. Pure; policy.md, Budget. */
import { BLOCKS, type BlockName } from "../policy/schema/policy-file.ts";
import type { Policy } from "../policy/snapshot.ts";
import { type BlockTokens, shareLimit, sumOf } from "./budget.ts";
import type { Fact } from "./candidate.ts";
import type { BlockRecord, Dropped } from "./records.ts";

export interface PackInput {
  readonly policy: Pick<Policy, "shares" | "borrow">;
  readonly limit: number;
  /** Tokens of what is always in, by block; fits the limit. */
  readonly always: Readonly<BlockTokens>;
  /** What the first fact costs besides itself when nothing opened the facts yet: heading and message. */
  readonly opening: { readonly evidence: number; readonly system: number };
  /** Secondary facts, in the order in which room is given. */
  readonly secondary: readonly Fact[];
  /** Tokens of secondary facts the plan allows; null without a plan. */
  readonly planTokens: number | null;
}

export interface Packed {
  readonly input: PackInput;
  readonly kept: readonly Fact[];
  readonly dropped: readonly Dropped[];
  readonly used: Readonly<BlockTokens>;
  readonly planUsed: number;
}

/**
 * One that does not fit is skipped and the next is tried. With shares a first round fills the evidence block inside its
 * share; a second offers the rest of the budget, where the policy lets blocks borrow. Kept facts stand in table order.
 */
export function pack(input: PackInput): Packed {
  const state: State = { used: { ...input.always }, planUsed: 0, kept: new Set() };
  const obstacles = new Map<Fact, Obstacle>();
  const share = shareLimit(input.policy, "evidence", input.limit);
  const rounds = share === null ? [input.limit] : input.policy.borrow ? [share, input.limit] : [share];
  for (const evidenceLimit of rounds) {
    for (const fact of input.secondary) {
      if (state.kept.has(fact)) continue;
      const found = obstacle(fact, input, state, evidenceLimit);
      if (found === null) keep(fact, input, state);
      else obstacles.set(fact, found);
    }
  }
  return {
    input,
    kept: input.secondary.filter((fact) => state.kept.has(fact)),
    dropped: input.secondary.filter((fact) => !state.kept.has(fact)).map((fact) => dropOf(fact, obstacles.get(fact))),
    used: state.used,
    planUsed: state.planUsed,
  };
}

function keep(fact: Fact, input: PackInput, state: State): void {
  const opening = openingOf(input, state);
  state.kept.add(fact);
  state.planUsed += fact.tokens;
  state.used.evidence += fact.tokens + opening.evidence;
  state.used.system += opening.system;
}

interface State {
  readonly used: BlockTokens;
  planUsed: number;
  readonly kept: Set<Fact>;
}

const openingOf = (input: PackInput, state: State): PackInput["opening"] =>
  state.kept.size > 0 ? { evidence: 0, system: 0 } : input.opening;

interface Obstacle {
  readonly reason: "over_plan" | "over_budget" | "over_block_share";
  readonly tokens: number;
  readonly left: number;
}

/** Why `fact` does not fit now; null when it does. The plan is asked first: it is the narrower promise. */
function obstacle(fact: Fact, input: PackInput, state: State, evidenceLimit: number): Obstacle | null {
  const planLeft = input.planTokens === null ? Number.POSITIVE_INFINITY : input.planTokens - state.planUsed;
  if (fact.tokens > planLeft) return { reason: "over_plan", tokens: fact.tokens, left: planLeft };
  const opening = openingOf(input, state);
  const cost = fact.tokens + opening.evidence + opening.system;
  const left = input.limit - sumOf(state.used);
  if (cost > left) return { reason: "over_budget", tokens: cost, left };
  const blockLeft = evidenceLimit - state.used.evidence;
  if (input.policy.shares !== null && fact.tokens + opening.evidence > blockLeft) {
    return { reason: "over_block_share", tokens: fact.tokens + opening.evidence, left: Math.max(0, blockLeft) };
  }
  return null;
}

/** With the numbers of the moment at which it was passed over in the last round. */
function dropOf({ piece, role }: Fact, found: Obstacle | undefined): Dropped {
  if (found === undefined) throw new Error(`a fact was dropped without an obstacle: ${piece.id}`);
  const { reason, tokens, left } = found;
  return { id: piece.id, stage: "pack", reason, role, detail: { tokens, left } };
}

/** Use of each block: its share, and how much of it came from other blocks' unused shares. */
export function blockRecords(policy: Pick<Policy, "shares">, limit: number, used: Readonly<BlockTokens>): readonly BlockRecord[] {
  return BLOCKS.map((block: BlockName): BlockRecord => {
    const own = shareLimit(policy, block, limit);
    return {
      block,
      share: policy.shares?.[block] ?? null,
      limit: own,
      used: used[block],
      borrowed: own === null ? 0 : Math.max(0, used[block] - own),
    };
  });
}
