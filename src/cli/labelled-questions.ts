/** Reads labelled questions, JSON lines, and says every fault with its line. Pure. */
import { z } from "zod";
import { issueMessage } from "../policy/issue-message.ts";
import { suggestion } from "../policy/nearest.ts";
import { Language, Reference } from "../policy/schema/common.ts";
import { valueAt } from "../policy/value-at.ts";
import type { LabelledQuestion } from "./routing-figures.ts";

/** A question and its line in the file, from 1. */
export interface PlacedQuestion extends LabelledQuestion {
  readonly line: number;
}

export type QuestionsRead =
  | { readonly questions: readonly PlacedQuestion[] }
  /** `FILE:LINE member: expected …, got …`, in the order of the file. */
  | { readonly faults: readonly string[] };

/** How many intents each outcome names. */
const INTENTS = {
  single: { least: 1, most: Number.POSITIVE_INFINITY, expected: "at least one intent" },
  tie: { least: 2, most: Number.POSITIVE_INFINITY, expected: "at least two intents" },
  inconclusive: { least: 0, most: 0, expected: "no intents" },
} as const;

const FORM = "docs/measuring.md says what a line holds";

/** Members beyond these, an id for instance, belong to whoever wrote the file. */
const Line = z
  .object({
    question: z.string().refine((text) => text.trim() !== "", "expected text that is not blank"),
    lang: Language,
    intents: z.array(Reference),
    outcome: z.enum(["single", "tie", "inconclusive"]),
    scope: z.enum(["today", "week", "months", "none"]).optional(),
    referral: z.boolean().optional(),
    tags: z.array(Reference).optional(),
  })
  .superRefine(({ outcome, intents }, context) => {
    const { least, most, expected } = INTENTS[outcome];
    const fault = (message: string) => context.addIssue({ code: "custom", path: ["intents"], message });
    if (intents.length < least || intents.length > most) fault(`expected ${expected} for ${outcome}, got ${intents.length}`);
    if (new Set(intents).size < intents.length) fault("expected each intent once, got one twice");
  });

/** The questions of a file, or everything that is wrong with it. `intents` are those of the policy; blank lines do not count. */
export function readQuestions(file: string, bytes: Uint8Array, intents: readonly string[]): QuestionsRead {
  const text = utf8(bytes);
  if (text === null) return { faults: [`${file}: expected UTF-8, got other bytes`] };
  const questions: PlacedQuestion[] = [];
  const faults: string[] = [];
  for (const [index, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    const read = readLine(written, intents);
    if ("question" in read) questions.push({ ...read.question, line });
    else faults.push(...read.faults.map((fault) => `${file}:${line} ${fault}`));
  }
  if (faults.length > 0) return { faults };
  if (questions.length > 0) return { questions };
  const got = bytes.length === 0 ? "an empty file" : "blank lines only";
  return { faults: [`${file}: expected a question a line, got ${got}; ${FORM}`] };
}

function utf8(bytes: Uint8Array): string | null {
  try {
    // A byte order mark at the start is taken away.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readLine(
  written: string,
  intents: readonly string[],
): { readonly question: LabelledQuestion } | { readonly faults: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch (error) {
    const why = error instanceof Error ? error.message : "?";
    return { faults: [`expected a JSON object, got text that is no JSON: ${why}; a question stands on one line, whole`] };
  }
  const read = Line.safeParse(value);
  if (!read.success) return { faults: read.error.issues.map((issue) => faultOf(issue, value)) };
  const faults = read.data.intents.flatMap((intent, at) =>
    intents.includes(intent)
      ? []
      : [`intents.${at}: expected an intent of the policy, got "${intent}"; ${suggestion(intent, intents, "intents")}`],
  );
  return faults.length > 0 ? { faults } : { question: read.data };
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): string {
  const { path } = issue;
  const { message } = issueMessage(issue, { value: valueAt(value, path), written: null, origin: "file" });
  return path.length === 0
    ? message.replace("a mapping (key: value)", "a JSON object")
    : `${path.map(String).join(".")}: ${message}`;
}
