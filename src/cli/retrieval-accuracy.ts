/** Recorded answers beside the coverage of the same questions. Pure. */
import type { RecordedAnswer } from "./retrieval-answers.ts";
import { DEPTHS, type MeasuredQuestion, type Tally, tallyOf } from "./retrieval-figures.ts";

export interface Accuracy extends Tally {
  /** Share of the recorded answers that are right. */
  readonly right: number;
  /** Depths whose coverage the accuracy reaches: a model that was sent so few sections knew more than they say. Rising. */
  readonly at_or_above: readonly number[];
}

/** Of the questions that have an answer. */
export function accuracyOf(measured: readonly MeasuredQuestion[], answers: ReadonlyMap<string, RecordedAnswer>): Accuracy {
  const answered = measured.filter(({ question }) => answers.has(question.id));
  const tally = tallyOf(answered);
  const right = answered.filter(({ question }) => answers.get(question.id)?.right === true).length / answered.length;
  return { ...tally, right, at_or_above: DEPTHS.filter((depth) => right >= tally.coverage[depth]) };
}
