/** OpenAI's Chat Completions: one message for each turn and each run of parts. Pure. */
import { canonicalJson } from "../../text/json/canonical.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition } from "../given.ts";
import type { ChatContent, ChatMessage, ChatPrompt, ChatTool } from "../records/prompt.ts";
import { type CallIds, callIds, functionName } from "./call-ids.ts";
import { imagesIn, type SaidPart, wordsOf, wordsOfAll } from "./images.ts";
import { objectSchema } from "./object-schema.ts";
import { CHAT_IMAGES } from "./openai-images.ts";
import type { Renderer, RenderInput, TurnTexts } from "./renderer.ts";
import { type Spoken, spokenCount, spokenOf } from "./spoken.ts";

const messages: Renderer["messages"] = spokenCount;

export const openaiChat: Renderer = {
  payload,
  images: CHAT_IMAGES,
  turnTexts,
  framesTurn: () => false,
  toolText: (tool) => canonicalJson(chatTool(tool).function),
  messages,
  mostMessages: messages,
  messagesOfTurn: () => 1,
  messagesOfUser: 1,
  userFirst: false,
};

function payload({ model, parts, tools, cacheKey }: RenderInput): ChatPrompt {
  const ids = callIds({ accepts: (id) => /^[\x21-\x7e]{1,40}$/.test(id), unique: false });
  return {
    format: "openai-chat",
    model: model.name,
    payload: {
      model: model.name,
      messages: spokenOf(parts).map((one) => messageOf(one, ids)),
      max_completion_tokens: model.reserveOutput,
      ...(cacheKey !== null && { prompt_cache_key: cacheKey }),
      ...(tools.length > 0 && { tools: tools.map(chatTool) }),
    },
  };
}

const chatTool = ({ name, description, parameters }: ToolDefinition): ChatTool => ({
  type: "function",
  function: { name, ...(description !== null && { description }), parameters: objectSchema(parameters) },
});

function messageOf({ role, texts, said }: Spoken, ids: CallIds): ChatMessage {
  if (said === null) return { role: role === "system" ? role : "user", content: texts.join("") };
  const { content, toolCalls, toolCallId } = said;
  if (said.role === "user") return { role: said.role, content: contentOf(content) };
  const text = wordsOfAll(content);
  if (said.role === "tool") return { role: said.role, tool_call_id: ids.idOf(toolCallId), content: text };
  if (toolCalls.length === 0) return { role: said.role, content: text };
  ids.open(said);
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({
    id: ids.idOf(id),
    type: "function" as const,
    function: { name: functionName(name), arguments: args },
  }));
  return { role: said.role, content: text === "" ? null : text, tool_calls: calls };
}

function contentOf(content: readonly SaidPart[]): ChatContent {
  if (content.every((part) => part.type !== "image")) return wordsOfAll(content);
  return content.map((part) =>
    part.type === "image" ? { type: "image_url", image_url: { url: part.url } } : { type: "text", text: wordsOf(part) },
  );
}

/** Text and calls of an assistant's turn are one message and counted as one text. */
function turnTexts(said: Said): TurnTexts {
  if (said.role === "user") {
    const content = contentOf(said.content);
    if (typeof content === "string") return { texts: [content], images: [] };
    const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    return { texts, images: imagesIn(said.content) };
  }
  const calls = said.toolCalls.map(({ name, arguments: args }) => `${functionName(name)} ${args}`);
  return { texts: [[wordsOfAll(said.content), ...calls].filter((text) => text !== "").join("\n")], images: [] };
}
