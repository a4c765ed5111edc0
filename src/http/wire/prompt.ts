/** The prompt by provider format: `payload` is ready to spread into the provider client's call. Pure. */
import { z } from "zod";

const ChatMessage = z.strictObject({ role: z.enum(["system", "user"]), content: z.string() }).meta({ id: "ChatMessage" });

const ChatPrompt = z
  .strictObject({
    format: z.literal("openai-chat"),
    model: z.string(),
    payload: z.strictObject({
      model: z.string(),
      messages: z.array(ChatMessage),
      max_completion_tokens: z.int().min(1),
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

export const Prompt = z.discriminatedUnion("format", [ChatPrompt, TextPrompt]).meta({ id: "Prompt" });
