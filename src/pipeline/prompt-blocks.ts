/** The prompt as a list of hashed pieces: what two prompts of a conversation are compared by. Pure. */

import { digestOf } from "../text/digest.ts";
import type { Assembly } from "./assemble.ts";
import type { Said } from "./candidate.ts";
import type { Part } from "./parts.ts";
import type { PromptBlock } from "./records.ts";

/** In the order in which a provider reads them: its tools come before everything else, and a text has no tools of its own. */
export function promptBlocks(
  { parts, request }: Pick<Assembly, "parts" | "request">,
  keyed: (text: string) => string,
): readonly PromptBlock[] {
  const sent = parts.filter(({ text, said }) => text !== "" || said !== null);
  const isFirst = (part: Part): boolean => part.kind === "tools" && request.format !== "text";
  const ordered = [...sent.filter(isFirst), ...sent.filter((part) => !isFirst(part))];
  return ordered.map((part) => {
    const { id, kind, zone, tokens } = part;
    return { id, kind, zone, tokens, hash: (zone === "shared" ? digestOf : keyed)(bytesOf(part)) };
  });
}

/** What is said, in which message, and who says it; whatever order the members of the request had. */
const bytesOf = ({ message, text, said }: Part): string =>
  JSON.stringify([message, text, said === null ? null : saidBytes(said)]);

const saidBytes = ({ role, content, toolCalls, toolCallId }: Said) => [
  role,
  content.map((part) => (part.type === "text" ? ["text", part.text] : ["image", part.url])),
  toolCalls.map(({ id, name, arguments: written }) => [id, name, written]),
  toolCallId,
];
