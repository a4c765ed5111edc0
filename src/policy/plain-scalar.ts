/** Single values of plain YAML: words, numbers, true and false, texts in simple quotes. Pure. */
import type { Cursor } from "./plain-cursor.ts";

export const LF = 10;
export const SPACE = 32;
export const HASH = 35;
const COMMA = 44;
const COLON = 58;
const OPEN = 91;
const CLOSE = 93;
const BRACES: ReadonlySet<number> = new Set([OPEN, 123, 125]);

/** A text may not begin with these; a minus may stand before a digit. */
const INDICATOR = /^(?:[?:,[\]{}#&*!|>'"%@`]|-(?!\d))/;
/** What YAML reads as something else than text, in all its spellings. */
const SPECIAL =
  /^(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$/;
const NUMBER = /^(?:-?[1-9][0-9]{0,14}|0|-?(?:0|[1-9][0-9]{0,9})\.[0-9]{1,4})$/;

/** The value of an unquoted text; undefined for the rarer spellings of numbers and constants. */
function scalarOf(source: string): unknown {
  if (source === "" || INDICATOR.test(source)) return undefined;
  if (!SPECIAL.test(source)) return source;
  if (source === "true" || source === "false") return source === "true";
  if (source === "null") return null;
  return NUMBER.test(source) ? Number(source) : undefined;
}

/** A text in quotes, without escapes and blank lines. */
export function readQuoted(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  const quote = text[at] as string;
  const end = text.indexOf(quote, at + 1);
  if (end === -1 || text[end + 1] === quote) return undefined;
  const value = text.slice(at + 1, end);
  cursor.spot = at;
  cursor.at = end + 1;
  if (value.includes("\\")) return undefined;
  return value.includes("\n") ? foldLines(value, cursor.parent) : value;
}

/** The lines of one text with a space between; undefined where one of them is blank or does not stand deep enough. */
function foldLines(source: string, parent: number): string | undefined {
  const [first = "", ...others] = source.split("\n");
  const bare = others.map((line) => line.replace(/^ +/, ""));
  if (others.some((line, index) => bare[index] === "" || line.length - (bare[index] as string).length <= parent))
    return undefined;
  const lines = [first, ...bare];
  if (first.trim() === "") return undefined;
  return lines.map((line, index) => (index < bare.length ? line.replace(/ +$/, "") : line)).join(" ");
}

/** An unquoted text up to the end of its line, or to a comment. */
export function readLine(cursor: Cursor): unknown {
  const { text, at } = cursor;
  let end = text.indexOf("\n", at);
  if (end === -1) end = text.length;
  const comment = text.indexOf(" #", at);
  if (comment !== -1 && comment < end) end = comment;
  const source = text.slice(at, end).replace(/ +$/, "");
  if (source.endsWith(":") || source.includes(": ")) return undefined;
  cursor.spot = at;
  cursor.at = end;
  return scalarOf(source);
}

/** An unquoted text inside brackets, up to the next comma or bracket; it may go on in the next line. */
export function readListed(cursor: Cursor): unknown {
  const { text, at } = cursor;
  let end = at;
  let broken = false;
  for (let code = text.charCodeAt(end); code !== COMMA && code !== CLOSE; code = text.charCodeAt(end)) {
    if (Number.isNaN(code) || BRACES.has(code) || (code === COLON && !isInside(text, end + 1))) return undefined;
    if (code === HASH && isBlank(text.charCodeAt(end - 1))) return undefined;
    if (code === LF) broken = true;
    end += 1;
  }
  const source = text.slice(at, end).trimEnd();
  cursor.spot = at;
  cursor.at = at + source.length;
  if (!broken || !source.includes("\n")) return scalarOf(source);
  if (source.split("\n").some((line) => INDICATOR.test(line.replace(/^ +/, "")))) return undefined;
  return scalarOf(foldLines(source, cursor.parent) ?? "");
}

/** Whether a colon before this place is a part of the text. */
const isInside = (text: string, at: number): boolean => at < text.length && !/[\s,[\]{}]/.test(text[at] as string);

const isBlank = (code: number): boolean => code === SPACE || code === LF;
