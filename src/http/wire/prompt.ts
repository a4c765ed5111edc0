/** The prompt by provider format: `payload` is ready to spread into the provider client's call. Pure. */
import { z } from "zod";
import type { Json } from "../../sources/source-result.ts";
import { AnthropicPrompt } from "./prompt-anthropic.ts";
import { GeminiPrompt } from "./prompt-gemini.ts";
import { ResponsesPrompt } from "./prompt-responses.ts";

const ChatPart = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({ type: z.literal("image_url"), image_url: z.strictObject({ url: z.string() }) }),
]);

const ChatToolCall = z
  .strictObject({
    id: z.string(),
    type: z.literal("function"),
    function: z.strictObject({ name: z.string(), arguments: z.string() }),
  })
  .meta({ id: "ChatToolCall" });

const ChatMessage = z
  .discriminatedUnion("role", [
    z.strictObject({ role: z.literal("system"), content: z.string() }),
    z.strictObject({ role: z.literal("user"), content: z.union([z.string(), z.array(ChatPart)]) }),
    z.strictObject({
      role: z.literal("assistant"),
      content: z.string().nullable(),
      tool_calls: z.array(ChatToolCall).exactOptional(),
    }),
    z.strictObject({ role: z.literal("tool"), tool_call_id: z.string(), content: z.string() }),
  ])
  .meta({ id: "ChatMessage" });

const ChatTool = z
  .strictObject({
    type: z.literal("function"),
    function: z.strictObject({
      name: z.string(),
      description: z.string().exactOptional(),
      parameters: z.record(z.string(), z.unknown() as z.ZodType<Json>),
    }),
  })
  .meta({ id: "ChatTool" });

const ChatPrompt = z
  .strictObject({
    format: z.literal("openai-chat"),
    model: z.string(),
    payload: z.strictObject({
      model: z.string(),
      messages: z.array(ChatMessage),
      tools: z.array(ChatTool).exactOptional(),
      max_completion_tokens: z.int().min(1),
      prompt_cache_key: z.string().exactOptional(),
    }),
  })
  .meta({ id: "ChatPrompt" });

const TextPrompt = z
  .strictObject({
    format: z.literal("text"),
    model: z.string(),
    payload: z.strictObject({ text: z.string(), max_output_tokens: z.int().min(1) }),
  })
  .meta({ id: "TextPrompt" });

export const Prompt = z
  .discriminatedUnion("format", [ChatPrompt, ResponsesPrompt, AnthropicPrompt, GeminiPrompt, TextPrompt])
  .meta({ id: "Prompt" });
