/** The finished payload of each format, from parts that are already rendered. Pure. */
import type { Format } from "../../policy/schema/policy-file.ts";
import type { Model } from "../../policy/snapshot.ts";
import type { Said } from "../candidate.ts";
import type { ToolDefinition, TurnPart } from "../given.ts";
import type { Part } from "../parts.ts";
import type { ChatContent, ChatMessage, ChatTool, Prompt } from "../prompt-records.ts";
import { textOfParts } from "../turn-text.ts";
import { blockText } from "./lines.ts";

export interface PayloadInput {
  readonly format: Format;
  readonly model: Model;
  /** In their order. */
  readonly parts: readonly Part[];
  readonly tools: readonly ToolDefinition[];
}

/** Ready to spread into the provider client's call. */
export function payloadOf({ format, model, parts, tools }: PayloadInput): Prompt {
  if (format === "text") {
    const text = parts.map((part) => part.text).join("");
    return { format, model: model.name, payload: { text, max_output_tokens: model.reserveOutput } };
  }
  const payload = { model: model.name, messages: messagesOf(parts), max_completion_tokens: model.reserveOutput };
  return { format, model: model.name, payload: tools.length === 0 ? payload : { ...payload, tools: tools.map(chatTool) } };
}

const chatTool = ({ name, description, parameters }: ToolDefinition): ChatTool => ({
  type: "function",
  function: description === null ? { name, parameters } : { name, description, parameters },
});

/** Policy text has the system role, fetched and sent text the user role, turns their own. */
function messagesOf(parts: readonly Part[]): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  let last = "";
  for (const { message, text, said } of parts) {
    if (message === "tools") continue;
    const before = messages.at(-1);
    if (said !== null) messages.push(turnMessage(said));
    else if (message === last && before !== undefined) {
      messages[messages.length - 1] = { ...before, content: `${before.content}${text}` } as ChatMessage;
    } else if (text !== "") messages.push({ role: message === "system" ? "system" : "user", content: text });
    last = message;
  }
  return messages;
}

function turnMessage({ role, content, toolCalls, toolCallId }: Said): ChatMessage {
  if (role === "user") return { role, content: chatContent(content) };
  const text = textOfParts(content);
  if (role === "tool") return { role, tool_call_id: toolCallId ?? "", content: text };
  if (toolCalls.length === 0) return { role, content: text };
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: args },
  }));
  return { role, content: text === "" ? null : text, tool_calls: calls };
}

function chatContent(content: readonly TurnPart[]): ChatContent {
  if (content.every((part) => part.type === "text")) return textOfParts(content);
  return content.map((part) =>
    part.type === "text" ? { type: "text", text: part.text } : { type: "image_url", image_url: { url: part.url } },
  );
}

/** What of a turn is counted: its text as the format sends it, and its calls. */
export function turnText(said: Said, format: Format): string {
  const calls = said.toolCalls.map(({ name, arguments: args }) => `${name} ${args}`).join("\n");
  const text = textOfParts(said.content);
  const all = [text, calls].filter((part) => part !== "").join("\n");
  if (format !== "text") return all;
  const images = said.content.filter((part) => part.type === "image").map(() => "(image)");
  return blockText("turn", said.role, [all, ...images].filter((part) => part !== "").join("\n"));
}

/** How many messages the format adds overhead for; plain text sends none. */
export function messageCount(format: Format, parts: readonly Part[]): number {
  if (format === "text") return 0;
  let count = 0;
  let last = "";
  for (const { message, said } of parts) {
    if (message === "tools") continue;
    if (said !== null || message !== last) count += 1;
    last = message;
  }
  return count;
}
