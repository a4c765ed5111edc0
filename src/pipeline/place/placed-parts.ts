/** A fact, an item or a turn as a part of the prompt. Pure. */
import { BLOCK_OF, type Fact, type Said, TIER_OF } from "../candidate.ts";
import type { ChosenItem, Heading } from "../chosen.ts";
import type { Part } from "../parts.ts";
import type { Zone } from "../records/core.ts";

export function itemPart({ item, text, tokens, reason, original, document }: ChosenItem, zone: Zone, message: string): Part {
  const { kind, given } = item;
  const tier = given.pinned ? 1 : TIER_OF[kind];
  const block = BLOCK_OF[kind];
  return {
    id: given.id,
    kind,
    zone,
    block,
    tier,
    message,
    text,
    tokens,
    reason,
    fact: null,
    item,
    said: null,
    original,
    document,
  };
}

export const factPart = (fact: Fact): Part => ({
  id: fact.piece.id,
  kind: "fact",
  zone: "question",
  block: "evidence",
  tier: fact.role === "primary" ? 1 : 2,
  message: "evidence",
  text: fact.line,
  tokens: fact.tokens,
  reason: fact.role === "primary" ? "primary" : "packed",
  fact,
  item: null,
  said: null,
  original: null,
  document: null,
});

export const turnPart = (said: Said, { text, tokens }: Heading, pinned: boolean): Part => ({
  id: said.id,
  kind: "turn",
  zone: "question",
  block: "memory",
  tier: pinned ? 1 : 3,
  message: `turn:${said.id}`,
  text,
  tokens,
  reason: pinned ? "pinned" : said.replaced ? "replaced" : "packed",
  fact: null,
  item: null,
  said,
  original: null,
  document: null,
});
