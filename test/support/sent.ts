/** What a finished payload says and costs, read back from the payload alone, in every format. */
import type { ChatMessage, Prompt } from "../../src/pipeline/prompt-records.ts";
import { canonicalJson } from "../../src/text/canonical.ts";
import { FORMAT_OVERHEAD } from "../../src/tokens/format-overhead.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";

type Of<Format extends Prompt["format"]> = Extract<Prompt, { format: Format }>["payload"];

interface Sent {
  readonly messages: number;
  readonly texts: readonly string[];
  readonly images: number;
  /** Each as it is counted. */
  readonly tools: readonly unknown[];
}

function chat({ messages, tools = [] }: Of<"openai-chat">): Sent {
  const contents = messages.flatMap((message) => {
    if (Array.isArray(message.content)) return message.content;
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    const lines = calls.map((call) => `${call.function.name} ${call.function.arguments}`);
    return [{ type: "text" as const, text: [message.content ?? "", ...lines].filter((line) => line !== "").join("\n") }];
  });
  const texts = contents.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return {
    messages: messages.length,
    texts,
    images: contents.length - texts.length,
    tools: tools.map((tool) => tool.function),
  };
}

function responses({ instructions, input, tools = [] }: Of<"openai-responses">): Sent {
  const contents = input.flatMap((item) => {
    if (item.type === "function_call") return [`${item.name} ${item.arguments}`];
    if (item.type === "function_call_output") return [item.output];
    return typeof item.content === "string"
      ? [item.content]
      : item.content.map((part) => (part.type === "input_text" ? part.text : null));
  });
  const texts = contents.filter((text) => text !== null);
  return { messages: 1 + input.length, texts: [instructions, ...texts], images: contents.length - texts.length, tools };
}

function anthropic({ system, messages, tools = [] }: Of<"anthropic-messages">): Sent {
  const blocks = [...system, ...messages.flatMap(({ content }) => content)];
  const texts = blocks.flatMap((block) => {
    if (block.type === "tool_use") return [`${block.name} ${JSON.stringify(block.input)}`];
    if (block.type === "tool_result") return [block.content];
    return block.type === "text" ? [block.text] : [];
  });
  return { messages: 1 + messages.length, texts, images: blocks.length - texts.length, tools };
}

function gemini({ contents, config }: Of<"gemini">): Sent {
  const parts = [...config.systemInstruction.parts, ...contents.flatMap((content) => content.parts)];
  const texts = parts.flatMap((part) => {
    if ("functionCall" in part) return [`${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}`];
    if ("functionResponse" in part) return [`${part.functionResponse.name} ${part.functionResponse.response.output}`];
    return "text" in part ? [part.text] : [];
  });
  const tools = (config.tools ?? []).flatMap((tool) => tool.functionDeclarations);
  return { messages: 1 + contents.length, texts, images: parts.length - texts.length, tools };
}

function sentOf(prompt: Prompt): Sent {
  if (prompt.format === "openai-chat") return chat(prompt.payload);
  if (prompt.format === "openai-responses") return responses(prompt.payload);
  if (prompt.format === "anthropic-messages") return anthropic(prompt.payload);
  if (prompt.format === "gemini") return gemini(prompt.payload);
  return { messages: 0, texts: [prompt.payload.text], images: 0, tools: [] };
}

/** Every text in it, in its order. */
export const sentTexts = (prompt: Prompt): readonly string[] => sentOf(prompt).texts;

/** Tokens, counted anew. */
export function recount(prompt: Prompt, { count }: Pick<TokenCounter, "count">): number {
  const { messages, texts, images, tools } = sentOf(prompt);
  const overhead = FORMAT_OVERHEAD[prompt.format];
  const definitions = tools.map((tool) => `${canonicalJson(tool)}\n`).join("");
  return (
    texts.reduce((sum, text) => sum + count(text), messages * overhead.tokensPerMessage + overhead.tokensPerReply) +
    images * overhead.tokensPerImage +
    (tools.length > 0 ? count(definitions) + overhead.tokensPerTools : 0)
  );
}

/** Of OpenAI's chat format; none of any other. */
export const chatMessages = (prompt: Prompt): readonly ChatMessage[] =>
  prompt.format === "openai-chat" ? prompt.payload.messages : [];
