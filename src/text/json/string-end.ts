/** Where a string of a JSON text ends, without parsing it. Pure. */

const BACKSLASH = 0x5c;

/** Offset of the quote that closes the string opened at `start`; the text's length where none does. */
export function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    const isEscaped = (quote - before) % 2 === 0;
    if (!isEscaped) return quote;
  }
  return json.length;
}
