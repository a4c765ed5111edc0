/** Bounds a text without splitting a character. Pure. */

/** The first `most` code points of the text, lone surrogates replaced by U+FFFD. */
export function cutText(text: string, most: number): string {
  // No more than two UTF-16 units per code point, so what lies behind them cannot matter.
  const near = text.slice(0, 2 * most).toWellFormed();
  return near.length <= most ? near : [...near].slice(0, most).join("");
}
