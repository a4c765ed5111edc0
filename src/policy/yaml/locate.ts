/** Finds the line and column of any path of a YAML document. Pure. */
import { isMap, isScalar, isSeq, type LineCounter, type Node, type Pair, type ParsedNode, type YAMLMap } from "yaml";

/** From 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Keys and indexes from the root. */
export type Path = readonly PropertyKey[];

interface Place {
  readonly node: ParsedNode | null;
  readonly key: number;
  readonly value: number;
}

/** `where`: the key of the last step, or its value (the key again where the value is left blank). */
export type Locate = (path: Path, where?: "key" | "value") => Position;

/** A locator for the document with the root `contents`. A path that leads nowhere gives its last place that exists. */
export function locator(contents: ParsedNode | null, lines: LineCounter): Locate {
  return (path, where = "value") => {
    const place = find(contents, path);
    return positionAt(where === "key" ? place.key : place.value, lines);
  };
}

/** The node at a path, or null. */
export function nodeAt(contents: ParsedNode | null, path: Path): ParsedNode | null {
  let node: ParsedNode | null = contents;
  for (const step of path) {
    node = child(node, step)?.node ?? null;
    if (node === null) return null;
  }
  return node;
}

export function positionAt(offset: number, lines: LineCounter): Position {
  const { line, col } = lines.linePos(offset);
  return line === 0 ? { line: 1, column: 1 } : { line, column: col };
}

function find(contents: ParsedNode | null, path: Path): Place {
  let place: Place = { node: contents, key: 0, value: contents?.range?.[0] ?? 0 };
  for (const step of path) {
    const next = child(place.node, step);
    if (next === null) return { node: null, key: place.key, value: place.key };
    place = next;
  }
  return place;
}

function child(node: ParsedNode | null, step: PropertyKey): Place | null {
  if (isSeq(node)) {
    const item = node.items[Number(step)] as ParsedNode | undefined;
    return item === undefined ? null : { node: item, key: start(item), value: start(item) };
  }
  if (!isMap(node)) return null;
  const pair = pairsOf(node).get(String(step));
  if (pair === undefined) return null;
  const key = start(pair.key);
  return { node: pair.value, key, value: isBlank(pair.value) ? key : start(pair.value as ParsedNode) };
}

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

/** The first pair of each key: a file with thousands of faults must not be searched thousands of times. */
const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, ParsedPair>>();

function pairsOf(map: YAMLMap): ReadonlyMap<string, ParsedPair> {
  const known = pairs.get(map);
  if (known !== undefined) return known;
  const found = new Map<string, ParsedPair>();
  for (const pair of map.items) {
    const key = keyOf(pair);
    if (key !== null && !found.has(key)) found.set(key, pair as ParsedPair);
  }
  pairs.set(map, found);
  return found;
}

/** The text of a pair's key; null where the key is no plain text. */
export const keyOf = (pair: { readonly key: unknown }): string | null => (isScalar(pair.key) ? String(pair.key.value) : null);

/** Whether nothing at all is written there. */
export const isBlank = (node: Node | null | undefined): boolean =>
  node === null || node === undefined || (isScalar(node) && node.range?.[0] === node.range?.[1]);

const start = (node: ParsedNode): number => node.range?.[0] ?? 0;
