/** Recorded answers beside the coverage of the same questions. Pure. */
import { isAnswerable } from "./ask-each.ts";
import type { RankedCorpus } from "./ranked-corpus.ts";
import type { RecordedAnswer } from "./retrieval-answers.ts";
import { type SweptQuestion, sentBy, share } from "./sweep-figures.ts";

export interface AccuracyAt {
  readonly k: number;
  /** Recorded answers to questions that have one, given with k sections or without saying how many. */
  readonly n: number;
  readonly right: number;
  /** Of the same questions, with no floor; shares are null where there are none. */
  readonly accuracy: number | null;
  readonly coverage: number | null;
  /** The model knew more than the sections say: some questions it answers without them. */
  readonly at_or_above: boolean;
  /** Answers to questions that nothing answers; right are those that say so. */
  readonly unanswerable: { readonly n: number; readonly right: number };
  /** Sections that an answer names and that k and the floor of the source did not send, by question. */
  readonly cited_not_sent: readonly { readonly id: string; readonly sections: readonly string[] }[];
}

export interface Answered {
  readonly swept: readonly SweptQuestion[];
  readonly answers: readonly RecordedAnswer[];
  readonly corpus: Pick<RankedCorpus, "places" | "settings">;
}

export function accuracyAt(k: number, answered: Answered): AccuracyAt {
  const { places, settings } = answered.corpus;
  const given = givenWith(k, answered);
  const { n, right, coverage } = besides(given, [k]);
  const others = given.filter(({ question }) => !isAnswerable(question));
  const [covered = null] = coverage;
  const accuracy = share(right, n);
  return {
    ...{ k, n, right, accuracy, coverage: covered },
    at_or_above: accuracy !== null && covered !== null && accuracy >= covered,
    unanswerable: { n: others.length, right: countRight(others) },
    cited_not_sent: given.flatMap(({ answer, ranked }) => {
      const sent = sentBy({ ...settings, k }, ranked);
      const sections = (answer.cited ?? []).filter((id) => !(places.get(id) ?? []).some((at) => sent.has(at)));
      return sections.length === 0 ? [] : [{ id: answer.id, sections }];
    }),
  };
}

export interface Accuracy extends Pick<AccuracyAt, "k" | "n" | "unanswerable" | "cited_not_sent"> {
  /** Share of the recorded answers that are right. */
  readonly right: number | null;
  /** Of the same questions, by depth. */
  readonly coverage: Readonly<Record<string, number | null>>;
  /** Depths whose coverage the accuracy reaches: a model that was sent so few sections knew more than they say. Rising. */
  readonly at_or_above: readonly number[];
}

/** The answers that were given with the k of the source, beside the coverage of each depth. */
export function accuracyOf(answered: Answered, depths: readonly number[]): Accuracy {
  const { k } = answered.corpus.settings;
  const { accuracy, ...at } = accuracyAt(k, answered);
  const { coverage } = besides(givenWith(k, answered), depths);
  const isReached = (share: number | null): boolean => accuracy !== null && share !== null && accuracy >= share;
  return {
    ...at,
    right: accuracy,
    coverage: Object.fromEntries(depths.map((depth, index) => [depth, coverage[index] ?? null])),
    at_or_above: depths.filter((_, index) => isReached(coverage[index] ?? null)),
  };
}

interface GivenAnswer extends SweptQuestion {
  readonly answer: RecordedAnswer;
}

function givenWith(k: number, { swept, answers }: Answered): readonly GivenAnswer[] {
  const questions = new Map(swept.map((one) => [one.question.id, one]));
  return answers
    .filter((answer) => answer.k === null || answer.k === k)
    .flatMap((answer) => {
      const one = questions.get(answer.id);
      return one === undefined ? [] : [{ ...one, answer }];
    });
}

/** Of questions that have an answer: how many are answered rightly, and what share is covered by depth. */
function besides(given: readonly GivenAnswer[], depths: readonly number[]) {
  const answered = given.filter(({ question }) => isAnswerable(question));
  const within = (depth: number): number => answered.filter(({ place }) => place !== null && place <= depth).length;
  const coverage = depths.map((depth) => share(within(depth), answered.length));
  return { n: answered.length, right: countRight(answered), coverage };
}

const countRight = (given: readonly GivenAnswer[]): number => given.filter(({ answer }) => answer.right).length;
