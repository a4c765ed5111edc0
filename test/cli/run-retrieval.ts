/** Runs the verbs that measure retrieval on a set written for the test, or on the shipped handbook. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Output } from "../../src/cli/options/questions-of-policy.ts";
import type { RetrievalOptions } from "../../src/cli/options/retrieval-inputs.ts";
import type { Ran } from "./run-verb.ts";

export const HANDBOOK_SET = "policies/support/handbook.questions.jsonl";
export const HANDBOOK_ANSWERS = "test/support/answers/handbook.answers.jsonl";
/** Both price lists have begun, and the newer one is in force. */
export const NOW_MS = Date.UTC(2026, 10, 30);

export const section = (id: string, text: string, more: object = {}) => ({
  ...{ id, doc: id.split("@")[0], heading: "", text, lang: "en" },
  ...more,
});

export const question = (id: string, text: string, answers: readonly string[], more: object = {}) => ({
  ...{ id, question: text, lang: "en", answer_sections: answers },
  ...more,
});

export interface Written {
  readonly lines: readonly unknown[];
  readonly answers?: readonly unknown[];
}

type Verb<T> = (options: T, output: Output) => Promise<number>;

/** Texts go in as they stand. Complaints name the files without their folder. */
export async function runWritten<T extends RetrievalOptions>(
  verb: Verb<T>,
  { lines, answers }: Written,
  more: Omit<T, keyof RetrievalOptions> & Partial<RetrievalOptions>,
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-retrieval-"));
  const written = (name: string, all: readonly unknown[]): string => {
    const path = join(folder, name);
    writeFileSync(path, all.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n"));
    return path;
  };
  const files = {
    set: written("set.jsonl", lines),
    answers: answers === undefined ? null : written("answers.jsonl", answers),
  };
  const ran = await runRetrieval(verb, { ...files, ...more });
  rmSync(folder, { recursive: true });
  const short = (line: string): string => line.replaceAll(`${folder}/`, "");
  return { ...ran, printed: ran.printed.map(short), complaints: ran.complaints.map(short) };
}

/** On the shipped handbook, unless `more` says otherwise. */
export async function runRetrieval<T extends RetrievalOptions>(
  verb: Verb<T>,
  more: Omit<T, keyof RetrievalOptions> & Partial<RetrievalOptions>,
): Promise<Ran> {
  const printed: string[] = [];
  const complaints: string[] = [];
  const shipped = { directory: "policies", environment: {}, set: HANDBOOK_SET, answers: null, json: true, nowMs: NOW_MS };
  const output = { print: (line: string) => printed.push(line), complain: (line: string) => complaints.push(line) };
  const code = await verb({ ...shipped, progress: null, ...more } as unknown as T, output);
  return { code, printed, complaints };
}
