/** The renderer of each format, and the finished payload. Pure. */
import type { Format } from "../../policy/schema/policy-file.ts";
import type { Prompt } from "../records/prompt.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { gemini } from "./gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Renderer, RenderInput } from "./renderer.ts";
import { plainText } from "./text.ts";

const RENDERERS: Readonly<Record<Format, Renderer>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  "anthropic-messages": anthropicMessages,
  gemini,
  text: plainText,
};

export const rendererOf = (format: Format): Renderer => RENDERERS[format];

/** Ready to spread into the provider client's call. */
export const payloadOf = (format: Format, input: RenderInput): Prompt => RENDERERS[format].payload(input);
