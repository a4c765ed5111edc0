/** Whether whole documents fit their block beside what is always in. Pure; policy.md, Documents. */

import { cleanText } from "../policy/clean-value.ts";
import type { Policy } from "../policy/snapshot.ts";
import { type BlockTokens, shareLimit, sumOf } from "./budget.ts";
import type { Chosen } from "./chosen.ts";
import type { RenderContext } from "./entries.ts";
import type { Given } from "./given.ts";
import { tokensOfMessages } from "./message-costs.ts";
import { itemText, listLine } from "./render/documents.ts";

export interface FitContext extends RenderContext {
  readonly policy: RenderContext["policy"] & Pick<Policy, "shares">;
  readonly base: Pick<Chosen, "headings">;
  readonly limit: number;
}

/** A test that counts what is always in once, when it is first asked. Without shares the block is what the budget leaves. */
export function documentFit(
  always: () => Readonly<BlockTokens>,
  { policy, format, counter, base, limit }: FitContext,
): (candidates: readonly Given[]) => boolean {
  let room: number | null = null;
  const measure = (): number => {
    const used = always();
    const left = limit - sumOf(used) - tokensOfMessages({ format, policy }, 1);
    const share = shareLimit(policy, "evidence", limit);
    const own = share === null ? left : Math.min(left, share - used.evidence);
    return own - base.headings.documents.tokens - base.headings.list.tokens;
  };
  return (candidates) => {
    room ??= measure();
    let tokens = 0;
    for (const given of candidates) {
      const item = { kind: given.kind, label: given.label ?? given.id, given };
      tokens += counter.count(itemText(item, cleanText(given.text))) + counter.count(listLine(item) ?? "");
      if (tokens > room) return false;
    }
    return true;
  };
}
