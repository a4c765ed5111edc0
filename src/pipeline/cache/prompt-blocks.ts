/** The prompt as a list of hashed pieces: what two prompts of a conversation are compared by. Pure. */

import { digestOf } from "../../text/digest.ts";
import type { Assembly } from "../assemble.ts";
import type { Said } from "../candidate.ts";
import type { Part } from "../parts.ts";
import type { PromptBlock } from "../records/core.ts";
import { citesNatively } from "../render/cited-documents.ts";
import { wordsOf } from "../render/images.ts";

/** In the order in which a provider reads them: its tools come before everything else, and a text has no tools of its own. */
export function promptBlocks(
  { parts, request }: Pick<Assembly, "parts" | "request">,
  keyed: (text: string) => string,
): readonly PromptBlock[] {
  const cites = citesNatively(request.policy, request.format);
  const sent = parts.filter(({ text, said }) => text !== "" || said !== null);
  const isFirst = (part: Part): boolean => part.kind === "tools" && request.format !== "text";
  const ordered = [...sent.filter(isFirst), ...sent.filter((part) => !isFirst(part))];
  return ordered.map((part) => {
    const { id, kind, zone, tokens } = part;
    return { id, kind, zone, tokens, hash: (zone === "shared" ? digestOf : keyed)(bytesOf(part, cites)) };
  });
}

/**
 * What is said, in which message, and who says it, whatever order the members of the request had; of what stands in a document that
 * the provider can cite also what names that.
 */
function bytesOf({ message, text, said, document, fact }: Part, cites: boolean): string {
  const isCited = cites && (document !== null || fact !== null);
  return JSON.stringify([message, text, said === null ? null : saidBytes(said), ...(isCited ? [document] : [])]);
}

const saidBytes = ({ role, content, toolCalls, toolCallId }: Said) => [
  role,
  content.map((part) => (part.type === "image" ? ["image", part.url] : ["text", wordsOf(part)])),
  toolCalls.map(({ id, name, arguments: written }) => [id, name, written]),
  toolCallId,
];
