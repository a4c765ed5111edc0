/** `winnow eval retrieval`: how the ranking does on a labelled set. IO. */
import { DEFAULT_WEIGHTS } from "../documents/index-view.ts";
import { NO_SYNONYMS } from "../documents/synonyms.ts";
import { bytesOf, refuse } from "./input-file.ts";
import type { Output } from "./questions-of-policy.ts";
import { accuracyOf } from "./retrieval-accuracy.ts";
import { type RecordedAnswer, readAnswers } from "./retrieval-answers.ts";
import { figuresOf, measureRetrieval } from "./retrieval-figures.ts";
import { type Corpus, placeFaults, readSet, type SetQuestion, type SetSection } from "./retrieval-set.ts";
import { missLines, retrievalLines } from "./retrieval-table.ts";

export interface RetrievalOptions {
  /** A JSON lines file. */
  readonly set: string;
  /** A JSON lines file of recorded answers, or null. */
  readonly answers: string | null;
  readonly json: boolean;
  readonly nowMs: number;
  /** Where a line about how far it got goes; null where nobody watches. */
  readonly progress: ((text: string) => void) | null;
  /** The sections of a policy's folder, or what is wrong; absent where a set must hold its sections itself. */
  readonly sectionsOf?: (folder: FolderCorpus) => Promise<readonly SetSection[] | { readonly faults: readonly string[] }>;
}

export type FolderCorpus = Extract<Corpus, { readonly policy: string }>;

/** 0 whatever the figures are, 2 when a file cannot be used. */
export async function evalRetrieval(options: RetrievalOptions, { print, complain }: Output): Promise<number> {
  const loaded = await load(options);
  if ("faults" in loaded) {
    refuse(loaded.faults, complain);
    return 2;
  }
  const { set, sections, questions, answers } = loaded;
  const measured = measureRetrieval({
    sections,
    questions,
    weights: DEFAULT_WEIGHTS,
    synonyms: NO_SYNONYMS,
    nowMs: options.nowMs,
    progress: progressOf(options.progress, questions.length),
  });
  const figures = figuresOf(set, measured, sections);
  const accuracy = answers === null ? null : accuracyOf(measured, answers);
  const lines = options.json
    ? [JSON.stringify(accuracy === null ? figures : { ...figures, accuracy })]
    : [
        `retrieval of ${set}: ${sections.length} sections, ${questions.length} questions`,
        "",
        ...retrievalLines(figures, accuracy),
        ...missLines(options.set, measured),
      ];
  for (const line of lines) print(line);
  return 0;
}

interface Loaded {
  readonly set: string;
  readonly sections: readonly SetSection[];
  readonly questions: readonly SetQuestion[];
  readonly answers: ReadonlyMap<string, RecordedAnswer> | null;
}

type Faults = { readonly faults: readonly string[] };

async function load({ set: file, answers: answersFile, sectionsOf }: RetrievalOptions): Promise<Loaded | Faults> {
  const bytes = await bytesOf({ option: "--set", path: file, holds: "sections and labelled questions" });
  if (typeof bytes === "string") return { faults: [bytes] };
  const read = readSet(file, bytes);
  if ("faults" in read) return read;
  const { set, corpus, questions } = read;
  const sections = "sections" in corpus ? corpus.sections : await sectionsOf?.(corpus);
  if (sections === undefined) return { faults: [`${file}:1 corpus: expected a list of sections, got the name of a folder`] };
  if ("faults" in sections) return sections;
  const faults = placeFaults(file, sections, questions);
  if (faults.length > 0) return { faults };
  if (answersFile === null) return { set, sections, questions, answers: null };
  const answersBytes = await bytesOf({ option: "--answers", path: answersFile, holds: "recorded answers" });
  if (typeof answersBytes === "string") return { faults: [answersBytes] };
  const answers = readAnswers(answersFile, answersBytes, new Set(questions.map(({ id }) => id)));
  return "faults" in answers ? answers : { set, sections, questions, answers: answers.answers };
}

const PROGRESS_EVERY = 250;

/** Writes over its own line, and takes it away at the end. */
function progressOf(write: RetrievalOptions["progress"], of: number): (done: number) => void {
  if (write === null || of < 2 * PROGRESS_EVERY) return () => undefined;
  return (done) => {
    if (done === of) write("\r\u001B[K");
    else if (done % PROGRESS_EVERY === 0) write(`\r${done} of ${of} questions`);
  };
}
