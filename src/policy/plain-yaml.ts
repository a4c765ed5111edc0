/**
 * Reads YAML of the plainest form many times faster than the reader proper: mappings and lists by indentation, lists in
 * brackets, unescaped texts, comments. Whatever else stands in a file, faults among it, is left to the reader proper, so
 * that the two never differ. Pure.
 */
import type { Cursor, Spot } from "./plain-cursor.ts";
import { HASH, LF, readLine, readListed, readQuoted, SPACE } from "./plain-scalar.ts";
import { FORBIDDEN_KEYS } from "./yaml-value.ts";

export interface PlainYaml {
  readonly value: unknown;
  readonly spot: Spot;
}

const MOST_DEPTH = 20;
const LONGEST_KEY = 200;

/** Line ends and blanks of other kinds, and the lines that part documents. */
const UNUSUAL = /[\t\r\uFEFF\u0085\u2028\u2029]|^(?:---|\.\.\.)/m;

/** Null where the text is not of that form. Every function below gives undefined for it. */
export function readPlainYaml(text: string): PlainYaml | null {
  if (UNUSUAL.test(text)) return null;
  const cursor: Cursor = { text, at: 0, column: 0, parent: -1, spot: 0 };
  toContent(cursor);
  const value = cursor.column === 0 ? readEntries(cursor, 0, 0) : undefined;
  return value === undefined || cursor.at < text.length ? null : { value, spot: cursor.spot };
}

/** From the start of a line to the first character that is neither blank nor comment. */
function toContent(cursor: Cursor): void {
  const { text } = cursor;
  for (let line = cursor.at; line < text.length; ) {
    let first = line;
    while (text.charCodeAt(first) === SPACE) first += 1;
    const code = text.charCodeAt(first);
    if (first < text.length && code !== LF && code !== HASH) {
      cursor.at = first;
      cursor.column = first - line;
      return;
    }
    const end = text.indexOf("\n", first);
    line = end === -1 ? text.length : end + 1;
  }
  cursor.at = text.length;
  cursor.column = -1;
}

/** Past the blanks and the comment that end a line, to the next content; false where something else stands there. */
function endLine(cursor: Cursor): boolean {
  const { text } = cursor;
  const from = cursor.at;
  skipSpaces(cursor);
  const code = text.charCodeAt(cursor.at);
  if (cursor.at < text.length && code !== LF && !(code === HASH && cursor.at > from)) return false;
  const end = text.indexOf("\n", cursor.at);
  cursor.at = end === -1 ? text.length : end + 1;
  toContent(cursor);
  return true;
}

function skipSpaces(cursor: Cursor): void {
  while (cursor.text.charCodeAt(cursor.at) === SPACE) cursor.at += 1;
}

function readEntries(cursor: Cursor, column: number, depth: number): unknown {
  const value: Record<string, unknown> = {};
  const entries = new Map<string, { key: number; value: Spot }>();
  const start = cursor.at;
  if (depth > MOST_DEPTH) return undefined;
  do {
    const at = cursor.at;
    const key = readKey(cursor);
    if (key === undefined || key === "<<" || FORBIDDEN_KEYS.has(key) || entries.has(key)) return undefined;
    const item = readValue(cursor, column, depth + 1);
    if (item === undefined) return undefined;
    value[key] = item;
    entries.set(key, { key: at, value: cursor.spot });
  } while (cursor.column === column);
  cursor.spot = { at: start, entries };
  return cursor.column > column ? undefined : value;
}

