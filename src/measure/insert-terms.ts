/** Puts terms into the text of a vocabulary file and leaves everything else of it as it is written. Pure. */
import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";

/** A term, and what to say beside it. */
export interface NewTerm {
  readonly text: string;
  readonly comment: string;
}

/** `path` leads to the list, keys that are not there yet included: `["intents", "nutrition", "terms", "en", "1"]`. */
export function insertTerms(text: string, path: readonly string[], terms: readonly NewTerm[]): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  let node: unknown = parseDocument(text).contents;
  for (const [depth, key] of path.entries()) {
    if (!isMap(node)) break;
    const pair = node.items.find((one) => keyOf(one) === key);
    // A new part of the file goes to its end.
    if (pair === undefined && depth === 0 && node.flow !== true) break;
    if (pair === undefined) return intoMap(text, node, { path: path.slice(depth), terms, eol });
    node = pair.value;
  }
  if (isSeq(node)) return node.flow === true ? intoFlowList(text, node, { terms, eol }) : intoList(text, node, { terms, eol });
  const end = text === "" || text.endsWith("\n") ? "" : eol;
  return `${text}${end}${blockLines(path, terms, "").join(eol)}${eol}`;
}

interface Insertion {
  readonly terms: readonly NewTerm[];
  readonly eol: string;
}

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

/** In quotes unless it is plain in every YAML: no sign but letters, and no word that YAML reads as a value. */
const written = (text: string): string =>
  /^\p{L}[\p{L}\p{M}\p{N} ]*$/u.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);

const itemLines = (terms: readonly NewTerm[], indent: string): readonly string[] =>
  terms.map(({ text, comment }) => `${indent}- ${written(text)} # ${comment}`);

const flowLines = (terms: readonly NewTerm[], indent: string): readonly string[] =>
  terms.map(({ text, comment }) => `${indent}${written(text)}, # ${comment}`);

/** The keys of the path, each below the one before it, and the list. */
const blockLines = (path: readonly string[], terms: readonly NewTerm[], indent: string): readonly string[] => [
  ...path.map((key, depth) => `${indent}${"  ".repeat(depth)}${key}:`),
  ...itemLines(terms, indent + "  ".repeat(path.length)),
];

/** Weights stand from the highest down, so before the first lower one; other keys come first. */
function intoMap(text: string, map: YAMLMap, { path, terms, eol }: Insertion & { readonly path: readonly string[] }): string {
  const lower = path.length === 1 ? map.items.find((one) => Number(keyOf(one)) < Number(path[0])) : undefined;
  const [first] = map.items;
  const key = (lower ?? first)?.key;
  if (map.flow === true || !isScalar(key) || key.range == null) {
    const at = (map.range?.[0] ?? 0) + 1;
    const indent = `${indentAt(text, at)}  `;
    const open = path.map((one, depth) => (depth === 0 ? one : `{ ${one}`)).join(": ");
    const lines = [`${indent}${open}: [`, ...flowLines(terms, `${indent}  `), `${indent}]${" }".repeat(path.length - 1)},`];
    return `${text.slice(0, at)}${eol}${lines.join(eol)}${eol}${indent}${text.slice(at).replace(/^[ \t]+/, "")}`;
  }
  const start = lineStart(text, key.range[0]);
  return atLine(text, start, blockLines(path, terms, text.slice(start, key.range[0])), eol);
}

/** Before the first item. */
function intoList(text: string, list: YAMLSeq, { terms, eol }: Insertion): string {
  const start = lineStart(text, rangeStart(list.items[0]) ?? list.range?.[0] ?? 0);
  return atLine(text, start, itemLines(terms, indentAt(text, start)), eol);
}

/** After the bracket, on lines of their own: a comment ends with its line. */
function intoFlowList(text: string, list: YAMLSeq, { terms, eol }: Insertion): string {
  const at = (list.range?.[0] ?? 0) + 1;
  const indent = `${indentAt(text, at)}  `;
  const rest = text.slice(at).replace(/^[ \t]+/, "");
  const end = /^\r?\n/.test(rest) ? "" : `${eol}${indent}`;
  return `${text.slice(0, at)}${eol}${flowLines(terms, indent).join(eol)}${end}${rest}`;
}

const atLine = (text: string, start: number, lines: readonly string[], eol: string): string =>
  `${text.slice(0, start)}${lines.join(eol)}${eol}${text.slice(start)}`;

const rangeStart = (node: unknown): number | undefined => (isScalar(node) ? node.range?.[0] : undefined);
const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
const indentAt = (text: string, at: number): string => /^[ ]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? "";
