/** Which names in a folder are documents. Pure. */

/** What a name stands for: `other` is told, `ignored` is not. */
export type NameKind = "document" | "other" | "ignored";

const ENDINGS: ReadonlySet<string> = new Set([".md", ".markdown", ".txt", ".html", ".htm"]);

/** For messages. */
export const ENDINGS_READ = [...ENDINGS].join(", ");

/** Dot files, and what editors leave beside the file they work on: `x~`, `#x#`, `~$x`, and the 4913 of vim. */
const isTemporary = (name: string): boolean =>
  name.startsWith(".") || name.startsWith("~$") || name.endsWith("~") || /^#.*#$/.test(name) || name === "4913";

/** From the last dot on, in lower case; empty where there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

export function kindOfName(name: string): NameKind {
  if (isTemporary(name)) return "ignored";
  return ENDINGS.has(endingOf(name)) ? "document" : "other";
}

/**
 * Whether a name can stand in a problem's line and in an id. Names that are not UTF-8 arrive with U+FFFD in place of their bytes,
 * and no file can be opened by them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const isUsableName = (name: string): boolean => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/.test(name);

/** A name on one line, whatever it holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
export const shownName = (name: string): string => name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "\ufffd");
