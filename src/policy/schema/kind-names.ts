/** Whole kinds of candidates, which the tables of intents may name beside pieces. */
export const KIND_NAMES = ["memory", "turns", "tool_results"] as const;
export type KindName = (typeof KIND_NAMES)[number];

const DOCUMENTS = "documents:";

/** How a table names a whole source of documents. */
export const documentsOf = (source: string): string => DOCUMENTS + source;

/** The source that such a name means; null for every other name. */
export const documentsSource = (name: string): string | null =>
  name.startsWith(DOCUMENTS) ? name.slice(DOCUMENTS.length) : null;
