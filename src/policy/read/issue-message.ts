/** Says in a sentence what a value should be and what it is. Pure. */
import type { z } from "zod";
import { nearest } from "../nearest.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { PROBLEM_CODES } from "../problem-codes.ts";

/** A value of the file, and what may be said of it. */
export interface Got {
  readonly value: unknown;
  /** The scalar as written; null for none. */
  readonly written: string | null;
  /** `environment` and `secret` values are never quoted. */
  readonly origin: "file" | "environment" | "secret";
}

export interface Said {
  readonly code: ProblemCode;
  readonly message: string;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping (key: value)",
  record: "a mapping (key: value)",
};

const LONGEST_QUOTE = 80;

/** One zod issue as code and sentence. Unions, unknown and missing keys are told elsewhere. */
export function issueMessage(issue: z.core.$ZodIssue, got: Got): Said {
  switch (issue.code) {
    case "invalid_type":
      return { code: "wrong-type", message: wrongType([issue.expected], got) };
    case "invalid_value":
      return { code: "not-allowed", message: notAllowed(issue.values.map(String), got) };
    case "too_small":
      return tooSmall(issue, got);
    case "too_big":
      return { code: "too-large", message: tooLarge(issue, got) };
    case "invalid_format":
      return { code: "bad-format", message: badFormat(issue, got) };
    case "custom":
      return { code: customCode(issue.params?.["code"]), message: issue.message };
    default:
      return { code: "bad-format", message: issue.message };
  }
}

/** What is wrong with a key. A rule that has a code of its own names the key itself. */
export function keyMessage(key: string, issue: z.core.$ZodIssue | undefined): Said {
  if (issue?.code === "custom") return { code: customCode(issue.params?.["code"]), message: issue.message };
  return { code: "bad-format", message: `"${key}" does not fit: ${issue?.message ?? "not allowed as a key"}` };
}

/** `expected text, got the number 1.1 (written 1.10); put it in quotes`. Several expectations are joined by "or". */
export function wrongType(expected: readonly string[], got: Got): string {
  const wanted = [...new Set(expected.map((each) => EXPECTED[each] ?? each))].join(" or ");
  return `expected ${wanted}, got ${describe(got)}${hint(expected, got)}`;
}

function hint(expected: readonly string[], { value, origin }: Got): string {
  if (origin !== "file") return "";
  if (expected.includes("string") && ["number", "boolean"].includes(typeof value)) return "; put it in quotes";
  if (typeof value !== "string") return "";
  if (expected.includes("boolean")) {
    if (/^(y|yes|on|n|no|off)$/i.test(value)) return "; write true or false";
    return /^(true|false)$/i.test(value) ? "; take the quotes away" : "";
  }
  const numeric = expected.includes("number") || expected.includes("int");
  return numeric && /^[-+]?\d+(\.\d+)?$/.test(value) ? "; take the quotes away" : "";
}

/** What stands there, in words; never the text of a secret. */
function describe({ value, written, origin }: Got): string {
  if (value === null || value === undefined)
    return written === null || written === "" ? "nothing" : `nothing (written ${written})`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  if (origin === "secret") return `a ${typeof value === "string" ? "text" : typeof value} (not shown)`;
  if (origin === "environment") return `what ${quoted(written ?? "")} stands for`;
  if (typeof value === "number")
    return `the number ${value}${written === null || written === String(value) ? "" : ` (written ${written})`}`;
  return typeof value === "string" ? `the text ${quoted(value)}` : String(value);
}

const quoted = (text: string): string => JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);

function notAllowed(allowed: readonly string[], got: Got): string {
  const list = allowed.length === 1 ? allowed[0] : `one of ${allowed.join(", ")}`;
  const near = typeof got.value === "string" && got.origin === "file" ? nearest(got.value, allowed) : null;
  return `expected ${list}, got ${describe(got)}${near === null ? "" : `; did you mean "${near}"?`}`;
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, got: Got): Said {
  const blank = issue.minimum === 1 && ["array", "string"].includes(issue.origin);
  if (blank) {
    const message = issue.message.startsWith("expected") ? issue.message : "expected text that is not blank";
    return { code: "empty", message };
  }
  const bound = issue.inclusive === false ? `more than ${issue.minimum}` : `at least ${issue.minimum}`;
  return { code: "too-small", message: `expected ${bound}, got ${describe(got)}` };
}

function tooLarge(issue: z.core.$ZodIssueTooBig, got: Got): string {
  const bound = issue.inclusive === false ? `less than ${issue.maximum}` : `at most ${issue.maximum}`;
  if (typeof got.value === "string") return `expected ${bound} characters, got ${got.value.length}`;
  return `expected ${bound}, got ${describe(got)}`;
}

function badFormat(issue: z.core.$ZodIssueInvalidStringFormat, got: Got): string {
  const rule = issue.format === "datetime" ? "a time is written as in 2026-03-14T07:30:00+02:00" : issue.message;
  if (got.origin === "secret") return rule;
  return rule.startsWith("expected") ? `${rule}, got ${describe(got)}` : `${shown(got)} does not fit: ${rule}`;
}

const shown = (got: Got): string => (got.origin === "environment" ? describe(got) : quoted(String(got.value)));

const customCode = (code: unknown): ProblemCode => PROBLEM_CODES.find((known) => known === code) ?? "bad-format";
