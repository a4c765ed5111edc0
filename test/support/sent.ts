/** What a finished payload says and costs, read back from the payload alone, in every format. */
import type { AnthropicBlock, ChatMessage, Prompt } from "../../src/pipeline/records/prompt.ts";
import { canonicalJson } from "../../src/text/json/canonical.ts";
import { FORMAT_OVERHEAD } from "../../src/tokens/format-overhead.ts";
import { type ImageSize, imageSize } from "../../src/tokens/image-size.ts";
import { imageTokens } from "../../src/tokens/image-tokens.ts";
import { lookUpModel } from "../../src/tokens/model-table.ts";
import type { TokenCounter } from "../../src/tokens/token-counter.ts";

type Of<Format extends Prompt["format"]> = Extract<Prompt, { format: Format }>["payload"];

interface Sent {
  readonly messages: number;
  readonly texts: readonly string[];
  /** Addresses, or data with their type before them. */
  readonly images: readonly string[];
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
  return {
    messages: messages.length,
    texts: contents.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    images: contents.flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : [])),
    tools: tools.map((tool) => tool.function),
  };
}

function responses({ instructions, input, tools = [] }: Of<"openai-responses">): Sent {
  const contents = input.flatMap((item) => {
    if (item.type === "function_call") return [{ type: "input_text" as const, text: `${item.name} ${item.arguments}` }];
    const content = item.type === "function_call_output" ? item.output : item.content;
    return typeof content === "string" ? [{ type: "input_text" as const, text: content }] : content;
  });
  const texts = contents.flatMap((part) => (part.type === "input_text" ? [part.text] : []));
  const images = contents.flatMap((part) => (part.type === "input_image" ? [part.image_url] : []));
  return { messages: 1 + input.length, texts: [instructions, ...texts], images, tools };
}

function anthropic({ system, messages, tools = [] }: Of<"anthropic-messages">): Sent {
  const blocks = [...system, ...messages.flatMap(({ content }) => content.flatMap(insideOf))];
  const texts = blocks.flatMap((block) => {
    if (block.type === "tool_use") return [`${block.name} ${JSON.stringify(block.input)}`];
    if (block.type === "tool_result") return typeof block.content === "string" ? [block.content] : [];
    if (block.type === "document") {
      const heads = [block.title, block.context].filter((head) => head !== undefined);
      return [...heads, ...block.source.content.map(({ text }) => text)];
    }
    return block.type === "text" ? [block.text] : [];
  });
  const images = blocks.flatMap((block) => {
    if (block.type !== "image") return [];
    return block.source.type === "url" ? [block.source.url] : [dataOf(block.source.media_type, block.source.data)];
  });
  return { messages: 1 + messages.length, texts, images, tools };
}

/** Of a result that is a list, what is in it. */
const insideOf = (block: AnthropicBlock): readonly AnthropicBlock[] =>
  block.type === "tool_result" && typeof block.content !== "string" ? block.content : [block];

const dataOf = (mediaType: string, data: string): string => `data:${mediaType};base64,${data}`;

function gemini({ contents, config }: Of<"gemini">): Sent {
  const parts = [...config.systemInstruction.parts, ...contents.flatMap((content) => content.parts)];
  const texts = parts.flatMap((part) => {
    if ("functionCall" in part) return [`${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}`];
    if ("functionResponse" in part) return [`${part.functionResponse.name} ${part.functionResponse.response.output}`];
    return "text" in part ? [part.text] : [];
  });
  const tools = (config.tools ?? []).flatMap((tool) => tool.functionDeclarations);
  const images = parts.flatMap((part) => {
    return "inlineData" in part ? [dataOf(part.inlineData.mimeType, part.inlineData.data)] : [];
  });
  return { messages: 1 + contents.length, texts, images, tools };
}

function sentOf(prompt: Prompt): Sent {
  if (prompt.format === "openai-chat") return chat(prompt.payload);
  if (prompt.format === "openai-responses") return responses(prompt.payload);
  if (prompt.format === "anthropic-messages") return anthropic(prompt.payload);
  if (prompt.format === "gemini") return gemini(prompt.payload);
  return { messages: 0, texts: [prompt.payload.text], images: [], tools: [] };
}

/** Every text in it, in its order. */
export const sentTexts = (prompt: Prompt): readonly string[] => sentOf(prompt).texts;

/** Every image in it: an address, or data with its type before it. */
export const sentImages = (prompt: Prompt): readonly string[] => sentOf(prompt).images;

/** Tokens, counted anew. */
export function recount(prompt: Prompt, { count }: Pick<TokenCounter, "count">): number {
  const { messages, texts, images, tools } = sentOf(prompt);
  const overhead = FORMAT_OVERHEAD[prompt.format];
  const rule = lookUpModel(prompt.model)?.image ?? overhead.image;
  const definitions = tools.map((tool) => `${canonicalJson(tool)}\n`).join("");
  return (
    texts.reduce((sum, text) => sum + count(text), messages * overhead.tokensPerMessage + overhead.tokensPerReply) +
    images.reduce((sum, image) => sum + imageTokens(rule, sizeOf(image)), 0) +
    (tools.length > 0 ? count(definitions) + overhead.tokensPerTools : 0)
  );
}

function sizeOf(image: string): ImageSize | null {
  const [, mediaType = "", data = ""] = /^data:([^;]+);base64,(.*)$/s.exec(image) ?? [];
  return imageSize(mediaType.toLowerCase(), data);
}

/** Of OpenAI's chat format; none of any other. */
export const chatMessages = (prompt: Prompt): readonly ChatMessage[] =>
  prompt.format === "openai-chat" ? prompt.payload.messages : [];
