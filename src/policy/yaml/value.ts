/** Turns YAML nodes into plain values, refusing what makes a file mean something else than it seems to. Pure. */
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap } from "yaml";
import type { ProblemCode } from "../problem-codes.ts";
import { keyOf, type Path } from "./locate.ts";

interface ValueFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
}

export interface ReadValue {
  readonly value: unknown;
  readonly faults: readonly ValueFault[];
  /** Places whose value is not known; what is wrong there is said once, by the fault. */
  readonly poisoned: readonly Path[];
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

interface Walk {
  readonly text: string;
  readonly lineOf: (offset: number) => number;
  readonly faults: ValueFault[];
  readonly poisoned: Path[];
  readonly aliases: number[];
}

/** The value of a document: mappings as objects in file order, the first of two equal keys. Linear in its size. */
export function readValue(root: ParsedNode | null, text: string, lineOf: (offset: number) => number): ReadValue {
  const walk: Walk = { text, lineOf, faults: [], poisoned: [], aliases: [] };
  const value = read(root, [], walk);
  const [first] = walk.aliases;
  if (first !== undefined) walk.faults.push({ code: "alias", message: aliasMessage(walk.aliases.length), offset: first });
  return { value, faults: walk.faults, poisoned: walk.poisoned };
}

const aliasMessage = (count: number): string =>
  `anchors (&), aliases (*) and merge keys (<<) are not allowed${count > 1 ? ` (${count} in this file)` : ""}; write the value out where it is needed`;

function read(node: ParsedNode | null, path: Path, walk: Walk): unknown {
  if (node === null) return null;
  const at = node.range[0];
  if (isAlias(node)) {
    walk.aliases.push(at);
    walk.poisoned.push(path);
    return undefined;
  }
  if (node.anchor !== undefined) walk.aliases.push(walk.text.lastIndexOf("&", at));
  if (node.tag !== undefined) {
    const mark = walk.text.lastIndexOf("!", at);
    const offset = walk.text[mark - 1] === "!" ? mark - 1 : mark;
    walk.faults.push({ code: "tag", message: "type tags (!) are not allowed; a text in quotes is a text", offset });
    walk.poisoned.push(path);
    return undefined;
  }
  if (isMap(node)) return readMap(node, path, walk);
  if (isSeq(node)) return node.items.map((item, index) => read(item as ParsedNode, [...path, index], walk));
  return isScalar(node) ? node.value : null;
}

function readMap(map: YAMLMap, path: Path, walk: Walk): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const seen = new Map<string, number>();
  for (const pair of map.items) {
    const keyNode = pair.key as ParsedNode;
    const key = keyOf(pair);
    const offset = keyNode?.range?.[0] ?? 0;
    if (keyNode !== null && "anchor" in keyNode && keyNode.anchor !== undefined) {
      walk.aliases.push(walk.text.lastIndexOf("&", offset));
    }
    if (key === null || isAlias(keyNode)) {
      if (isAlias(keyNode)) walk.aliases.push(offset);
      walk.poisoned.push(path);
      continue;
    }
    const fault = keyFault(key, offset, seen, walk);
    if (fault !== null) {
      if (fault === "merge") walk.poisoned.push(path);
      continue;
    }
    seen.set(key, walk.lineOf(offset));
    value[key] = read(pair.value as ParsedNode | null, [...path, key], walk);
  }
  return value;
}

function keyFault(key: string, offset: number, seen: ReadonlyMap<string, number>, walk: Walk): "merge" | "refused" | null {
  if (key === "<<") {
    walk.aliases.push(offset);
    return "merge";
  }
  if (FORBIDDEN_KEYS.has(key)) {
    walk.faults.push({ code: "forbidden-key", message: `"${key}" is not allowed as a key`, offset });
    return "refused";
  }
  const first = seen.get(key);
  if (first === undefined) return null;
  const message = `"${key}" stands in line ${first} and again in line ${walk.lineOf(offset)}; keep one of them`;
  walk.faults.push({ code: "duplicate-key", message, offset });
  return "refused";
}
