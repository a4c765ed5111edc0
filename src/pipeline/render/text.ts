/** One plain text: every part as it is, turns under their roles. Pure. */
import { canonicalJson } from "../../text/canonical.ts";
import type { Said } from "../candidate.ts";
import { textOfParts } from "../turn-text.ts";
import { blockText } from "./lines.ts";
import type { Renderer } from "./renderer.ts";

export const plainText: Renderer = {
  payload: ({ model, parts }) => ({
    format: "text",
    model: model.name,
    payload: { text: parts.map((part) => part.text).join(""), max_output_tokens: model.reserveOutput },
  }),
  turnTexts: (said) => ({ texts: [turnText(said)], images: [] }),
  toolText: (tool) => canonicalJson({ ...tool, description: tool.description ?? undefined }),
  messages: () => 0,
  mostMessages: () => 0,
  messagesOfTurn: () => 0,
  messagesOfUser: 0,
  userFirst: false,
};

function turnText({ role, content, toolCalls }: Said): string {
  const calls = toolCalls.map(({ name, arguments: args }) => `${name} ${args}`);
  const images = content.filter((part) => part.type === "image").map(() => "(image)");
  return blockText("turn", role, [textOfParts(content), ...calls, ...images].filter((part) => part !== "").join("\n"));
}
