/**
 * Holds a YAML file against its schema: every fault with its place, and what is left of the value without the faulty parts,
 * so that the checks across files can go on. Pure.
 *
 * A text from the environment is read as a number or as true/false exactly where the schema wants one.
 */
import type { z } from "zod";
import type { Problem } from "../problem.ts";
import type { Locate, Path } from "../yaml/locate.ts";
import { isRecord, valueAt } from "../yaml/value-at.ts";
import { type Expanded, pathKey } from "./environment.ts";
import { isBelow, issuesIn, issuesOf, problemsOf } from "./shape-problems.ts";

/** One file of a policy as the checks see it. */
export interface FileReading<T> {
  readonly file: string;
  readonly present: boolean;
  /** Whether the file could be read as YAML; then `raw` holds what is written. */
  readonly parsed: boolean;
  readonly raw: unknown;
  /** The value without its faulty parts; complete when there are no problems. */
  readonly value: Partial<T>;
  readonly at: Locate;
  /** Whether something at or below a path was refused, so that `value` has a default there, or nothing. */
  readonly isFaulty: (path: Path) => boolean;
  /** How a value that the environment had a part in is written; null for all others. */
  readonly placeholder: (path: Path) => string | null;
  /** See `Expanded`. */
  readonly filled: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** More rounds are never needed: each one takes faulty parts away, from the leaves up. */
const MAX_ROUNDS = 12;

export interface ShapeOptions<T> {
  readonly schema: z.ZodObject;
  readonly expanded: Expanded;
  /** Paths below which values are secret. */
  readonly isSecret: (path: Path) => boolean;
  readonly type?: T;
}

/** Reads one file. `T` is the schema's output. */
export function readShape<T>({ schema, expanded, isSecret }: ShapeOptions<T>): FileReading<T> {
  const { yaml, fromEnvironment } = expanded;
  const value = retype(schema, yaml.value, fromEnvironment);
  const result = schema.safeParse(value);
  const issues = issuesIn(result);
  const problems = problemsOf(issues, { schema, value, yaml, fromEnvironment, isSecret });
  return {
    file: yaml.file,
    present: true,
    parsed: true,
    raw: value,
    value: (result.success ? result.data : salvage(schema, value)) as Partial<T>,
    at: yaml.at,
    isFaulty: (path) => [...yaml.poisoned, ...issues.map((issue) => issue.path)].some((place) => isBelow(place, [path])),
    placeholder: (path) => fromEnvironment.get(pathKey(path)) ?? null,
    filled: expanded.filled,
    problems: [...expanded.problems, ...problems],
  };
}

/** A file that is not there, or not YAML. */
export function unread<T>(file: string, present: boolean, problems: readonly Problem[]): FileReading<T> {
  const at = (): { line: number; column: number } => ({ line: 1, column: 1 });
  const nothing = { isFaulty: () => false, placeholder: () => null, filled: new Map<string, string>() };
  return { file, present, parsed: false, raw: undefined, value: {}, at, ...nothing, problems };
}

function retype(schema: z.ZodObject, value: unknown, fromEnvironment: Expanded["fromEnvironment"]): unknown {
  if (fromEnvironment.size === 0) return value;
  const copy = structuredClone(value);
  for (const issue of issuesOf(schema, copy)) {
    if (issue.code !== "invalid_type" || !fromEnvironment.has(pathKey(issue.path))) continue;
    const holder = valueAt(copy, issue.path.slice(0, -1)) as Record<PropertyKey, unknown>;
    const last = issue.path.at(-1) as PropertyKey;
    const typed = typedScalar(String(holder[last]), issue.expected);
    if (typed !== null) holder[last] = typed;
  }
  return copy;
}

function typedScalar(text: string, expected: string): number | boolean | null {
  if (expected === "boolean") return text === "true" ? true : text === "false" ? false : null;
  const numeric = ["number", "int"].includes(expected) && /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text);
  return numeric ? Number(text) : null;
}

/** Takes away what does not fit, a part at a time, until the rest does. The members of the root may all be missing. */
function salvage(schema: z.ZodObject, value: unknown): unknown {
  const lenient = schema.partial();
  let rest = structuredClone(value);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = lenient.safeParse(rest);
    if (result.success) return result.data;
    if (typeof rest !== "object" || rest === null || Array.isArray(rest)) break;
    for (const issue of result.error.issues) rest = without(rest, issue);
  }
  return lenient.safeParse({}).data ?? {};
}

/** A copy without the faulty part: unknown keys, else the value; where a key is missing, its holder; of a list, all of it. */
function without(root: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code === "unrecognized_keys") {
    const holder = valueAt(root, issue.path);
    if (isRecord(holder)) for (const key of issue.keys) delete holder[key];
    return root;
  }
  let path: Path = issue.path;
  if (valueAt(root, path) === undefined && path.length > 1) path = path.slice(0, -1);
  while (path.length > 0 && Array.isArray(valueAt(root, path.slice(0, -1)))) path = path.slice(0, -1);
  if (path.length === 0) return {};
  const holder = valueAt(root, path.slice(0, -1));
  if (isRecord(holder)) delete holder[path.at(-1) as string];
  return root;
}
