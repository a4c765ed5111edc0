/** The prompt by provider format, ready to spread into the provider client's call. Pure types. */
import type { Json } from "../../sources/source-result.ts";

// Mutable lists, as the official clients' own types have them: the payload is spread into their calls.

export interface JsonRecord {
  readonly [member: string]: Json;
}

/** A JSON Schema that describes an object, as Anthropic demands of a tool's input. */
export interface ObjectSchema {
  readonly type: "object";
  readonly [member: string]: Json;
}

export type ChatContent =
  | string
  | (
      | { readonly type: "text"; readonly text: string }
      | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
    )[];

export type ChatMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: ChatContent }
  | {
      readonly role: "assistant";
      readonly content: string | null;
      readonly tool_calls?: {
        readonly id: string;
        readonly type: "function";
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

export interface ChatTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: JsonRecord };
}

export interface ChatPrompt {
  readonly format: "openai-chat";
  readonly model: string;
  readonly payload: {
    readonly model: string;
    readonly messages: ChatMessage[];
    readonly tools?: ChatTool[];
    readonly max_completion_tokens: number;
    readonly prompt_cache_key?: string;
  };
}

export type ResponsesContent =
  | string
  | (
      | { readonly type: "input_text"; readonly text: string }
      | { readonly type: "input_image"; readonly image_url: string; readonly detail: "auto" }
    )[];

export type ResponsesItem =
  | { readonly type: "message"; readonly role: "user"; readonly content: ResponsesContent }
  | { readonly type: "message"; readonly role: "assistant"; readonly content: string }
  | { readonly type: "function_call"; readonly call_id: string; readonly name: string; readonly arguments: string }
  | { readonly type: "function_call_output"; readonly call_id: string; readonly output: ResponsesContent };

export interface ResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonRecord;
  readonly strict: false;
}

export interface ResponsesPrompt {
  readonly format: "openai-responses";
  readonly model: string;
  readonly payload: {
    readonly model: string;
    readonly instructions: string;
    readonly input: ResponsesItem[];
    readonly tools?: ResponsesTool[];
    readonly max_output_tokens: number;
    readonly prompt_cache_key?: string;
  };
}

/** The provider may cache the prompt up to the end of a block that has it. */
export interface AnthropicMark {
  readonly cache_control?: { readonly type: "ephemeral" };
}

export interface AnthropicText extends AnthropicMark {
  readonly type: "text";
  readonly text: string;
}

/** A document of our own blocks: a citation names whole blocks of it. */
export interface AnthropicDocument extends AnthropicMark {
  readonly type: "document";
  readonly source: { readonly type: "content"; readonly content: AnthropicText[] };
  readonly title?: string;
  /** Read with it, never cited. */
  readonly context?: string;
  readonly citations: { readonly enabled: true };
}

export const ANTHROPIC_IMAGES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

export interface AnthropicImage extends AnthropicMark {
  readonly type: "image";
  readonly source:
    | { readonly type: "base64"; readonly media_type: (typeof ANTHROPIC_IMAGES)[number]; readonly data: string }
    | { readonly type: "url"; readonly url: string };
}

/** What a tool gave: one text, or a list where there is an image in it. */
export type AnthropicResult = string | (AnthropicText | AnthropicImage)[];

export type AnthropicBlock =
  | AnthropicText
  | AnthropicImage
  | AnthropicDocument
  | (AnthropicMark & { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: JsonRecord })
  | (AnthropicMark & { readonly type: "tool_result"; readonly tool_use_id: string; readonly content: AnthropicResult });

export interface AnthropicMessage {
  readonly role: "user" | "assistant";
  readonly content: AnthropicBlock[];
}

export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: ObjectSchema;
}

export interface AnthropicPrompt {
  readonly format: "anthropic-messages";
  readonly model: string;
  readonly payload: {
    readonly model: string;
    readonly system: AnthropicText[];
    readonly messages: AnthropicMessage[];
    readonly tools?: AnthropicTool[];
    readonly max_tokens: number;
  };
}

export type GeminiPart =
  | { readonly text: string }
  | { readonly inlineData: { readonly mimeType: string; readonly data: string } }
  | { readonly functionCall: { readonly name: string; readonly args: JsonRecord } }
  | { readonly functionResponse: { readonly name: string; readonly response: { readonly output: string } } };

export interface GeminiContent {
  readonly role: "user" | "model";
  readonly parts: GeminiPart[];
}

export interface GeminiFunction {
  readonly name: string;
  readonly description?: string;
  readonly parametersJsonSchema: ObjectSchema;
}

export interface GeminiPrompt {
  readonly format: "gemini";
  readonly model: string;
  readonly payload: {
    readonly model: string;
    readonly contents: GeminiContent[];
    readonly config: {
      readonly systemInstruction: { readonly parts: { readonly text: string }[] };
      readonly tools?: { readonly functionDeclarations: GeminiFunction[] }[];
      readonly maxOutputTokens: number;
    };
  };
}

export interface TextPrompt {
  readonly format: "text";
  readonly model: string;
  readonly payload: { readonly text: string; readonly max_output_tokens: number };
}

export type Prompt = ChatPrompt | ResponsesPrompt | AnthropicPrompt | GeminiPrompt | TextPrompt;
