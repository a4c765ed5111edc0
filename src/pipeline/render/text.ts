/** One plain text: every part as it is, turns under their roles. Pure. */
import { canonicalJson } from "../../text/json/canonical.ts";
import type { Said } from "../candidate.ts";
import { wordsOfAll } from "./images.ts";
import { markedText } from "./lines.ts";
import type { Renderer, TurnContext } from "./renderer.ts";

export const plainText: Renderer = {
  payload: ({ model, parts }) => ({
    format: "text",
    model: model.name,
    payload: { text: parts.map((part) => part.text).join(""), max_output_tokens: model.reserveOutput },
  }),
  images: { types: [], addresses: false, of: [] },
  turnTexts: (said, context) => ({ texts: [turnText(said, context)], images: [] }),
  framesTurn: () => true,
  toolText: (tool) => canonicalJson({ ...tool, description: tool.description ?? undefined }),
  messages: () => 0,
  mostMessages: () => 0,
  messagesOfTurn: () => 0,
  messagesOfUser: 0,
  userFirst: false,
};

/** Also one line stands between marks: `- [user] …` would look like a fact with that label. */
function turnText({ role, content, toolCalls }: Said, { marker }: TurnContext): string {
  const calls = toolCalls.map(({ name, arguments: args }) => `${name} ${args}`);
  const text = [wordsOfAll(content), ...calls].filter((part) => part !== "").join("\n");
  return markedText(text, { kind: "turn", label: role, trust: null, marker });
}
