/** Where a very long text is cut so that the pattern's backtracking stack never overflows. Pure. */

/** V8 throws on an unbroken run of some millions of units; this is far below, and above every text of ordinary use. */
export const WINDOW_UNITS = 1_048_576;
/** How far back a cut looks for a line that begins. */
const SEAM_SEARCH_UNITS = 4096;

/**
 * End of the window that begins at `start`: the text's end where that is near. Else behind a line feed whose next character is
 * neither white space nor "/", where the counts of the two sides add up exactly; else anywhere outside a surrogate pair.
 */
export function windowEnd(text: string, start: number): number {
  const limit = start + WINDOW_UNITS;
  if (limit >= text.length) return text.length;
  for (let at = limit; at > limit - SEAM_SEARCH_UNITS; at--) {
    if (text[at - 1] === "\n" && !/[\s/]/.test(text[at] as string)) return at;
  }
  const cutsPair = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return cutsPair ? limit - 1 : limit;
}
