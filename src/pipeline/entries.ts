/** Items and turns rendered and counted: what they cost. Pure. */
import { cleanText } from "../policy/clean-value.ts";
import type { Format } from "../policy/schema/policy-file.ts";
import type { Policy } from "../policy/snapshot.ts";
import { FORMAT_OVERHEAD } from "../tokens/format-overhead.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Item, TurnGroup } from "./candidate.ts";
import type { ChosenItem, ChosenTurns } from "./chosen.ts";
import { tokensOfMessages } from "./message-costs.ts";
import type { RunEntry } from "./pack-state.ts";
import { type Framing, itemText, listLine } from "./render/documents.ts";
import { rendererOf } from "./render/payload.ts";
import type { TurnContext } from "./render/renderer.ts";
import { renderedText } from "./rendered-text.ts";
import { trustWord } from "./trust-words.ts";

export interface RenderContext extends TurnContext {
  readonly policy: Pick<Policy, "trustTokens" | "prompt">;
  readonly format: Format;
  readonly counter: TokenCounter;
  /** Of the policy's own words. */
  readonly language: string;
}

/** An item in its forms. */
export interface RenderedItem {
  readonly item: Item;
  readonly whole: ChosenItem;
  /** By its abstract; null without one, or where it would be no shorter. */
  readonly short: ChosenItem | null;
  /** Of the message of its own that it makes. */
  readonly overhead: number;
}

export function renderItem(item: Item, context: RenderContext): RenderedItem {
  const { given, kind } = item;
  const declared = context.policy.trustTokens ? given.tokens : null;
  const framing = framingOf(item, context);
  const text =
    declared === null
      ? renderedText(item, item.text, { ...framing, counter: context.counter })
      : { text: itemText(item, item.text, framing), tokens: declared };
  const listed = listLine(item);
  const line = listed === null ? null : { text: listed, tokens: context.counter.count(listed) };
  const reason = given.pinned ? "pinned" : item.replaced ? "replaced" : "packed";
  const whole: ChosenItem = { item, text: text.text, tokens: text.tokens, reason, original: null, line };
  const ownMessages = kind === "tool_result" ? rendererOf(context.format).messagesOfUser : 0;
  return { item, whole, short: shortForm(item, whole, context), overhead: tokensOfMessages(context, ownMessages) };
}

/** What stands around the texts of an item. The line of a failed tool is the policy's own. */
export const framingOf = (item: Pick<Item, "scoring" | "replaced">, { policy, language, marker }: RenderContext): Framing => ({
  trust: item.replaced ? null : trustWord(policy, language, item.scoring.signals.trust.value),
  marker,
});

function shortForm(item: Item, whole: ChosenItem, context: RenderContext): ChosenItem | null {
  if (item.given.abstract === null || item.replaced) return null;
  const { counter } = context;
  const { text, tokens } = renderedText(item, cleanText(item.given.abstract), { ...framingOf(item, context), counter });
  return tokens < whole.tokens ? { item, text, tokens, reason: "abstract", original: whole, line: whole.line } : null;
}

export function renderTurns(group: TurnGroup, { format, counter, policy, hasTools, marker }: RenderContext): ChosenTurns {
  const texts = group.turns.map((said) => {
    const { texts, images } = rendererOf(format).turnTexts(said, { hasTools, marker });
    const declared = policy.trustTokens ? said.declared : null;
    const counted = texts.reduce((sum, text) => sum + counter.count(text), images * FORMAT_OVERHEAD[format].tokensPerImage);
    return { text: texts.join("\n"), tokens: declared ?? counted };
  });
  return { group, texts };
}

/** Turns that are not pinned, newest first; `lines`: tokens of the lines that stand only where a turn does, by its id. */
export function runEntries(
  turns: readonly ChosenTurns[],
  context: RenderContext,
  lines: ReadonlyMap<string, number>,
): readonly RunEntry[] {
  const { messagesOfTurn } = rendererOf(context.format);
  return turns
    .filter(({ group }) => !group.pinned)
    .map(({ group, texts }) => ({
      id: groupId(group),
      block: "memory" as const,
      tier: 3,
      tokens: texts.reduce((sum, { tokens }, at) => sum + tokens + (lines.get(group.turns[at]?.id ?? "") ?? 0), 0),
      overhead: tokensOfMessages(
        context,
        group.turns.reduce((sum, said) => sum + messagesOfTurn(said), 0),
      ),
      value: group.value,
      short: null,
      opens: [],
      at: group.at,
      turns: group.turns.length,
    }))
    .reverse();
}

/** Blanks at both ends are in no id of a candidate, so no candidate is named like a group. */
export const groupId = (group: TurnGroup): string => ` ${group.turns[0]?.id ?? ""} `;
