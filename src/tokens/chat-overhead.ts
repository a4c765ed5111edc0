/** What a chat format costs besides the texts in it. Pure. */

export interface ChatOverhead {
  /** Tokens of one message besides its content, the role included. */
  readonly tokensPerMessage: number;
  /** Tokens that prime the reply, once a request. */
  readonly tokensPerReply: number;
}

/**
 * OpenAI's chat format: 3 tokens wrap a message, its role is 1 (system, developer, user, assistant and tool all are), and 3
 * prime the reply. Source: the OpenAI cookbook, "How to count tokens with tiktoken", for gpt-3.5-turbo-0613 to gpt-4o. A
 * message's `name`, tools and images cost more and are not part of it.
 */
export const OPENAI_CHAT: ChatOverhead = { tokensPerMessage: 3 + 1, tokensPerReply: 3 };
