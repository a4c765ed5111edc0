/** The prompt by provider format, ready to spread into the provider client's call. Pure types. */
import type { Json } from "../sources/source-result.ts";

// Mutable lists, as the official client's own types have them: the payload is spread into its call.
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
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: { readonly [member: string]: Json };
  };
}

export type Prompt =
  | {
      readonly format: "openai-chat";
      readonly model: string;
      readonly payload: {
        readonly model: string;
        readonly messages: readonly ChatMessage[];
        readonly tools?: ChatTool[];
        readonly max_completion_tokens: number;
      };
    }
  | {
      readonly format: "text";
      readonly model: string;
      readonly payload: { readonly text: string; readonly max_output_tokens: number };
    };
