/** What a format adds to the texts: around its messages, for tools, before the reply. Pure. */
import type { Format } from "../../policy/schema/policy-file.ts";
import type { Policy } from "../../policy/snapshot.ts";
import { FORMAT_OVERHEAD } from "../../tokens/format-overhead.ts";
import type { ChosenTurns, Heading } from "../chosen.ts";
import type { Part } from "../parts.ts";
import { rendererOf } from "../render/payload.ts";

export interface Sent {
  readonly format: Format;
  /** Declared counts include all of it. */
  readonly policy: Pick<Policy, "trustTokens">;
}

/** Tokens of the messages that these parts make and of the tools among them; the reply apart. */
export function messageTokens({ format, policy }: Sent, parts: readonly Part[]): number {
  if (policy.trustTokens) return 0;
  const { tokensPerMessage, tokensPerTools } = FORMAT_OVERHEAD[format];
  const tools = parts.some(({ kind }) => kind === "tools") ? tokensPerTools : 0;
  return rendererOf(format).messages(parts) * tokensPerMessage + tools;
}

/** Tokens that prime the reply, once a request. */
export const replyTokens = ({ format, policy }: Sent): number =>
  policy.trustTokens ? 0 : FORMAT_OVERHEAD[format].tokensPerReply;

/** Tokens of so many further messages. */
export const tokensOfMessages = ({ format, policy }: Sent, count: number): number =>
  policy.trustTokens ? 0 : count * FORMAT_OVERHEAD[format].tokensPerMessage;

interface Loose {
  readonly opening: Heading | null;
  /** All that may go in. */
  readonly turns: readonly ChosenTurns[];
}

/**
 * Tokens kept free while it is open what goes in between `parts`: what stands between two turns of one role parts a message in
 * three, and a conversation that begins with the assistant needs something before it.
 */
export function looseTokens(sent: Sent, parts: readonly Part[], { opening, turns }: Loose): number {
  const { messages, mostMessages } = rendererOf(sent.format);
  const loose = tokensOfMessages(sent, mostMessages(parts) - messages(parts));
  const isOpen = opening === null || parts.some(({ kind }) => kind === "opening");
  const begins = turns.some(({ group }) => !group.pinned && group.turns[0]?.role === "assistant");
  return loose + (!isOpen && begins ? opening.tokens : 0);
}
