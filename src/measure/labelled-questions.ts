/** Reads labelled questions, JSON lines, and says every fault with its line. Pure. */
import { z } from "zod";
import { suggestion } from "../policy/nearest.ts";
import { Language, Reference } from "../policy/schema/common.ts";
import { type JsonLine, jsonLines, shapeFaults } from "./json-lines.ts";
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
  const lines = jsonLines(bytes);
  if (lines === null) return { faults: [`${file}: expected UTF-8, got other bytes`] };
  const questions: PlacedQuestion[] = [];
  const faults: string[] = [];
  for (const { line, read: written } of lines) {
    const read = readLine(written, intents);
    if ("question" in read) questions.push({ ...read.question, line });
    else faults.push(...read.faults.map((fault) => `${file}:${line} ${fault}`));
  }
  if (faults.length > 0) return { faults };
  if (questions.length > 0) return { questions };
  const got = bytes.length === 0 ? "an empty file" : "blank lines only";
  return { faults: [`${file}: expected a question a line, got ${got}; ${FORM}`] };
}

function readLine(
  written: JsonLine["read"],
  intents: readonly string[],
): { readonly question: LabelledQuestion } | { readonly faults: readonly string[] } {
  if ("fault" in written) return { faults: [written.fault] };
  const read = Line.safeParse(written.value);
  if (!read.success) return { faults: shapeFaults(read.error.issues, written.value) };
  const faults = read.data.intents.flatMap((intent, at) =>
    intents.includes(intent)
      ? []
      : [`intents.${at}: expected an intent of the policy, got "${intent}"; ${suggestion(intent, intents, "intents")}`],
  );
  return faults.length > 0 ? { faults } : { question: read.data };
}
