/** Items and turns rendered and counted: what they cost. Pure. */

import { cleanText } from "../../policy/clean-value.ts";
import type { Format } from "../../policy/schema/policy-file.ts";
import type { Policy } from "../../policy/snapshot.ts";
import { knownTexts } from "../../text/compare/known-texts.ts";
import { claimsIn } from "../../text/values/claims.ts";
import type { Topics } from "../../text/values/topics.ts";
import { valueKey } from "../../text/values/value.ts";
import { FORMAT_OVERHEAD } from "../../tokens/format-overhead.ts";
import type { ImageRule } from "../../tokens/image-rules.ts";
import type { ImageSize } from "../../tokens/image-size.ts";
import { imageTokens } from "../../tokens/image-tokens.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import { BLOCK_OF_LINES, type Item, type TurnGroup } from "../candidate.ts";
import type { ChosenItem, ChosenTurns } from "../chosen.ts";
import type { RunEntry } from "../pack/state.ts";
import { documentOf } from "../render/cited-item.ts";
import { type Framing, listLine } from "../render/documents.ts";
import type { Image } from "../render/images.ts";
import { rendererOf } from "../render/payload.ts";
import type { TurnContext } from "../render/renderer.ts";
import { trustWord } from "../render/trust-words.ts";
import { signalOf } from "../score.ts";
import { turnsEntryId } from "./entry-id.ts";
import { tokensOfMessages } from "./message-costs.ts";
import { type Form, formOf, formText } from "./rendered-text.ts";

export interface RenderContext extends TurnContext {
  readonly policy: Pick<Policy, "trustTokens" | "prompt" | "topics">;
  readonly format: Format;
  readonly counter: TokenCounter;
  /** Of the policy's own words. */
  readonly language: string;
  /** How the model's provider counts images; null where nobody knows the model. */
  readonly image: ImageRule | null;
  /** Whether facts, documents and tool results stand in documents that the provider can cite. */
  readonly cites: boolean;
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
  const { trust, marker } = framingOf(item, context);
  // Field by field: a spread in what runs for each candidate shows.
  const form: Form = { trust, marker, counter: context.counter, cites: context.cites };
  const text = declared === null ? formOf(item, item.known, form) : { text: formText(item, item.text, form), tokens: declared };
  const listed = listLine(item);
  const line = listed === null ? null : { text: listed, tokens: context.counter.count(listed) };
  const reason = given.pinned ? "pinned" : item.replaced ? "replaced" : "packed";
  const whole: ChosenItem = {
    item,
    text: text.text,
    tokens: text.tokens,
    reason,
    original: null,
    document: documentOf(item, form),
    line,
  };
  const ownMessages = kind === "tool_result" ? rendererOf(context.format).messagesOfUser : 0;
  return {
    item,
    whole,
    short: shortForm(item, whole, { ...form, topics: context.policy.topics }),
    overhead: tokensOfMessages(context, ownMessages),
  };
}

/** What stands around the texts of an item. The line of a failed tool is the policy's own. */
export const framingOf = (item: Pick<Item, "scoring" | "replaced">, { policy, language, marker }: RenderContext): Framing => ({
  trust: item.replaced ? null : trustWord(policy, language, signalOf(item.scoring.signals, "trust")),
  marker,
});

function shortForm(item: Item, whole: ChosenItem, form: Form & { readonly topics: Topics }): ChosenItem | null {
  if (item.given.abstract === null || item.replaced) return null;
  const abstract = cleanText(item.given.abstract);
  if (saysMore(abstract, item.text, form.topics)) return null;
  const { text, tokens } = formOf(item, knownTexts.find(abstract), form);
  return tokens < whole.tokens ? { ...whole, text, tokens, reason: "abstract", original: whole } : null;
}

/** A value that the text does not state was never compared with what others state. */
function saysMore(abstract: string, text: string, topics: Topics): boolean {
  const claims = claimsIn(abstract, topics);
  if (claims.length === 0) return false;
  const own = new Set(claimsIn(text, topics).map(({ topic, value }) => `${topic} ${valueKey(value)}`));
  return claims.some(({ topic, value }) => !own.has(`${topic} ${valueKey(value)}`));
}

export function renderTurns(group: TurnGroup, context: RenderContext): ChosenTurns {
  const { format, counter, policy, image } = context;
  const rule = image ?? FORMAT_OVERHEAD[format].image;
  const texts = group.turns.map((said) => {
    const { texts, images } = rendererOf(format).turnTexts(said, context);
    const declared = policy.trustTokens ? said.declared : null;
    const counted = sumWith(texts, counter.count) + sumWith(images, (one) => imageTokens(rule, sizeOf(one)));
    return { text: texts.join("\n"), tokens: declared ?? counted };
  });
  return { group, texts };
}

const sumWith = <T>(list: readonly T[], tokens: (one: T) => number): number => list.reduce((sum, one) => sum + tokens(one), 0);

const sizeOf = (image: Image): ImageSize | null => (image.kind === "data" ? image.size : null);

/** Turns that are not pinned, newest first; `lines`: tokens of the lines that stand only where a turn does, by its id. */
export function runEntries(
  turns: readonly ChosenTurns[],
  context: RenderContext,
  lines: ReadonlyMap<string, number>,
): readonly RunEntry[] {
  const { messagesOfTurn } = rendererOf(context.format);
  return turns
    .filter(({ group }) => !group.pinned)
    .map(({ group, texts }) => {
      const lineTokens = sumWith(group.turns, ({ id }) => lines.get(id) ?? 0);
      return {
        id: turnsEntryId(group),
        tells: group.turns.map(({ id }) => id),
        block: "memory" as const,
        tier: 3,
        tokens: sumWith(texts, ({ tokens }) => tokens) + lineTokens,
        overhead: tokensOfMessages(context, sumWith(group.turns, messagesOfTurn)),
        value: group.value,
        elsewhere: lineTokens === 0 ? null : { [BLOCK_OF_LINES]: lineTokens },
        short: null,
        opens: [],
        at: group.at,
        turns: group.turns.length,
      };
    })
    .reverse();
}
