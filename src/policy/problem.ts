/** A problem of a policy file, as data. Pure. */
import type { ProblemCode } from "./problem-codes.ts";

export interface Problem {
  /** Path from the policies folder's parent, as people type it: policies/coaching/intents.yaml. */
  readonly file: string;
  /** From 1; 0 and 0 for a folder, which has no lines. Columns count UTF-16 code units, as editors and compilers of this language do. */
  readonly line: number;
  readonly column: number;
  readonly code: ProblemCode;
  readonly message: string;
}

export const POLICY_FINDING_CODES = [
  "plan_never_binds",
  "declared_tokens_off",
  "term_in_two_intents",
  "intent_without_terms",
  "language_without_file",
  "unused_piece",
  "unused_source",
  "variant_changes_nothing",
] as const;

/** What the check has to say about a policy that loads: true, worth knowing, not an error. */
export interface PolicyFinding {
  readonly code: (typeof POLICY_FINDING_CODES)[number];
  readonly message: string;
  readonly items: readonly string[];
}

const order = (a: Problem, b: Problem): number =>
  compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.code, b.code) || compare(a.message, b.message);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorted by file, line, column, code, message; the same problem once. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const sorted = [...problems].sort(order);
  return sorted.filter((problem, index) => index === 0 || order(sorted[index - 1] as Problem, problem) !== 0);
}

/** Where what is wrong with a folder is. */
export const NO_LINE = { line: 0, column: 0 } as const;

/** `policies/coaching/intents.yaml:7:14 unknown-piece: …`, one line; of a folder without a position. */
export const problemLine = ({ file, line, column, code, message }: Problem): string =>
  `${file}${line === 0 ? "" : `:${line}:${column}`} ${code}: ${message}`;
