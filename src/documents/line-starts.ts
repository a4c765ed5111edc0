/** What a line of Markdown can begin (CommonMark 0.31.2, and the tables of GFM), seen outside of all containers. Pure. */

/** Columns of white space at the start; a tab goes to the next multiple of four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === "\t") columns += 4 - (columns % 4);
    else if (char === " ") columns += 1;
    else break;
  }
  return columns;
}

export const isBlankLine = (line: string): boolean => /^[ \t]*$/.test(line);

export interface Fence {
  readonly mark: string;
  readonly length: number;
}

export function fenceAt(line: string): Fence | null {
  const run = /^ {0,3}(?<run>`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.groups?.["run"];
  return run === undefined ? null : { mark: run.charAt(0), length: run.length };
}

export function closesFence(line: string, { mark, length }: Fence): boolean {
  const run = /^ {0,3}(?<run>`{3,}|~{3,})[ \t]*$/.exec(line)?.groups?.["run"];
  return run?.charAt(0) === mark && run.length >= length;
}

export interface AtxHeading {
  readonly level: number;
  readonly text: string;
}

export function atxHeadingAt(line: string): AtxHeading | null {
  const marks = /^ {0,3}(?<marks>#{1,6})(?=[ \t]|$)/.exec(line);
  if (marks === null) return null;
  const text = line.slice(marks[0].length).trim();
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  const isClosed = end === 0 || /[ \t]/.test(text.charAt(end - 1));
  return { level: marks.groups?.["marks"]?.length ?? 1, text: isClosed ? text.slice(0, end).trim() : text };
}

/** 1 or 2 under the lines of a paragraph; null for any other line. */
export function underlineLevel(line: string): 1 | 2 | null {
  const mark = /^ {0,3}(?:(?<first>=+)|-+)[ \t]*$/.exec(line);
  return mark === null ? null : mark.groups?.["first"] === undefined ? 2 : 1;
}

export const isRule = (line: string): boolean => /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line);

export const isQuote = (line: string): boolean => /^ {0,3}>/.test(line);

export interface ItemStart {
  /** Items of one list have the same: the bullet, or what stands behind the number. */
  readonly mark: string;
  /** Columns that a line needs before it to belong to the item. */
  readonly indent: number;
  readonly isEmpty: boolean;
  /** Whether it may stand directly under running text: "14. of May" begins no list. */
  readonly interrupts: boolean;
}

export function itemAt(line: string): ItemStart | null {
  const groups = /^(?<before> {0,3})(?<mark>[-+*]|(?<number>\d{1,9})[.)])(?=[ \t]|$)/.exec(line)?.groups;
  if (groups === undefined || isRule(line)) return null;
  const { before = "", mark = "", number } = groups;
  const marked = before.length + mark.length;
  const isEmpty = isBlankLine(line.slice(marked));
  const blanks = indentOf(" ".repeat(marked) + line.slice(marked)) - marked;
  return {
    mark: mark.slice(-1),
    indent: marked + (isEmpty || blanks > 4 ? 1 : blanks),
    isEmpty,
    interrupts: !isEmpty && (number === undefined || Number(number) === 1),
  };
}

const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const LONE_TAG =
  /^ {0,3}<(?:[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][a-z0-9-]*\s*)>[ \t]*$/i;

/** How a block of raw HTML ends: with the line that holds `end`, or null before a blank line. */
export interface HtmlStart {
  readonly end: RegExp | null;
  readonly interrupts: boolean;
}

const HTML: readonly (readonly [RegExp, RegExp | null])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^ {0,3}</?(?:${BLOCK_TAGS})(?:[ \\t]|/?>|$)`, "i"), null],
];

export function htmlAt(line: string): HtmlStart | null {
  if (!/^ {0,3}</.test(line)) return null;
  for (const [start, end] of HTML) if (start.test(line)) return { end, interrupts: true };
  return LONE_TAG.test(line) ? { end: null, interrupts: false } : null;
}

/** Whether running text ends before this line. */
export function interruptsText(line: string): boolean {
  if (indentOf(line) >= 4) return false;
  return (
    fenceAt(line) !== null ||
    atxHeadingAt(line) !== null ||
    isRule(line) ||
    isQuote(line) ||
    itemAt(line)?.interrupts === true ||
    htmlAt(line)?.interrupts === true
  );
}

/** Cells of a table's row; bars behind a backslash part nothing. */
function cellsOf(line: string): number {
  let bars = 0;
  const row = line.trim();
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === "\\") at += 1;
    else if (row[at] === "|") bars += 1;
  }
  const closed = bars > 1 || !row.startsWith("|") ? /(?<!\\)(?:\\\\)*\|$/.test(row) : false;
  return bars + 1 - (row.startsWith("|") ? 1 : 0) - (closed ? 1 : 0);
}

const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Whether a table begins with these two lines: its head and the row of dashes. */
export function isTableStart(head: string, delimiters: string | undefined): boolean {
  if (delimiters === undefined || indentOf(head) >= 4 || !DELIMITERS.test(delimiters)) return false;
  if (!delimiters.includes("|") && !(delimiters.includes(":") || head.includes("|"))) return false;
  return cellsOf(head) === cellsOf(delimiters);
}
