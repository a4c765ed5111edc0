/** What each provider format takes at the most besides tokens. Dated data, pure. */
import type { Format } from "../policy/schema/policy-file.ts";

/**
 * Most tools of one request; null where the provider names no number, so only the API's own limit holds.
 *
 * As of 2026-11-30. OpenAI's API reference says of `tools` in Chat Completions: at most 128 functions. It refuses a longer list in
 * Responses with the same number. Anthropic and Google document none.
 */
export const MOST_TOOLS: Readonly<Record<Format, number | null>> = {
  "openai-chat": 128,
  "openai-responses": 128,
  "anthropic-messages": null,
  gemini: null,
  text: null,
};
