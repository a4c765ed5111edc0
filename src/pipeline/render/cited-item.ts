/** A document or a tool result in a document that the provider can cite: what names it, and its text. Pure. */
import type { Item } from "../candidate.ts";

/** What names a document, beside its blocks. */
export interface CitedDocument {
  readonly title: string;
  /** How far its source is believed, in the policy's words: apart from the title, where a label of others could say as much. */
  readonly context: string | null;
}

/** The kinds of candidates that stand in a document of their own. */
const isCitedKind = (kind: Item["kind"]): boolean => kind === "document" || kind === "tool_result";

/** The longest title that the provider takes. Characters. */
const LONGEST_TITLE = 500;

const titleOf = (label: string): string =>
  label.length <= LONGEST_TITLE ? label : Array.from(label).slice(0, LONGEST_TITLE).join("");

interface Citing {
  readonly cites: boolean;
  readonly trust: string | null;
}

/** Null for what stands in no document of its own. */
export const documentOf = ({ kind, label }: Pick<Item, "kind" | "label">, { cites, trust }: Citing): CitedDocument | null =>
  cites && isCitedKind(kind) ? { title: titleOf(label), context: trust === null ? null : `(${trust})` } : null;

/** Tokens of what names a document, each text counted by itself. */
export const headTokens = ({ title, context }: CitedDocument, count: (text: string) => number): number =>
  count(title) + (context === null ? 0 : count(context));

/** Of a document or a tool result, under its title: no mark is needed, since no text can end its own block. */
export const citedText = ({ given: { found } }: Pick<Item, "given">, text: string): string =>
  found?.listed === true && found.heading !== null ? `${found.heading}\n${text}` : text;
