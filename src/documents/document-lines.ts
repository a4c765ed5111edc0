/** Brings a file's text to lines with line feeds, and refuses what is no text. Pure. */

/** More than one control character in ten is no text that people wrote. */
const MOST_CONTROLS = 0.1;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\x01-\x08\x0B\x0E-\x1F\x7F]/g;

/** The lines without their ends and without a byte order mark. CRLF, LF and a lone CR each end one line. */
export const readLinesOf = (text: string): readonly string[] => text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);

export interface BinaryFault {
  /** From 1, of the first character that does not belong. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Why the lines are no text; null where they are. */
export function binaryFault(lines: readonly string[]): BinaryFault | null {
  let controls = 0;
  let length = 0;
  let first: { readonly line: number; readonly column: number } | null = null;
  for (const [index, line] of lines.entries()) {
    const nul = line.indexOf("\0");
    if (nul !== -1) {
      const message = "a NUL character stands here: the file is no text; save it as UTF-8 text, or take it out of the folder";
      return { line: index + 1, column: nul + 1, message };
    }
    const found = [...line.matchAll(CONTROL)];
    if (found[0] !== undefined) first ??= { line: index + 1, column: found[0].index + 1 };
    controls += found.length;
    length += line.length;
  }
  if (first === null || controls <= length * MOST_CONTROLS) return null;
  const message = `${controls} of ${length} characters are control characters, the first one here: the file is no text; take it out of the folder`;
  return { ...first, message };
}
