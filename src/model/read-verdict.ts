/** From the JSON of a chat completion to a verdict. Pure. */
import { z } from "zod";
import type { Json } from "../sources/source-result.ts";
import { cutText } from "./cut-text.ts";
import { failedVerdict, type Verdict } from "./verdict.ts";

export interface Allowed {
  /** The only intents a verdict may name. */
  readonly intents: readonly string[];
  /** The key of the call: an answer that repeats it is not kept. */
  readonly secret: string | null;
}

/** Code points of the model's words that are kept. What was asked for fits in; a longer content is not it. */
export const MAX_CONTENT_CHARACTERS = 500;

/** Shorter keys are placeholders for servers without one ("ollama", "none"), and may stand in a name by chance. */
const MIN_SECRET_CHARACTERS = 16;

const Choice = z.object({
  message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
  finish_reason: z.string().nullish(),
});
const Completion = z.object({ choices: z.tuple([Choice]).rest(z.unknown()) });

/** Strict: with more members it is not what the schema of the request allows. */
const Content = z.strictObject({ intent: z.string() });

/**
 * The verdict of the first choice: answered with one of `intents`, letter for letter, or failed with `refusal`,
 * `not_allowed` or `invalid`. Never throws.
 */
export function readVerdict(payload: Json, { intents, secret }: Allowed): Verdict {
  const completion = Completion.safeParse(payload);
  if (!completion.success) return failedVerdict("invalid");
  const { message, finish_reason: finish } = completion.data.choices[0];
  const said = message.refusal || behindThinking(message.content ?? "") || null;
  if (said !== null && repeats(said, secret)) return failedVerdict("invalid");
  const content = said === null ? null : cutText(said, MAX_CONTENT_CHARACTERS);
  if (message.refusal || finish === "content_filter") return failedVerdict("refusal", content);
  if (said === null || content !== said || CUT_SHORT.has(finish ?? "")) return failedVerdict("invalid", content);
  const intent = intentOf(content);
  if (intent === null) return failedVerdict("invalid", content);
  return intents.includes(intent)
    ? Object.freeze({ status: "answered", intent, content })
    : failedVerdict("not_allowed", content);
}

/** Models that think aloud close it with this tag; some servers leave the opening one out. What was thought is no answer, nor kept. */
const THOUGHT = "</think>";

function behindThinking(content: string): string {
  const end = content.lastIndexOf(THOUGHT);
  return end < 0 ? content : content.slice(end + THOUGHT.length);
}

/** The answer was cut, or the model wanted to call something: what it said is not its answer. */
const CUT_SHORT: ReadonlySet<string> = new Set(["length", "tool_calls", "function_call"]);

const repeats = (said: string, secret: string | null): boolean =>
  secret !== null && secret.length >= MIN_SECRET_CHARACTERS && said.includes(secret);

function intentOf(content: string): string | null {
  try {
    return Content.safeParse(JSON.parse(content)).data?.intent ?? null;
  } catch {
    return null; // the parser's message quotes the text, so it goes no further
  }
}
