/** Reads recorded answers to the questions of a labelled set, and says every fault with its line. Pure. */
import { z } from "zod";
import { jsonLines, shapeFaults } from "./json-lines.ts";

export interface RecordedAnswer {
  /** Of the question. */
  readonly id: string;
  readonly right: boolean;
}

export type AnswersRead = { readonly answers: ReadonlyMap<string, RecordedAnswer> } | { readonly faults: readonly string[] };

const Answer = z.object({
  id: z.string(),
  answer: z.string().optional(),
  cited_sections: z.array(z.string()).optional(),
  right: z.boolean(),
});

/** `ids` are those of the questions; a question may have no answer. */
export function readAnswers(file: string, bytes: Uint8Array, ids: ReadonlySet<string>): AnswersRead {
  const lines = jsonLines(bytes);
  if (lines === null) return { faults: [`${file}: expected UTF-8, got other bytes`] };
  const answers = new Map<string, RecordedAnswer>();
  const faults: string[] = [];
  for (const { line, read } of lines) {
    const told = (more: readonly string[]) => faults.push(...more.map((fault) => `${file}:${line} ${fault}`));
    if ("fault" in read) {
      told([read.fault]);
      continue;
    }
    const parsed = Answer.safeParse(read.value);
    if (!parsed.success) told(shapeFaults(parsed.error.issues, read.value));
    else if (!ids.has(parsed.data.id)) told([`id: expected the id of a question in the set, got "${parsed.data.id}"`]);
    else if (answers.has(parsed.data.id)) told([`id: expected one answer a question, got another for "${parsed.data.id}"`]);
    else answers.set(parsed.data.id, { id: parsed.data.id, right: parsed.data.right });
  }
  if (faults.length > 0) return { faults };
  return answers.size > 0 ? { answers } : { faults: [`${file}: expected an answer a line, got none`] };
}
