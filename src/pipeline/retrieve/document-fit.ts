/** Whether whole documents fit their block beside what is always in. Pure; policy.md, Documents. */

import { cleanText } from "../../policy/clean-value.ts";
import type { Policy } from "../../policy/snapshot.ts";
import { knownTexts } from "../../text/compare/known-texts.ts";
import type { Chosen } from "../chosen.ts";
import type { RenderContext } from "../count/entries.ts";
import { type Form, formOf } from "../count/rendered-text.ts";
import { openingsOf, tokensOf } from "../count/section-costs.ts";
import type { Section } from "../count/sections.ts";
import type { Given } from "../given.ts";
import { shareLimit, sumOf } from "../pack/budget.ts";
import type { Part } from "../parts.ts";
import { listLine } from "../render/documents.ts";
import { trustWord } from "../render/trust-words.ts";
import { UNKNOWN } from "../score.ts";

export interface FitContext extends RenderContext {
  readonly policy: RenderContext["policy"] & Pick<Policy, "shares">;
  readonly headings: Chosen["headings"];
  readonly limit: number;
}

/** A test that counts what is always in once, when it is first asked. Without shares the block is what the budget leaves. */
export function documentFit(always: () => readonly Part[], context: FitContext): (candidates: readonly Given[]) => boolean {
  const { policy, language } = context;
  let room: Room | null = null;
  return (candidates) => {
    room ??= roomBeside(always(), context);
    let tokens = 0;
    let isListed = false;
    for (const given of candidates) {
      tokens += givenTokens(given, { ...context, trust: trustWord(policy, language, given.trust ?? UNKNOWN) });
      isListed ||= given.found?.listed === true;
      if (tokens > room.plain) return false;
    }
    return tokens <= (isListed ? room.listed : room.plain);
  };
}

interface Room {
  /** Of documents without a list. */
  readonly plain: number;
  readonly listed: number;
}

function roomBeside(parts: readonly Part[], context: FitContext): Room {
  const { policy, headings, limit } = context;
  const used = tokensOf(parts, context);
  const openings = openingsOf(parts, headings, context);
  const cost = (section: Section): number => openings.get(section)?.tokens ?? 0;
  const left = limit - sumOf(used) - cost("evidence_message");
  const share = shareLimit(policy, "evidence", limit);
  const plain = (share === null ? left : Math.min(left, share - used.evidence)) - cost("documents_heading");
  return { plain, listed: plain - cost("list_heading") };
}

/** As it stands in the prompt, with its line in the list of sections. */
export function givenTokens(given: Given, form: Form): number {
  const item = { kind: given.kind, label: given.label ?? given.id, given };
  return formOf(item, knownTexts.find(cleanText(given.text)), form).tokens + form.counter.count(listLine(item) ?? "");
}
