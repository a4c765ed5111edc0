/** What the lines of a text are: headings, list items, table rows, code, or running text. Pure; Markdown as people and models write it. */

export type LineKind = "text" | "heading" | "item" | "row" | "code" | "blank" | "rule";

export interface Line {
  readonly kind: LineKind;
  /** UTF-16 offsets; the line break belongs to the line. */
  readonly start: number;
  readonly end: number;
  /** Whether it goes on with what the line before it began. */
  readonly continues: boolean;
  /** Of a heading: 1 to 6 by its marks, 7 where it is a line in bold. 0 for all others. */
  readonly level: number;
}

const LINE = /[^\n\r\u2028\u2029]*(?:\r\n|[\n\r\u2028\u2029]|$)/gy;
const BLANK = /^\s*$/u;
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})\s*$/u;
const HEADING = /^ {0,3}(?<marks>#{1,6})(?:\s|$)/u;
const BOLD_HEADING = /^ {0,3}(?:\*\*[^*]+\*\*|__[^_]+__)[:：]?\s*$/u;
const UNDERLINE = /^ {0,3}(?:(?<first>=+)|-+)\s*$/u;
const BULLET = /^\s*(?:[-*+•‣◦▪●○·・–—]\s+|[•‣◦▪●○・]\S)/u;
const NUMBERED = /^\s*(?:\(?(?<number>\p{Nd}{1,9})(?:[.)]\s|[．）、])|\(?\p{L}[)）]\s)/u;
const FENCE = /^[\s>]*(?<fence>`{3,}|~{3,})/u;
const OPEN_TAG = /^ {0,3}<(?<tag>table|pre|ul|ol|dl)\b/iu;
const DELIMITER = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u;
const FRAMED = /^[\s>]*\|.*\|\s*$/u;
const TABBED = /\S\t+\S/u;
const INDENTED = /^(?: {2,}|\t)/u;

/** The lines of `text` in order; they make up the text. Linear in its length. */
export function readLines(text: string): readonly Line[] {
  const raw = rawLines(text);
  const lines: Line[] = [];
  let at = 0;
  while (at < raw.length) {
    const taken = takeBlock(raw, at, lines.at(-1)) ?? [oneLine(raw, at, lines)];
    lines.push(...taken);
    at += taken.length;
  }
  return lines;
}

interface RawLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function rawLines(text: string): readonly RawLine[] {
  const lines: RawLine[] = [];
  LINE.lastIndex = 0;
  for (let start = 0; start < text.length; ) {
    LINE.lastIndex = start;
    const line = LINE.exec(text)?.[0] ?? "";
    lines.push({ text: line, start, end: start + line.length });
    start += line.length;
  }
  return lines;
}

const lineOf = ({ start, end }: RawLine, kind: LineKind, continues: boolean, level = 0): Line => ({
  kind,
  start,
  end,
  continues,
  level,
});

/** Code and tables, which are read to their end; null where none begins. */
function takeBlock(raw: readonly RawLine[], at: number, before: Line | undefined): readonly Line[] | null {
  const first = raw[at] as RawLine;
  const length = codeLength(raw, at);
  if (length > 0) {
    // Code that is indented under a list item is part of it.
    const inside = before?.kind === "item" && INDENTED.test(first.text);
    return raw.slice(at, at + length).map((line, index) => lineOf(line, inside ? "item" : "code", inside || index > 0));
  }
  const rows = tableLength(raw, at);
  return rows === 0 ? null : raw.slice(at, at + rows).map((line) => lineOf(line, "row", false));
}

function codeLength(raw: readonly RawLine[], at: number): number {
  const first = (raw[at] as RawLine).text;
  const fence = FENCE.exec(first)?.groups?.["fence"];
  const tag = OPEN_TAG.exec(first)?.groups?.["tag"]?.toLowerCase();
  if (fence === undefined && tag === undefined) return 0;
  const closes = (line: string): boolean => {
    if (fence === undefined) return line.toLowerCase().includes(`</${tag}>`);
    const found = FENCE.exec(line);
    return found?.groups?.["fence"]?.startsWith(fence) === true && line.slice(found[0].length).trim() === "";
  };
  if (fence === undefined && closes(first)) return 1;
  // A fence that nobody closes holds the rest, as in Markdown.
  return Math.min(runOf(raw, at + 1, (line) => !closes(line)) + 2, raw.length - at);
}

/** Rows: a head with its delimiter and all rows with a bar, or lines that are framed by bars, or two lines or more with tabs between words. */
function tableLength(raw: readonly RawLine[], at: number): number {
  const [first, second] = [raw[at]?.text ?? "", raw[at + 1]?.text ?? ""];
  if (first.includes("|") && second.includes("|") && DELIMITER.test(second)) return runOf(raw, at, (line) => line.includes("|"));
  if (FRAMED.test(first)) return runOf(raw, at, (line) => FRAMED.test(line));
  return TABBED.test(first) && TABBED.test(second) ? runOf(raw, at, (line) => TABBED.test(line)) : 0;
}

/** How many lines from `at` on belong. */
function runOf(raw: readonly RawLine[], at: number, belongs: (line: string) => boolean): number {
  let end = at;
  while (end < raw.length && belongs((raw[end] as RawLine).text)) end += 1;
  return end - at;
}

function oneLine(raw: readonly RawLine[], at: number, lines: readonly Line[]): Line {
  const line = raw[at] as RawLine;
  const before = lines.at(-1);
  if (BLANK.test(line.text)) return lineOf(line, "blank", false);
  const marks = HEADING.exec(line.text)?.groups?.["marks"];
  if (marks !== undefined) return lineOf(line, "heading", false, marks.length);
  if (before?.kind === "heading" && before.level < 3 && !before.continues && UNDERLINE.test(line.text)) {
    return lineOf(line, "heading", true, before.level);
  }
  if (RULE.test(line.text)) return lineOf(line, "rule", false);
  const under = before?.kind === "text" ? null : UNDERLINE.exec(raw[at + 1]?.text ?? "");
  if (under !== null && before?.kind !== "item" && !isItem(line.text, before)) {
    return lineOf(line, "heading", false, under.groups?.["first"] === undefined ? 2 : 1);
  }
  if (BOLD_HEADING.test(line.text)) return lineOf(line, "heading", false, 7);
  if (isItem(line.text, before)) return lineOf(line, "item", false);
  return isInItem(line.text, lines) ? lineOf(line, "item", true) : lineOf(line, "text", before?.kind === "text");
}

/** A number that is not 1 directly under running text is the rest of a sentence: "on the / 3. of May". */
function isItem(line: string, before: Line | undefined): boolean {
  if (BULLET.test(line)) return true;
  const number = NUMBERED.exec(line)?.groups;
  if (number === undefined) return false;
  return before?.kind !== "text" || !/^(?!0*1$)[0-9]+$/u.test(number["number"] ?? "");
}

/** Text directly under an item goes on with it, and indented text after a blank line does. */
function isInItem(line: string, lines: readonly Line[]): boolean {
  const before = lines.at(-1);
  if (before?.kind === "item") return true;
  return before?.kind === "blank" && lines.at(-2)?.kind === "item" && INDENTED.test(line);
}