const KEY = /[^\n#:"'[\]{},&*!|>%@`? -][^\n#:"'[\]{},&*!|>%@`?]*(?=:(?:[ \n]|$))|-\d[\d.]*(?=:(?:[ \n]|$))/y;

function readKey(cursor: Cursor): string | undefined {
  KEY.lastIndex = cursor.at;
  const key = KEY.exec(cursor.text)?.[0];
  if (key === undefined || key.length > LONGEST_KEY || key.endsWith(" ")) return undefined;
  cursor.at += key.length + 1;
  return key;
}

/** What stands after a key, on its line or below it. */
function readValue(cursor: Cursor, column: number, depth: number): unknown {
  const from = cursor.at;
  skipSpaces(cursor);
  const code = cursor.text.charCodeAt(cursor.at);
  const isBlank = cursor.at >= cursor.text.length || code === LF || (code === HASH && cursor.at > from);
  if (!isBlank) return readInline(cursor, column);
  cursor.at = from;
  if (!endLine(cursor)) return undefined;
  if (isItem(cursor)) return cursor.column >= column ? readItems(cursor, cursor.column, depth) : undefined;
  if (cursor.column <= column) return undefined;
  return cursor.text[cursor.at] === "[" ? readInline(cursor, column) : readEntries(cursor, cursor.column, depth);
}

const isItem = ({ text, at }: Cursor): boolean => text[at] === "-" && text[at + 1] === " ";

function readItems(cursor: Cursor, column: number, depth: number): unknown {
  const values: unknown[] = [];
  const items: Spot[] = [];
  const start = cursor.at;
  if (depth > MOST_DEPTH) return undefined;
  while (cursor.column === column && isItem(cursor)) {
    const dash = cursor.at;
    cursor.at += 1;
    skipSpaces(cursor);
    const inner = column + cursor.at - dash;
    KEY.lastIndex = cursor.at;
    const value = KEY.test(cursor.text) ? readEntries(cursor, inner, depth + 1) : readInline(cursor, column);
    if (value === undefined) return undefined;
    values.push(value);
    items.push(cursor.spot);
  }
  cursor.spot = { at: start, items };
  return cursor.column > column ? undefined : values;
}

/** A value on the line itself, or in brackets that begin there; nothing may follow it. */
function readInline(cursor: Cursor, parent: number): unknown {
  const first = cursor.text[cursor.at];
  cursor.parent = parent;
  const value = first === "[" ? readList(cursor, 0) : first === '"' || first === "'" ? readQuoted(cursor) : readBare(cursor);
  return value !== undefined && endLine(cursor) ? value : undefined;
}

/** An unquoted text, or an empty mapping. */
function readBare(cursor: Cursor): unknown {
  if (!cursor.text.startsWith("{}", cursor.at)) return readLine(cursor);
  cursor.spot = cursor.at;
  cursor.at += 2;
  return {};
}

function readList(cursor: Cursor, depth: number): unknown {
  const { text } = cursor;
  const values: unknown[] = [];
  const items: Spot[] = [];
  const start = cursor.at;
  cursor.at += 1;
  while (depth < MOST_DEPTH && skipBlank(cursor, depth)) {
    const first = text[cursor.at];
    if (first === "]") {
      cursor.at += 1;
      cursor.spot = { at: start, items };
      return values;
    }
    const value =
      first === "[" ? readList(cursor, depth + 1) : first === '"' || first === "'" ? readQuoted(cursor) : readListed(cursor);
    if (value === undefined) return undefined;
    values.push(value);
    items.push(cursor.spot);
    if (!skipBlank(cursor, depth)) return undefined;
    if (text[cursor.at] === ",") cursor.at += 1;
    else if (text[cursor.at] !== "]") return undefined;
  }
  return undefined;
}

/** Past blanks and comments inside brackets; false where the line does not stand deep enough. */
function skipBlank(cursor: Cursor, depth: number): boolean {
  const { text, parent } = cursor;
  let line = -1;
  for (let before = 0; cursor.at < text.length; cursor.at += 1) {
    const code = text.charCodeAt(cursor.at);
    if (code === LF) line = cursor.at + 1;
    else if (code === HASH && (before === SPACE || cursor.at === line)) {
      cursor.at = text.indexOf("\n", cursor.at) - 1;
      if (cursor.at < 0) return false;
    } else if (code !== SPACE) {
      const column = cursor.at - line;
      return line === -1 || column > parent || (column === parent && depth === 0 && text[cursor.at] === "]");
    }
    before = code;
  }
  return false;
}
