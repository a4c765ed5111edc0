/** The arithmetic of the finished prompt: the limit, each block's use of its share, and what is beside the items. Pure. */
import { BLOCKS, type BlockName } from "../../policy/schema/policy-file.ts";
import type { Assembly } from "../assemble.ts";
import { messageTokens, replyTokens } from "../count/message-costs.ts";
import { noTokens, shareLimit, sumOf } from "../pack/budget.ts";
import type { Part } from "../parts.ts";
import type { BlockRecord, BudgetRecord } from "../records/budget.ts";

/** Throws where the finished prompt is over its limit: nothing over it may leave. */
export function budgetRecord({ request, limit, packed, parts, used, exact, estimate }: Assembly): BudgetRecord {
  const { model, policy, plan } = request;
  const total = sumOf(used);
  if (total > limit || total > model.window - model.reserveOutput)
    throw new Error(`a prompt of ${total} tokens over its limit of ${limit}`);
  // By kind, since an item may be called like a heading.
  const headings = (ids: readonly string[]): number =>
    tokensWhere(parts, ({ id, kind }) => kind === "heading" && ids.includes(id));
  const allowed = plan === null ? undefined : policy.plans.get(plan);
  return {
    window: model.window,
    reserve: model.reserveOutput,
    limit,
    used: total,
    exact,
    ...(estimate !== null && { estimate }),
    blocks: blockRecords(policy, limit, used),
    overhead: {
      messages: messageTokens(request, parts) + replyTokens(request) + tokensWhere(parts, ({ kind }) => kind === "opening"),
      facts_heading: headings(["facts_heading"]),
      documents_heading: headings(["documents_heading"]),
      documents_list: headings(["list_heading"]) + tokensWhere(parts, ({ kind }) => kind === "list"),
      notes_heading: headings(["notes_heading", "person_heading"]),
      not_known: tokensWhere(parts, ({ kind }) => kind === "gap"),
      none_found: tokensWhere(parts, ({ kind }) => kind === "none_found"),
      restated_question: tokensWhere(parts, ({ kind }) => kind === "restated"),
      disagreements: tokensWhere(parts, ({ kind }) => kind === "disagreement"),
    },
    plan: plan === null || allowed === undefined ? null : { name: plan, secondary_tokens: allowed, used: packed.planUsed },
  };
}

const tokensWhere = (parts: readonly Part[], test: (part: Part) => boolean): number =>
  parts.reduce((sum, part) => sum + (test(part) ? part.tokens : 0), 0);

type Used = Readonly<Record<BlockName, number>>;

/** Use of each block: its share, what it took from other blocks' unused shares, and what of its own went to them. */
export function blockRecords(policy: Parameters<typeof shareLimit>[0], limit: number, used: Used): readonly BlockRecord[] {
  const { lent, borrowed } = lendings(policy, limit, used);
  return BLOCKS.map((block): BlockRecord => {
    const own = shareLimit(policy, block, limit);
    const share = policy.shares?.[block] ?? null;
    return { block, share, limit: own, used: used[block], borrowed: borrowed[block], lent: lent[block] };
  });
}

/** What blocks took beyond their shares came from the others' unused tokens: of the blocks of tiers 5 to 2 first. */
const LENDERS = ["evidence", "memory", "tools", "safety", "request", "system"] as const satisfies readonly BlockName[];

interface Lendings {
  readonly lent: Record<BlockName, number>;
  readonly borrowed: Record<BlockName, number>;
}

/** Both sum to the same: the few tokens that rounding gave to no share are nobody's, so whoever uses them borrowed nothing. */
function lendings(policy: Parameters<typeof shareLimit>[0], limit: number, used: Used): Lendings {
  const [lent, borrowed] = [noTokens(), noTokens()];
  if (policy.shares === null) return { lent, borrowed };
  const over = (block: BlockName): number => used[block] - (shareLimit(policy, block, limit) ?? 0);
  let wanted = BLOCKS.reduce((sum, block) => sum + Math.max(0, over(block)), 0);
  for (const block of LENDERS) {
    lent[block] = Math.min(wanted, Math.max(0, -over(block)));
    wanted -= lent[block];
  }
  for (const block of BLOCKS) {
    const unallotted = Math.min(wanted, Math.max(0, over(block)));
    borrowed[block] = Math.max(0, over(block)) - unallotted;
    wanted -= unallotted;
  }
  return { lent, borrowed };
}
