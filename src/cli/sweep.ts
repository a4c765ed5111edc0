/** `winnow sweep`: coverage, tokens and escalations over k and the floor, on a labelled set. IO. */
import { askEach, isAnswerable } from "../measure/ask-each.ts";
import { accuracyAt } from "../measure/retrieval-accuracy.ts";
import { cellsOf, type Grid, share, sweepQuestion } from "../measure/sweep-figures.ts";
import { refuse } from "./options/input-file.ts";
import { rising } from "./options/number-list.ts";
import { written } from "./options/output-file.ts";
import type { Output } from "./options/questions-of-policy.ts";
import { type RetrievalInputs, type RetrievalOptions, retrievalInputs } from "./options/retrieval-inputs.ts";
import { progressBar } from "./print/progress-bar.ts";
import { sweepChart } from "./print/sweep-chart.ts";
import { sweepPage } from "./print/sweep-page.ts";
import type { SweepReport } from "./print/sweep-report.ts";
import { sweepLines } from "./print/sweep-table.ts";

export interface SweepOptions extends RetrievalOptions {
  /** Rising, each once; null for the usual ones and those of the source. */
  readonly ks: readonly number[] | null;
  readonly floors: readonly number[] | null;
  /** Where a chart goes, and a page; null for none. */
  readonly svg: string | null;
  readonly html: string | null;
}

const USUAL_KS = [1, 2, 4, 8];
const USUAL_FLOORS = [0, 2, 4, 6.5, 9];

/** 0 whatever the figures are, 2 when a file or the policy cannot be used. */
export async function sweepRetrieval(options: SweepOptions, { print, complain }: Output): Promise<number> {
  const inputs = await retrievalInputs(options);
  if ("faults" in inputs) {
    refuse(inputs.faults, complain);
    return 2;
  }
  const report = reportOf(inputs, options);
  const faults = await written([
    { option: "--svg", path: options.svg, text: () => sweepChart(report) },
    { option: "--html", path: options.html, text: () => sweepPage(report) },
  ]);
  for (const line of options.json ? [JSON.stringify(report)] : sweepLines(report)) print(line);
  refuse(faults, complain);
  return faults.length === 0 ? 0 : 2;
}

function reportOf(inputs: RetrievalInputs, { ks, floors, nowMs, progress }: SweepOptions): SweepReport {
  const { set, corpus, questions, answers } = inputs;
  const { settings, sections } = corpus;
  const grid: Grid = {
    ks: ks ?? rising([...USUAL_KS, settings.k, sections.length]),
    floors: floors ?? rising([...USUAL_FLOORS, settings.floor ?? 0]),
  };
  const answered = new Set(answers?.map(({ id }) => id));
  const swept = askEach({ corpus, questions, nowMs, progress: progressBar(progress, questions.length) }, (asked) =>
    sweepQuestion(asked, grid, answered.has(asked.question.id)),
  );
  const answerable = questions.filter(isAnswerable).length;
  return {
    ...{ set, sections: sections.length, n: questions.length, unanswerable: questions.length - answerable, settings },
    by_k: grid.ks.map((k) => {
      const covered = swept.filter(({ place }) => place !== null && place <= k).length;
      const accuracy = answers === null ? null : accuracyAt(k, { swept, answers, corpus });
      return { k, covered, coverage: share(covered, answerable), accuracy };
    }),
    grid: cellsOf(swept, grid),
  };
}
