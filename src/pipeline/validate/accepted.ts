/** The last gate: a payload that breaks a rule of its provider never leaves. Pure. */
import { AppError } from "../../errors.ts";
import type { Prompt } from "../records/prompt.ts";
import { anthropicFaults } from "./anthropic-messages.ts";
import type { Fault } from "./faults.ts";
import { geminiFaults } from "./gemini.ts";
import { chatFaults } from "./openai-chat.ts";
import { responsesFaults } from "./openai-responses.ts";
import { textFaults } from "./text.ts";

/** What the provider would refuse of the payload, as it is about to leave; empty where it takes all of it. */
export function faultsOf(prompt: Prompt): readonly Fault[] {
  switch (prompt.format) {
    case "openai-chat":
      return chatFaults(prompt.payload);
    case "openai-responses":
      return responsesFaults(prompt.payload);
    case "anthropic-messages":
      return anthropicFaults(prompt.payload);
    case "gemini":
      return geminiFaults(prompt.payload);
    case "text":
      return textFaults(prompt.payload);
  }
}

const MOST_NAMED = 5;

/** The prompt itself. Throws `payload_refused`, which names places and rules and no text. */
export function accepted(prompt: Prompt): Prompt {
  const faults = faultsOf(prompt);
  if (faults.length === 0) return prompt;
  const named = faults.slice(0, MOST_NAMED).map(({ at, rule }) => `${at}: ${rule}`);
  throw new AppError(
    "payload_refused",
    `The finished prompt breaks ${faults.length} rules of the format ${prompt.format}, so it was not sent: ${named.join("; ")}.`,
  );
}
