/** What the verbs that measure retrieval begin with: a set, the sections it is about, recorded answers. IO. */

import { folderCorpus } from "../../measure/folder-corpus.ts";
import { ownCorpus, type RankedCorpus } from "../../measure/ranked-corpus.ts";
import { type RecordedAnswer, readAnswers } from "../../measure/retrieval-answers.ts";
import { placeFaults, type RetrievalSet, readSet, type SetQuestion } from "../../measure/retrieval-set.ts";
import type { Environment } from "../../policy/read/environment.ts";
import { loadCounters } from "../../tokens/counters.ts";
import type { Write } from "../print/progress-bar.ts";
import { bytesOf } from "./input-file.ts";

export interface RetrievalOptions {
  /** Of the policies, for a set that names the folder of one. */
  readonly directory: string;
  readonly environment: Environment;
  /** A JSON lines file. */
  readonly set: string;
  /** A JSON lines file of recorded answers, or null. */
  readonly answers: string | null;
  readonly json: boolean;
  readonly nowMs: number;
  readonly progress: Write;
}

export interface RetrievalInputs {
  readonly set: string;
  readonly corpus: RankedCorpus;
  readonly questions: readonly SetQuestion[];
  readonly answers: readonly RecordedAnswer[] | null;
}

type Faults = { readonly faults: readonly string[] };

/** Or everything that is wrong with the first of them that cannot be used. */
export async function retrievalInputs(options: RetrievalOptions): Promise<RetrievalInputs | Faults> {
  const bytes = await bytesOf({ option: "--set", path: options.set, holds: "sections and labelled questions" });
  if (typeof bytes === "string") return { faults: [bytes] };
  const read = readSet(options.set, bytes);
  if ("faults" in read) return read;
  const { set, questions } = read;
  const corpus = await corpusOf(read, options);
  if ("faults" in corpus) return corpus;
  const faults = [...placeFaults(options.set, corpus, questions), ...scopeFaults(options.set, read)];
  if (faults.length > 0) return { faults };
  const answers = await answersOf(options, questions);
  return answers !== null && "faults" in answers ? answers : { set, corpus, questions, answers: answers?.answers ?? null };
}

async function corpusOf({ corpus, headLine }: RetrievalSet, options: RetrievalOptions): Promise<RankedCorpus | Faults> {
  const { directory, environment, set } = options;
  const counters = await loadCounters();
  if ("sections" in corpus) return ownCorpus(corpus.sections, counters.base);
  return folderCorpus({ directory, environment, counters }, corpus, `${set}:${headLine}`);
}

function scopeFaults(file: string, { corpus, questions }: RetrievalSet): readonly string[] {
  if ("sections" in corpus) return [];
  const scoped = questions.filter(({ doc }) => doc !== null);
  return scoped.map(
    ({ line, doc }) => `${file}:${line} doc: expected none, for a question is asked of all of a folder, got "${doc}"`,
  );
}

async function answersOf({ answers: path }: RetrievalOptions, questions: readonly SetQuestion[]) {
  if (path === null) return null;
  const bytes = await bytesOf({ option: "--answers", path, holds: "recorded answers" });
  if (typeof bytes === "string") return { faults: [bytes] };
  return readAnswers(path, bytes, new Set(questions.map(({ id }) => id)));
}
