/** Turns the schema's issues into problems with a code, a place and a sentence. Pure. */
import type { z } from "zod";
import { nearest, suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { Path } from "../yaml/locate.ts";
import type { YamlFile } from "../yaml/parse-yaml.ts";
import { valueAt } from "../yaml/value-at.ts";
import { pathKey } from "./environment.ts";
import { type Got, issueMessage, keyMessage, wrongType } from "./issue-message.ts";
import { keysAt } from "./schema-path.ts";

type Issue = z.core.$ZodIssue;

export interface Shape {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
  readonly yaml: YamlFile;
  readonly fromEnvironment: ReadonlyMap<string, string>;
  readonly isSecret: (path: Path) => boolean;
}

/** All issues of a value, those of unions replaced by the issues of the choice that fits best. */
export const issuesOf = (schema: z.ZodType, value: unknown): readonly Issue[] => issuesIn(schema.safeParse(value));

/** The same, of a value that was held against its schema already. */
export const issuesIn = (result: z.ZodSafeParseResult<unknown>): readonly Issue[] =>
  result.success ? [] : result.error.issues.flatMap((issue) => flatten(issue));

/** One problem per issue; nothing about places that are reported already. */
export function problemsOf(issues: readonly Issue[], shape: Shape): readonly Problem[] {
  const known = firstOfEachPlace(issues).filter((issue) => !isBelow(issue.path, shape.yaml.poisoned));
  const misspelt = misspeltKeys(known, shape);
  return known
    .filter((issue) => !misspelt.has(pathKey(issue.path)))
    .flatMap((issue) => (issue.code === "unrecognized_keys" ? unknownKeys(issue, shape) : [problemOf(issue, shape)]));
}

/** Several rules may refuse one value; the first one says what is wrong. */
function firstOfEachPlace(issues: readonly Issue[]): readonly Issue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const key = pathKey(issue.path);
    if (issue.code === "unrecognized_keys") return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Whether a path is one of the places, or inside one. */
export const isBelow = (path: Path, places: readonly Path[]): boolean =>
  places.some((place) => place.every((step, index) => path[index] === step));

/** Of a union, the choice whose own kind of value stands there; of several the one that is refused further inside, then for less. */
function flatten(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const choices = issue.errors.map((errors) => errors.flatMap((each) => flatten(each)));
  const fitting = choices.filter((errors) => !errors.some((each) => each.path.length === 0 && each.code === "invalid_type"));
  const best = [...fitting].sort((a, b) => atRoot(a) - atRoot(b) || a.length - b.length)[0];
  if (best !== undefined) return best.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
  const expected = choices
    .flat()
    .flatMap((each) => (each.code === "invalid_type" && each.path.length === 0 ? [each.expected] : []));
  return [{ code: "invalid_type", expected: expected.join(" "), path: issue.path, message: issue.message }];
}

const atRoot = (issues: readonly Issue[]): number => issues.filter(({ path }) => path.length === 0).length;

/** Missing keys that an unknown key beside them was meant for: one fault, told once. */
function misspeltKeys(issues: readonly Issue[], shape: Shape): ReadonlySet<string> {
  const meant = issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const names = keysAt(shape.schema, issue.path) ?? [];
    return issue.keys.map((key) => pathKey([...issue.path, nearest(key, names) ?? key]));
  });
  return new Set(meant);
}

function unknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys, { schema, yaml }: Shape): readonly Problem[] {
  const names = keysAt(schema, issue.path) ?? [];
  return issue.keys.map((key) => ({
    file: yaml.file,
    ...yaml.at([...issue.path, key], "key"),
    code: "unknown-key",
    message: `"${key}" is not a key here; ${suggestion(key, names, "keys")}`,
  }));
}

function problemOf(issue: Issue, shape: Shape): Problem {
  const { file, at } = shape.yaml;
  if (issue.code === "invalid_key") {
    return { file, ...at(issue.path, "key"), ...keyMessage(String(issue.path.at(-1)), issue.issues[0]) };
  }
  const got = gotAt(issue.path, shape);
  if (isMissing(issue, got)) {
    const holder = issue.path.slice(0, -1);
    return { file, ...at(holder, "key"), code: "missing-key", message: `the key "${String(issue.path.at(-1))}" is missing` };
  }
  const said =
    issue.code === "invalid_type"
      ? { code: "wrong-type" as const, message: wrongType(issue.expected.split(" "), got) }
      : issueMessage(issue, got);
  return { file, ...at(issue.path), ...said };
}

const isMissing = (issue: Issue, got: Got): boolean =>
  got.value === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.path.length > 0;

function gotAt(path: Path, { value, yaml, fromEnvironment, isSecret }: Shape): Got {
  const origin = isSecret(path) ? "secret" : fromEnvironment.has(pathKey(path)) ? "environment" : "file";
  return { value: valueAt(value, path), written: yaml.written(path), origin };
}
