/** Everything rendered and counted, before any of it is chosen. Pure. */

import type { Chosen, ChosenTurns } from "../chosen.ts";
import type { Resolved } from "../conflict/resolve-conflicts.ts";
import type { Conversation } from "../conversation/turns.ts";
import { type BlockTokens, budgetLimit, sumOf } from "../pack/budget.ts";
import { type Bundle, bundlesOf } from "../pack/bundles.ts";
import type { Part } from "../parts.ts";
import { place } from "../place/place.ts";
import type { Retrieved } from "../retrieve/retrieved.ts";
import { noneFoundLine, restatedQuestion } from "../retrieve/search-documents.ts";
import type { SelectInput } from "../select-input.ts";
import { type RenderContext, renderItem, renderTurns } from "./entries.ts";
import { tokensOf } from "./section-costs.ts";

export interface Rendered {
  readonly input: SelectInput;
  readonly context: RenderContext;
  readonly limit: number;
  readonly resolved: Resolved;
  /** What is always in. */
  readonly base: Chosen;
  /** The same part by part, and its tokens by block. */
  readonly parts: readonly Part[];
  readonly always: Readonly<BlockTokens>;
  /** What competes; those whose text stands in something else are held back. */
  readonly bundles: readonly Bundle[];
  readonly held: readonly Bundle[];
  readonly turns: readonly ChosenTurns[];
}

export interface RenderAll {
  readonly input: SelectInput;
  readonly context: RenderContext;
  readonly base: Chosen;
  readonly retrieved: readonly Retrieved[];
  readonly resolved: Resolved;
  readonly conversation: Conversation;
}

export function renderAll({ input, context, base, retrieved, resolved, conversation }: RenderAll): Rendered {
  const { request, language, counter } = input;
  const { policy, model } = request;
  const items = resolved.items.map((item) => renderItem(item, context));
  const turns = conversation.groups.map((group) => renderTurns(group, context));
  const [pinnedItems, competing] = parted(items, ({ item }) => item.given.pinned);
  const pinned = { items: pinnedItems, turns: turns.filter(({ group }) => group.pinned) };
  const facts = resolved.facts.filter((fact) => fact.role === "primary");
  const always = new Set([
    "question",
    ...pinned.items.map(({ item }) => item.given.id),
    ...pinned.turns.flatMap(({ group }) => group.turns.map(({ id }) => id)),
    ...facts.map(({ piece }) => piece.id),
  ]);
  const { disagreements } = resolved;
  const standing: Chosen = {
    ...base,
    facts,
    items: pinned.items.map(({ whole }) => whole),
    turns: pinned.turns,
    disagreements,
    noneFound: noneFoundLine(retrieved, { policy, language, counter }),
    restated: retrieved.some(({ candidates }) => candidates.length > 0) ? restatedQuestion(input) : null,
  };
  const parts = place(standing);
  const tokens = tokensOf(parts, context);
  const limit = budgetLimit(policy, model);
  const room = limit - sumOf(tokens);
  const bundles = bundlesOf({ items: competing, disagreements, always, room, line: { request, language, counter } });
  const [held, free] = parted(bundles, ({ members }) => members.every(({ item }) => item.containedIn.length > 0));
  return { input, context, limit, resolved, base: standing, parts, always: tokens, bundles: free, held, turns };
}

/** Those that pass the test, and the others: the very list where that is all of it. */
function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  const passing = all.filter(test);
  return [passing, passing.length === 0 ? all : all.filter((one) => !test(one))];
}
