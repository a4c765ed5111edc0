/** `winnow eval routing`: how routing does on labelled questions. IO. */

import { callsForReferral, figuresOf, isFlagged, type Judged, judge, listen } from "../measure/routing-figures.ts";
import { gridOf } from "../measure/routing-grid.ts";
import { type Measured, type Output, type QuestionsOptions, questionsOfPolicy } from "./options/questions-of-policy.ts";
import { type Failure, failureLine, figureLines, gridLines } from "./print/routing-table.ts";

export interface EvalOptions extends QuestionsOptions {
  /** Counts on one line of JSON instead of tables. */
  readonly json: boolean;
  /** Also over thresholds and margins. */
  readonly grid: boolean;
  /** Every question with a fault of any kind, instead of the first of the worst kinds. */
  readonly all: boolean;
}

const MOST_FAILURES = 30;

/** 0 whatever the figures are, 2 when the policies or the questions cannot be used. */
export async function evalRouting(options: EvalOptions, output: Output): Promise<number> {
  const measured = await questionsOfPolicy(options, output);
  if (measured === null) return 2;
  const { questions, policy, languages } = measured;
  const listened = questions.map((question) => listen(question, policy, languages));
  const judged = listened.map((one) => judge(one, policy));
  const figures = figuresOf(judged);
  const grid = options.grid ? gridOf(listened, policy) : null;
  const lines = options.json
    ? [JSON.stringify(grid === null ? figures : { ...figures, grid })]
    : [
        `routing of ${policy.name} on ${options.questions}`,
        "",
        ...figureLines(figures),
        ...(grid === null ? [] : gridLines(grid, policy.routing)),
        ...failureLines(options, judged, measured),
      ];
  for (const line of lines) output.print(line);
  return 0;
}

type IsOne = (judged: Judged) => boolean;

/** Faults by kind, the worst first. */
const WORST: Readonly<Record<string, readonly IsOne[]>> = {
  "wrong and missed": [({ verdict }) => verdict === "wrong", ({ verdict }) => verdict === "missed"],
  "referral not found": [(one) => callsForReferral(one) && !isFlagged(one)],
  "flagged without a call for it": [(one) => isFlagged(one) && !callsForReferral(one)],
};
const ALL: typeof WORST = {
  ...WORST,
  "half and kept": [({ verdict }) => verdict === "half", ({ verdict }) => verdict === "kept"],
  "another scope": [({ question, scope }) => question.scope !== undefined && question.scope !== scope],
};

function failureLines({ questions: file, all }: EvalOptions, judged: readonly Judged[], measured: Measured): readonly string[] {
  return Object.entries(all ? ALL : WORST).flatMap(([title, kinds]) => {
    const failures = kinds.flatMap((isOne) => judged.flatMap((one, at) => (isOne(one) ? [failureOf(one, at, measured)] : [])));
    if (failures.length === 0) return [];
    const shown = failures.slice(0, all ? failures.length : MOST_FAILURES).map((failure) => failureLine(file, failure));
    const rest = failures.length - shown.length;
    return ["", title, ...shown, ...(rest > 0 ? [`and ${rest} more; --all shows them`] : [])];
  });
}

const failureOf = (judged: Judged, at: number, { questions }: Measured): Failure => ({
  judged,
  line: questions[at]?.line ?? 0,
});
