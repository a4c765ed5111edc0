/** Makes a fetched or sent value harmless inside one line of a prompt, and says whether a reader would see anything of it. Pure. */
import type { Json } from "../sources/source-result.ts";

// What no reader sees and what can hide whole sentences: direction marks and overrides, invisible spaces and operators, tag
// characters, variation selectors, soft hyphens, annotations. The rest of Unicode's list is below, because it has a use.
const INVISIBLE = /(?![\u200C\u200D]|[\uFE0E\uFE0F\u115F\u1160\u3164\uFFA0])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
// Ends of lines, controls (escape codes of terminals too), and letters that are drawn as nothing: Hangul fillers, the blank of Braille.
const BLANKS = /[\p{Cc}\u2028\u2029\u115F\u1160\u3164\uFFA0\u2800]+/gu;
// Persian, Hindi and many emoji need joiners and the two selectors of presentation, but one of each and beside what is visible.
const JOINERS = /(?:[\u200C\u200D]|[\uFE0E\uFE0F])+/gu;
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800])[^\p{Z}\p{Cc}]/u;

/** One line of well-formed text: a run of controls, line separators and blank letters becomes one space. Idempotent. */
export function cleanValue(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, "").replace(BLANKS, " ").replace(JOINERS, neededJoiners);
}

// What a text that hides something has: tags, embeddings, overrides and isolates of direction, invisible operators, annotations, three or
// more invisible characters in a row (which spell bits), controls of terminals. Alone, a soft hyphen, a mark of direction, a zero width space or a
// joiner is how Hebrew, Khmer, Persian or a web page is written: they go too, where they have no use, and nobody is told.
const HIDING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  /[\u202A-\u202E\u2061-\u2069\u206A-\u206F\uFFF9-\uFFFB\u{E0000}-\u{E007F}\0-\x08\x0E-\x1F\x7F]|\p{Default_Ignorable_Code_Point}{3}/u;
// The flags of England, Scotland and Wales are spelt with tags.
const FLAGS = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;
const PLAIN = /^[\t\n\r -~]*$/;

/** Whether a text holds what can hide another text from a reader, or show it in another order; cleaning takes it out. */
export const hidesText = (text: string): boolean => !PLAIN.test(text) && HIDING.test(text.replace(FLAGS, ""));

/** Of a run of joiners after a visible character: the first selector, and the first joiner where something visible is joined. */
function neededJoiners(run: string, offset: number, text: string): string {
  const before = text.slice(Math.max(0, offset - 2), offset);
  if (!/\P{Z}$/u.test(before)) return "";
  const selector = /[\uFE0E\uFE0F]/.exec(run)?.[0] ?? "";
  const joiner = /[\u200C\u200D]/.exec(run)?.[0] ?? "";
  /** After a mark a joiner may stand at the end of a word: it shapes the last letter in Malayalam and Hindi. */
  const joins = /^\P{Z}/u.test(text.slice(offset + run.length, offset + run.length + 2)) || /\p{M}$/u.test(before);
  return joins ? selector + joiner : selector;
}

/** Whether nothing visible is left of a value: of a text after cleaning, of a list in all its items. Null is blank. */
export function isBlank(value: Json): boolean {
  if (typeof value === "string") return !VISIBLE.test(value);
  return value === null || (Array.isArray(value) && value.every(isBlank));
}

/** Lines as they are, each cleaned; tabs stay, line ends become line feeds, blank lines at both ends and blanks at line ends go. */
export function cleanText(text: string): string {
  const lines = text.split(LINE_END).map((line) => line.split("\t").map(cleanValue).join("\t").trimEnd());
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return first === -1 ? "" : lines.slice(first, last + 1).join("\n");
}

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/;
