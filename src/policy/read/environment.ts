/**
 * Fills `${NAME}` and `${NAME:-default}` in the values of a YAML file from an environment record. Pure.
 * The field decides what a value is: text stays text; see `readShape` for numbers and true/false.
 * A blank variable counts as missing: it is nearly always a fault of the deployment. `${NAME:-}` asks for a blank on purpose.
 */
import { nearest } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Path } from "../yaml/locate.ts";
import type { YamlFile } from "../yaml/parse-yaml.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A path as one text, to look it up in a set. */
export const pathKey = (path: Path): string => path.map((step) => `/${String(step)}`).join("");

export interface Expanded {
  readonly yaml: YamlFile;
  /** By path, how each value with a part from the environment is written: such values are never shown, only this. */
  readonly fromEnvironment: ReadonlyMap<string, string>;
  /** What was filled in, by the name of its variable: may be secret, in no message. */
  readonly filled: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

const PLACEHOLDER = /\$\{([^}]*)\}?/g;
const INSIDE = /^([A-Z_][A-Z0-9_]*)(?::-(.*))?$/s;

/** The names of all placeholders that stand anywhere in the text of a file, those in comments included. */
export const placeholderNames = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(PLACEHOLDER)].flatMap(([whole, inside = ""]) =>
      whole.endsWith("}") ? (INSIDE.exec(inside)?.[1] ?? []) : [],
    ),
  );

/** The names of all variables that policies can be filled in from, each as a file too; sorted. */
export function variablesOf({ policies }: Pick<Snapshot, "policies">): readonly string[] {
  const texts = [...policies.values()].flatMap(({ files }) => [...files.values()]);
  const names = new Set(texts.flatMap((text) => [...placeholderNames(text)]));
  return [...names].flatMap((name) => [name, `${name}_FILE`]).sort();
}

interface Walk {
  readonly yaml: YamlFile;
  /** Null where no placeholders are allowed. */
  readonly environment: Environment | null;
  readonly problems: Problem[];
  readonly poisoned: Path[];
  readonly fromEnvironment: Map<string, string>;
  readonly filled: Map<string, string>;
}

/** Fills the placeholders of a file; with `null` for the environment every placeholder is a problem. */
export function expandEnvironment(yaml: YamlFile, environment: Environment | null): Expanded {
  const walk: Walk = {
    yaml,
    environment,
    problems: [],
    poisoned: [...yaml.poisoned],
    fromEnvironment: new Map(),
    filled: new Map(),
  };
  const value = holdsPlaceholder(yaml.value) ? expand(yaml.value, [], walk) : yaml.value;
  return {
    yaml: { ...yaml, value, poisoned: walk.poisoned },
    fromEnvironment: walk.fromEnvironment,
    filled: walk.filled,
    problems: walk.problems,
  };
}

function holdsPlaceholder(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${");
  if (Array.isArray(value)) return value.some(holdsPlaceholder);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes("${") || holdsPlaceholder(item));
}

function expand(value: unknown, path: Path, walk: Walk): unknown {
  if (typeof value === "string") return value.includes("${") ? expandText(value, path, walk) : value;
  if (Array.isArray(value)) return value.map((item, index) => expand(item, [...path, index], walk));
  if (typeof value !== "object" || value === null) return value;
  const filled: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const place = [...path, key];
    if (key.includes("${")) report(walk, place, "env-not-here", "a key cannot come from the environment", "key");
    else filled[key] = expand(item, place, walk);
  }
  return filled;
}

function expandText(text: string, path: Path, walk: Walk): string | undefined {
  const before = walk.problems.length;
  if (walk.environment === null) {
    report(walk, path, "env-not-here", "values of the environment are filled in in policy.yaml and sources.yaml only");
  }
  const filled = text.replace(PLACEHOLDER, (whole, inside: string) => fill(whole, inside, path, walk));
  if (walk.problems.length > before) {
    walk.poisoned.push(path);
    return undefined;
  }
  walk.fromEnvironment.set(pathKey(path), text);
  return filled;
}

function fill(whole: string, inside: string, path: Path, walk: Walk): string {
  if (walk.environment === null) return whole;
  const [, name, fallback] = INSIDE.exec(inside) ?? [];
  if (name === undefined || !whole.endsWith("}")) {
    report(walk, path, "env-syntax", `write ${"$"}{NAME} or ${"$"}{NAME:-default}, the name in capitals`);
    return whole;
  }
  const value = Object.hasOwn(walk.environment, name) ? walk.environment[name] : undefined;
  if (value !== undefined && value !== "") {
    walk.filled.set(name, value);
    return value;
  }
  if (fallback !== undefined) return fallback;
  const fault = value === "" ? "is blank" : "is not set";
  const near = nearest(name, Object.keys(walk.environment));
  const misspelt = near === null ? "" : `; ${near} is set: is it misspelt?`;
  const message = `the environment variable ${name} ${fault}; set it, or give a default: \${${name}:-…}${misspelt}`;
  report(walk, path, "env-missing", message);
  return whole;
}

function report(walk: Walk, path: Path, code: ProblemCode, message: string, where: "key" | "value" = "value"): void {
  walk.problems.push({ file: walk.yaml.file, ...walk.yaml.at(path, where), code, message });
}
