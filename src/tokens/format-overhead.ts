/** What each provider format costs besides the texts in it. Dated data, pure. */
import type { Format } from "../policy/schema/policy-file.ts";
import { ANTHROPIC_FINE, GEMINI_CROPS, type ImageRule, NO_IMAGE, OPENAI_SHRUNK } from "./image-rules.ts";

export interface FormatOverhead {
  /** Tokens of one message besides its content, the role included. */
  readonly tokensPerMessage: number;
  /** Tokens that prime the reply, once a request. */
  readonly tokensPerReply: number;
  /** Tokens that the provider adds of its own where there are tools, once a request. */
  readonly tokensPerTools: number;
  /** How images of a model that nobody knows are counted: as this format's own models count them, the dearer way in doubt. */
  readonly image: ImageRule;
  /** False where the provider publishes no rule for messages and this is our estimate. */
  readonly exact: boolean;
}

/**
 * As of 2026-11-30.
 *
 * - OpenAI's chat format: 3 tokens wrap a message, its role is 1 (system, developer, user, assistant and tool all are), and 3
 *   prime the reply. Source: the OpenAI cookbook, "How to count tokens with tiktoken", for gpt-3.5-turbo-0613 to gpt-4o. A
 *   message's `name` costs more and is never sent.
 * - Responses: OpenAI publishes no rule; that of the chat format stands in, an item for a message.
 * - Anthropic publishes no rule for messages; OpenAI's stands in. Where there are tools it adds a system text of its own: 346
 *   tokens for Claude 4 to Opus 4.5 (its page on tool use); the tokenizer of Opus 4.7 and later makes up to 1.4 times as many, so
 *   500.
 * - Gemini publishes no rule; what Gemma's chat template writes around a turn, 5 tokens, and before the reply, 3, stands in.
 */
export const FORMAT_OVERHEAD: Readonly<Record<Format, FormatOverhead>> = {
  "openai-chat": { tokensPerMessage: 3 + 1, tokensPerReply: 3, tokensPerTools: 0, image: OPENAI_SHRUNK, exact: true },
  "openai-responses": { tokensPerMessage: 3 + 1, tokensPerReply: 3, tokensPerTools: 0, image: OPENAI_SHRUNK, exact: false },
  "anthropic-messages": { tokensPerMessage: 3 + 1, tokensPerReply: 3, tokensPerTools: 500, image: ANTHROPIC_FINE, exact: false },
  gemini: { tokensPerMessage: 5, tokensPerReply: 3, tokensPerTools: 0, image: GEMINI_CROPS, exact: false },
  text: { tokensPerMessage: 0, tokensPerReply: 0, tokensPerTools: 0, image: NO_IMAGE, exact: true },
};
