/** What each k and each floor would do to labelled questions: covered, sent, escalated. Pure. */
import { type Ranked, rank } from "../documents/rank.ts";
import { type Asked, completeAt, countedOnly, isAnswerable } from "./ask-each.ts";
import type { RetrievalSettings } from "./ranked-corpus.ts";
import type { SetQuestion } from "./retrieval-set.ts";

/** Both rising, each number once, neither empty; a floor of 0 is none. */
export interface Grid {
  readonly ks: readonly number[];
  readonly floors: readonly number[];
}

/** A question as every cell of a grid needs it. */
export interface SweptQuestion {
  readonly question: SetQuestion;
  /** Where the answer is complete, from 1; null where it is not within the largest k. */
  readonly place: number | null;
  /** By floor: how many of the best sections reach it. */
  readonly reach: readonly number[];
  /** By number of sections, from none: the tokens of the best so many. */
  readonly tokens: Float64Array;
  /** The best sections; empty where nobody asks which they are. */
  readonly ranked: readonly Ranked[];
}

/** `keeps`: whether the sections themselves are wanted afterwards. */
export function sweepQuestion(asked: Asked, { ks, floors }: Grid, keeps: boolean): SweptQuestion {
  const { question, query, view, tokensOf } = asked;
  const ranked = countedOnly(rank(view, query, ks.at(-1) ?? 0));
  const tokens = new Float64Array(ranked.length + 1);
  for (const [index, { at }] of ranked.entries()) tokens[index + 1] = (tokens[index] as number) + tokensOf(at);
  return {
    question,
    place: completeAt(asked, ranked),
    reach: floors.map((floor) => ranked.filter(({ score }) => score >= floor).length),
    tokens,
    ranked: keeps ? ranked : [],
  };
}

/** Shares are null where there is nothing to divide by. */
export interface SweepCell extends Record<"k" | "floor", number> {
  /** Questions whose answering sections are all sent. Of those with an answer. */
  readonly covered: number;
  readonly coverage: number | null;
  /** Of the sections as the prompt has them; of all questions, those to which nothing is sent included. */
  readonly tokens: { readonly mean: number; readonly p95: number };
  /** Nothing reaches the floor. Of all questions; the sum of caught, needless and without an answer. */
  readonly escalated: number;
  readonly escalated_share: number;
  /** The answer is not within k. Of those with an answer. */
  readonly misses: number;
  /** Misses that the floor escalated. */
  readonly caught: number;
  readonly caught_share: number | null;
  /** Escalated though the answer is within k; the share is of all questions. */
  readonly needless: number;
  readonly needless_share: number;
  /** Not escalated, and within k, but the floor keeps a section of the answer out. */
  readonly cut_off: number;
  /** Escalated questions that nothing answers. */
  readonly unanswerable_escalated: number;
}

/** By k, then by floor. */
export const cellsOf = (swept: readonly SweptQuestion[], { ks, floors }: Grid): readonly SweepCell[] =>
  ks.flatMap((k) => floors.map((floor, at) => cellOf(swept, { k, floor, at })));

function cellOf(
  swept: readonly SweptQuestion[],
  { k, floor, at }: { readonly k: number; readonly floor: number; readonly at: number },
) {
  const judged = swept.map((one) => judge(one, k, one.reach[at] as number));
  const count = (holds: (one: Judged) => boolean): number => judged.filter(holds).length;
  const answerable = swept.filter(({ question }) => isAnswerable(question)).length;
  const covered = count(({ isCovered }) => isCovered);
  const misses = count(({ isMiss }) => isMiss);
  const escalated = count(({ isEscalated }) => isEscalated);
  const caught = count((one) => one.isMiss && one.isEscalated);
  const needless = count((one) => one.isWithin && one.isEscalated);
  return {
    ...{ k, floor, covered, coverage: share(covered, answerable), tokens: tokensSent(judged) },
    ...{ escalated, escalated_share: escalated / swept.length },
    ...{ misses, caught, caught_share: share(caught, misses) },
    ...{ needless, needless_share: needless / swept.length },
    cut_off: count((one) => one.isWithin && !one.isEscalated && !one.isCovered),
    unanswerable_escalated: escalated - caught - needless,
  };
}

interface Judged {
  readonly isWithin: boolean;
  readonly isCovered: boolean;
  readonly isMiss: boolean;
  readonly isEscalated: boolean;
  readonly tokens: number;
}

function judge({ question, place, tokens }: SweptQuestion, k: number, reach: number): Judged {
  const isWithin = place !== null && place <= k;
  return {
    isWithin,
    isCovered: isWithin && place <= reach,
    isMiss: isAnswerable(question) && !isWithin,
    isEscalated: reach === 0,
    tokens: tokens[Math.min(k, reach)] as number,
  };
}

export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** p95 by nearest rank: the least that 95 of 100 questions do not exceed. */
function tokensSent(judged: readonly Judged[]): SweepCell["tokens"] {
  const sorted = judged.map(({ tokens }) => tokens).sort((a, b) => a - b);
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length;
  return { mean, p95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0 };
}

/** The places of the sections that go into the prompt. */
export const sentBy = ({ k, floor }: RetrievalSettings, ranked: readonly Ranked[]): ReadonlySet<number> =>
  new Set(
    ranked
      .slice(0, k)
      .filter(({ score }) => score >= (floor ?? 0))
      .map(({ at }) => at),
  );
