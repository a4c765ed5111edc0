/** The finished payload of each format, from parts that are already rendered. Pure. */
import type { Model } from "../../policy/snapshot.ts";
import type { ChatMessage, Prompt } from "../records.ts";

/** The three stretches of text every format is made of; `facts` may be empty. */
export interface Stretches {
  /** Zone shared: the policy's own words, the same for everybody. */
  readonly system: string;
  /** Fetched text, as data. */
  readonly facts: string;
  /** Referral rule, instructions, question. */
  readonly late: string;
}

/** Ready to spread into the provider client's call. */
export function payloadOf(format: Prompt["format"], model: Model, stretches: Stretches): Prompt {
  if (format === "text") {
    const text = `${stretches.system}${stretches.facts}${stretches.late}`;
    return { format, model: model.name, payload: { text, max_output_tokens: model.reserveOutput } };
  }
  return {
    format,
    model: model.name,
    payload: { model: model.name, messages: messagesOf(stretches), max_completion_tokens: model.reserveOutput },
  };
}

/** Policy text has the system role, fetched text and the question the user role; empty messages are left out. */
function messagesOf({ system, facts, late }: Stretches): readonly ChatMessage[] {
  const messages: ChatMessage[] = [
    { role: "system", content: system },
    { role: "user", content: facts },
    { role: "user", content: late },
  ];
  return messages.filter((message) => message.content !== "");
}

/** How many messages the format sends; plain text sends none. */
export const messageCount = (format: Prompt["format"], hasFacts: boolean): number => (format === "text" ? 0 : hasFacts ? 3 : 2);
