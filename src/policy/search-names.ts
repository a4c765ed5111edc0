/** The names in braces that a search's query and body may hold. Pure. */

/** What only a search has; no place in an address. */
export const SEARCH_NAMES = ["question", "words", "k"] as const;

/**
 * Text and names alternate, beginning and ending with text: `size:{k}` is `["size:", "k", ""]`. Braces around anything that
 * is no name are text: bodies are JSON of another system, and `a{2}` means something there.
 */
export const splitNames = (text: string): readonly string[] => text.split(/\{([a-z][a-z0-9_]{0,63})\}/);

/** The names, in order. */
export const namesIn = (parts: readonly string[]): readonly string[] => parts.filter((_, index) => index % 2 === 1);

/** The name that is the whole text; null where there is more, or none. */
export const wholeName = (parts: readonly string[]): string | null =>
  parts.length === 3 && parts[0] === "" && parts[2] === "" ? (parts[1] ?? null) : null;
