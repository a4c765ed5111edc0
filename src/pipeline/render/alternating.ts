/** Formats in which two roles take turns: who speaks twice in a row speaks in one message. Pure. */
import type { Part } from "../parts.ts";
import type { Renderer } from "./renderer.ts";
import { type Spoken, spokenOf } from "./spoken.ts";

export interface Run {
  readonly role: "user" | "assistant";
  readonly spoken: readonly Spoken[];
}

/** Without the policy's text. A tool's result is the user's. */
export function runsOf(spoken: readonly Spoken[]): readonly Run[] {
  const runs: { role: Run["role"]; spoken: Spoken[] }[] = [];
  for (const one of spoken) {
    if (one.role === "system") continue;
    const role = one.role === "assistant" ? "assistant" : "user";
    const last = runs.at(-1);
    if (last?.role === role) last.spoken.push(one);
    else runs.push({ role, spoken: [one] });
  }
  return runs;
}

const hasSystem = (spoken: readonly Spoken[]): number => (spoken.some(({ role }) => role === "system") ? 1 : 0);

function messages(parts: readonly Part[]): number {
  const spoken = spokenOf(parts);
  return hasSystem(spoken) + runsOf(spoken).length;
}

/**
 * The first and the last message are the user's, so there is at most one more of the user than of the assistant, however the turns
 * stand: two for each turn of the assistant and one. So only those are charged while it is open what else goes in between.
 */
function mostMessages(parts: readonly Part[]): number {
  const spoken = spokenOf(parts);
  const most = hasSystem(spoken) + 1 + 2 * spoken.filter(({ role }) => role === "assistant").length;
  return Math.max(most, messages(parts));
}

export const ALTERNATING: Pick<Renderer, "messages" | "mostMessages" | "messagesOfTurn" | "messagesOfUser" | "userFirst"> = {
  messages,
  mostMessages,
  messagesOfTurn: ({ role }) => (role === "assistant" ? 2 : 0),
  messagesOfUser: 0,
  userFirst: true,
};

/** What stands before the conversation where that begins with the assistant and nothing else is there. */
export const OPENING = "(conversation)\n";
