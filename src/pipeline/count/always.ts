/** What is in whatever is chosen: the fixed parts, primary facts, pinned items. Pure. */
import type { Filtered } from "../candidate.ts";
import type { Chosen } from "../chosen.ts";
import type { Conversation } from "../conversation/turns.ts";
import type { FilteredItems } from "../filter/items.ts";
import { fixedParts } from "../parts.ts";
import { rendererOf } from "../render/payload.ts";
import { isSearched, restatedQuestion } from "../retrieve/search-documents.ts";
import type { SelectInput } from "../select-input.ts";
import { type RenderContext, renderItem, renderTurns } from "./entries.ts";
import { headingsOf, openingOf } from "./section-costs.ts";

/** What is in whatever is chosen, without the request's own items. */
export function baseOf(input: SelectInput, { facts, gaps }: Filtered, context: RenderContext): Chosen {
  const { request, counter, language, referral, choice } = input;
  const { policy, question, declared } = request;
  return {
    fixed: fixedParts({
      policy,
      question,
      language,
      maxWords: choice.maxWords,
      referral,
      searched: isSearched(input),
      tools: request.items.tools.map(rendererOf(request.format).toolText),
      declared,
      counter,
      cites: context.cites,
    }),
    facts: facts.filter((fact) => fact.role === "primary"),
    gaps,
    items: [],
    turns: [],
    disagreements: [],
    headings: headingsOf({ policy, language, counter }),
    layout: policy.prompt.layout,
    order: policy.prompt.documents.order,
    noneFound: null,
    restated: null,
    opening: openingOf(context),
    turnOrder: request.items.turns.map((turn) => turn.id),
  };
}

export interface BesideInput {
  readonly input: SelectInput;
  readonly context: RenderContext;
  readonly base: Chosen;
  readonly conversation: Conversation;
}

/** What stands there already when documents ask for room: also the request's pinned items, and the question where it is said again. */
export function besideDocuments({ items }: FilteredItems, { input, context, base, conversation }: BesideInput): Chosen {
  const pinned = items.filter(({ given }) => given.pinned);
  const turns = conversation.groups.filter((group) => group.pinned);
  return {
    ...base,
    items: pinned.map((item) => renderItem(item, context).whole),
    turns: turns.map((group) => renderTurns(group, context)),
    restated: restatedQuestion(input),
  };
}
