/** Facts, documents and tool results as documents that the provider itself can cite, block by block. Pure. */
import type { Format } from "../../policy/schema/policy-file.ts";
import type { Policy } from "../../policy/snapshot.ts";
import type { Part } from "../parts.ts";
import type { CitationRecord } from "../records/core.ts";
import { runsOf } from "./alternating.ts";
import type { CitedDocument } from "./cited-item.ts";
import { spokenOf } from "./spoken.ts";

/** Whether a prompt has the provider's own citations: the policy wants them, and the format has them. */
export const citesNatively = (policy: Pick<Policy, "prompt">, format: Format): boolean =>
  policy.prompt.citations === "native" && format === "anthropic-messages";

/** What stands in one message, piece by piece: text, or a document of one or more blocks. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "document"; readonly document: CitedDocument | null; readonly blocks: readonly Part[] };

/** Facts that stand together are one document without a title, a block each; a document and a tool result are one by themselves. */
export function piecesOf(parts: readonly Part[]): readonly Piece[] {
  const pieces: Open[] = [];
  for (const part of parts) {
    const { document, fact, text } = part;
    const last = pieces.at(-1);
    if (document !== null) pieces.push({ kind: "document", document, blocks: [part] });
    else if (fact !== null && last?.kind === "document" && last.document === null) last.blocks.push(part);
    else if (fact !== null) pieces.push({ kind: "document", document: null, blocks: [part] });
    else if (last?.kind === "text") last.text += text;
    else pieces.push({ kind: "text", text });
  }
  return pieces;
}

/** While it is written. */
type Open =
  | { readonly kind: "text"; text: string }
  | { readonly kind: "document"; readonly document: CitedDocument | null; readonly blocks: Part[] };

/** Where each fact, document and tool result stands among the documents of the payload. */
export function citationsOf(parts: readonly Part[]): ReadonlyMap<Part, CitationRecord> {
  const places = new Map<Part, CitationRecord>();
  const documents = runsOf(spokenOf(parts))
    .flatMap(({ spoken }) => spoken)
    .flatMap(({ said, parts: own }) => (said === null ? piecesOf(own) : []))
    .filter((piece) => piece.kind === "document");
  for (const [index, { blocks }] of documents.entries()) {
    for (const [at, block] of blocks.entries()) {
      places.set(block, { document_index: index, start_block_index: at, end_block_index: at + 1 });
    }
  }
  return places;
}
