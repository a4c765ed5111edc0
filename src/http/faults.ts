/** zod's issues as the faults of a problem reply: where, what was expected, what was got; never the value of a text. Pure. */
import type { z } from "zod";
import type { ErrorItem } from "../errors.ts";
import { nearest } from "../policy/nearest.ts";
import { pointerTo } from "../service/pointer.ts";
import { describeValue, describeWord } from "./describe-value.ts";

type Issue = z.core.$ZodIssue;

/** Unknown names looked at in one object; a body can hold very many. */
const MOST = 100;

/** How a part of the request names its places: a body by pointer, everything else by parameter. */
export type Part = "body" | "parameters";

export interface Checked {
  readonly input: unknown;
  readonly part: Part;
  /** The names of the fields that the object at a path may have. */
  readonly fieldsAt: (path: readonly PropertyKey[]) => readonly string[];
}

/** One fault for each wrong value and for each unknown name. */
export function faultsOf(issues: readonly Issue[], { input, part, fieldsAt }: Checked): readonly ErrorItem[] {
  return issues.flatMap(insideUnion).flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [wrongValue(issue, input, part)];
    const known = fieldsAt(issue.path);
    return issue.keys.slice(0, MOST).map((key) => unknownField([...issue.path, key], part, known));
  });
}

/** The issues inside the one branch of a union that the value is of by its own type, each with its whole path. */
function insideUnion(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const [meant, ...others] = issue.errors.filter((branch) => branch.some(({ path }) => path.length > 0));
  if (meant === undefined || others.length > 0) return [issue];
  return meant.flatMap((one) => insideUnion({ ...one, path: [...issue.path, ...one.path] }));
}

function unknownField(path: readonly PropertyKey[], part: Part, known: readonly string[]): ErrorItem {
  const meant = nearest(String(path.at(-1)), known);
  const what = part === "body" ? "field" : "parameter";
  return {
    ...place(path, part),
    message: meant === null ? `unknown ${what}` : `unknown ${what}, did you mean ${meant}?`,
    expected: known.length === 0 ? `no ${what}` : `one of ${known.join(", ")}`,
    got: `an unknown ${what}`,
  };
}

function wrongValue(issue: Issue, input: unknown, part: Part): ErrorItem {
  const value = valueAt(input, issue.path);
  const expected = expectation(issue);
  const got = gotOf(issue, value);
  return { ...place(issue.path, part), message: `expected ${expected}, got ${got}`, expected, got };
}

function gotOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_key":
      return "another name";
    case "invalid_value":
      return describeWord(value);
    case "invalid_union":
      return issue.discriminator === undefined ? describeValue(value) : describeWord(value);
    case "too_small":
    case "too_big":
      if (Array.isArray(value)) return counted(value.length, "array");
      return typeof value === "number" ? String(value) : describeValue(value);
    default:
      return describeValue(value);
  }
}

const place = (path: readonly PropertyKey[], part: Part): Pick<ErrorItem, "pointer" | "parameter"> =>
  part === "body" ? { pointer: pointerTo(path) } : { parameter: pointerTo(path).slice(1) };

/** Own members only. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let here = input;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return here;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "an array",
};

/** The phrase after "expected". Where a schema gives its own message, that message is the phrase. */
function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1 ? String(issue.values[0]) || "empty text" : `one of ${issue.values.join(", ")}`;
    case "too_small":
      return `at least ${counted(issue.minimum, issue.origin)}`;
    case "too_big":
      return `at most ${counted(issue.maximum, issue.origin)}`;
    case "invalid_key":
      return `a name that is ${issue.issues[0] === undefined ? "allowed" : expectation(issue.issues[0])}`;
    case "invalid_union":
      return anyOf(issue);
    default:
      return issue.message;
  }
}

/** "5000 items", "200 characters", or the bare number. */
function counted(count: number | bigint, origin: string): string {
  const unit = { array: "item", string: "character" }[origin];
  return unit === undefined ? String(count) : `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * The words of a field that tells kinds apart; else each branch's expectation once. A branch that fails inside, not at its
 * type, is the one that was meant.
 */
function anyOf(issue: Extract<Issue, { code: "invalid_union" }>): string {
  if ("options" in issue && issue.options !== undefined) return `one of ${issue.options.join(", ")}`;
  const branches = issue.errors.flatMap((branch) => branch[0] ?? []);
  const meant = branches.filter((branch) => branch.code !== "invalid_type");
  const phrases = new Set((meant.length > 0 ? meant : branches).map(expectation));
  return phrases.size === 0 ? issue.message : [...phrases].join(" or ");
}
