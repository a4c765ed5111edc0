/** Makes a fetched or sent value harmless inside one line of a prompt. Pure. */

// Direction overrides and isolates, invisible spaces and marks that no reader sees, the tag characters that can hide whole
// sentences. U+200C and U+200D stay: Persian, Hindi and many emoji need them.
const INVISIBLE = /[\u202A-\u202E\u2066-\u2069\u200B\uFEFF\u{E0000}-\u{E007F}]/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** One line of well-formed text: a run of control characters and line separators becomes one space. */
export function cleanValue(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, "").replace(BREAKS, " ");
}
