/** `winnow eval retrieval`: how often the sections that answer a question rank first, on a labelled set. IO. */
import { askEach } from "../measure/ask-each.ts";
import { accuracyOf } from "../measure/retrieval-accuracy.ts";
import { DEPTHS, figuresOf } from "../measure/retrieval-figures.ts";
import { measureQuestion } from "../measure/retrieval-measure.ts";
import { cellsOf, sweepQuestion } from "../measure/sweep-figures.ts";
import { refuse } from "./options/input-file.ts";
import type { Output } from "./options/questions-of-policy.ts";
import { type RetrievalInputs, type RetrievalOptions, retrievalInputs } from "./options/retrieval-inputs.ts";
import { progressBar } from "./print/progress-bar.ts";
import { accuracyLines, missLines, retrievalLines, settingsLines } from "./print/retrieval-table.ts";

/** 0 whatever the figures are, 2 when a file or the policy cannot be used. */
export async function evalRetrieval(options: RetrievalOptions, { print, complain }: Output): Promise<number> {
  const inputs = await retrievalInputs(options);
  if ("faults" in inputs) {
    refuse(inputs.faults, complain);
    return 2;
  }
  const { set, corpus, questions } = inputs;
  const { measured, accuracy, chosen } = measure(inputs, options);
  const figures = figuresOf(set, measured, corpus);
  const { settings } = corpus;
  const unanswerable = { n: questions.length - figures.n, escalated: chosen?.unanswerable_escalated ?? 0 };
  const lines = options.json
    ? [JSON.stringify({ ...figures, settings, chosen, unanswerable, ...(accuracy === null ? {} : { accuracy }) })]
    : [
        `retrieval of ${set}: ${corpus.sections.length} sections, ${questions.length} questions`,
        "",
        ...retrievalLines(figures, corpus.sections.length),
        ...settingsLines(chosen, unanswerable, settings),
        ...(accuracy === null ? [] : accuracyLines(accuracy)),
        ...missLines(options.set, measured),
      ];
  for (const line of lines) print(line);
  return 0;
}

function measure(inputs: RetrievalInputs, { nowMs, progress }: RetrievalOptions) {
  const { corpus, questions, answers } = inputs;
  const { k, floor } = corpus.settings;
  const deepest = [...DEPTHS, k].sort((a, b) => a - b);
  const answered = new Set(answers?.map(({ id }) => id));
  const both = askEach({ corpus, questions, nowMs, progress: progressBar(progress, questions.length) }, (asked) => ({
    measured: measureQuestion(asked),
    swept: sweepQuestion(asked, { ks: deepest, floors: [floor ?? 0] }, answered.has(asked.question.id)),
  }));
  const swept = both.map((one) => one.swept);
  const [chosen = null] = cellsOf(swept, { ks: [k], floors: [floor ?? 0] });
  return {
    measured: both.map((one) => one.measured),
    chosen,
    accuracy: answers === null ? null : accuracyOf({ swept, answers, corpus }, DEPTHS),
  };
}
