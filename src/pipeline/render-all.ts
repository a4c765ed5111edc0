/** Everything rendered and counted, before any of it is chosen. Pure. */
import { budgetLimit } from "./budget.ts";
import { type Bundle, bundlesOf } from "./bundles.ts";
import type { Chosen, ChosenTurns } from "./chosen.ts";
import { type RenderContext, renderItem, renderTurns } from "./entries.ts";
import type { Resolved } from "./resolve-conflicts.ts";
import type { Retrieved } from "./retrieved.ts";
import { noneFoundLine, restatedQuestion } from "./search-documents.ts";
import type { SelectInput } from "./select-input.ts";
import type { Conversation } from "./turns.ts";

export interface Rendered {
  readonly input: SelectInput;
  readonly context: RenderContext;
  readonly limit: number;
  readonly resolved: Resolved;
  /** What is always in. */
  readonly base: Chosen;
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
  const competing = items.filter(({ item }) => !item.given.pinned);
  const pinned = { items: items.filter(({ item }) => item.given.pinned), turns: turns.filter(({ group }) => group.pinned) };
  const facts = resolved.facts.filter((fact) => fact.role === "primary");
  const always = new Set([
    "question",
    ...pinned.items.map(({ item }) => item.given.id),
    ...pinned.turns.flatMap(({ group }) => group.turns.map(({ id }) => id)),
    ...facts.map(({ piece }) => piece.id),
  ]);
  const { disagreements } = resolved;
  const bundles = bundlesOf({ items: competing, disagreements, always, line: { request, language, counter } });
  const isHeld = (bundle: Bundle): boolean => bundle.members.every(({ item }) => item.containedIn.length > 0);
  return {
    input,
    context,
    limit: budgetLimit(policy, model),
    resolved,
    base: {
      ...base,
      facts,
      items: pinned.items.map(({ whole }) => whole),
      turns: pinned.turns,
      disagreements,
      noneFound: noneFoundLine(retrieved, { policy, language, counter }),
      restated: retrieved.some(({ candidates }) => candidates.length > 0) ? restatedQuestion(input) : null,
    },
    bundles: bundles.filter((bundle) => !isHeld(bundle)),
    held: bundles.filter(isHeld),
    turns,
  };
}
