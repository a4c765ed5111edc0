/** Reads recorded answers to the questions of a labelled set, and says every fault with its line. Pure. */
import { z } from "zod";
import { jsonLines, shapeFaults } from "./json-lines.ts";

export interface RecordedAnswer {
  /** Of the question. */
  readonly id: string;
  /** Sections that the answer names; null where nobody wrote them down. */
  readonly cited: readonly string[] | null;
  readonly right: boolean;
  /** How many sections it was given with; null where that is not said. */
  readonly k: number | null;
}

export type AnswersRead = { readonly answers: readonly RecordedAnswer[] } | { readonly faults: readonly string[] };

const Answer = z
  .object({
    id: z.string(),
    answer: z.string().optional(),
    cited_sections: z.array(z.string()).optional(),
    right: z.boolean(),
    k: z.int().min(1).optional(),
  })
  .transform(({ id, cited_sections, right, k }): RecordedAnswer => ({ id, cited: cited_sections ?? null, right, k: k ?? null }));

/** `ids` are those of the questions; a question may have no answer, or one for each k. */
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
    if (!parsed.success) {
      told(shapeFaults(parsed.error.issues, read.value));
      continue;
    }
    const { id, k } = parsed.data;
    const key = `${k ?? ""} ${id}`;
    if (!ids.has(id)) told([`id: expected the id of a question in the set, got "${id}"`]);
    else if (answers.has(key)) told([`id: expected one answer a question${k === null ? "" : " and k"}, got another for "${id}"`]);
    else answers.set(key, parsed.data);
  }
  if (faults.length > 0) return { faults };
  return answers.size > 0 ? { answers: [...answers.values()] } : { faults: [`${file}: expected an answer a line, got none`] };
}
