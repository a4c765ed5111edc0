/** Why an answer ended, in one word for all providers. Pure. */
import { type ProviderBlock, refuses } from "./posted.ts";
import type { Finish } from "./records.ts";

/** Words of OpenAI Chat and Responses, Anthropic, Gemini and the Vercel AI SDK, in small letters and with one kind of dash. */
const KINDS: Readonly<Record<string, Finish>> = {
  stop: "complete",
  completed: "complete",
  end_turn: "complete",
  stop_sequence: "complete",
  length: "cut",
  max_tokens: "cut",
  max_output_tokens: "cut",
  // The status of OpenAI's Responses; its other reason is `content_filter`, which stands beside it.
  incomplete: "cut",
  model_context_window_exceeded: "cut",
  tool_calls: "tool_calls",
  tool_use: "tool_calls",
  function_call: "tool_calls",
  content_filter: "refused",
  refusal: "refused",
  safety: "refused",
  recitation: "refused",
  blocklist: "refused",
  prohibited_content: "refused",
  spii: "refused",
};

/** As enumerations of some clients are written out: `FinishReason.MAX_TOKENS`. */
const ENUMERATION = /^finish_?reason[._]/;

/**
 * `other` for a word that is not known, and for none. OpenAI ends an answer that the model refused as any other, and says so in a block
 * of the answer.
 */
export function finishOf(reason: string | null, content: readonly ProviderBlock[]): Finish {
  if (refuses(content)) return "refused";
  if (reason === null) return "other";
  const word = reason.toLowerCase().replaceAll("-", "_").replace(ENUMERATION, "");
  return Object.hasOwn(KINDS, word) ? (KINDS[word] as Finish) : "other";
}
