/** How well the ranking does on one labelled question, and what stands above its answer. Pure. */
import { type Ranked, type RankedTerm, rank, termsOf } from "../documents/rank.ts";
import { type Asked, completeAt, countedOnly, isAnswerable } from "./ask-each.ts";
import type { SetQuestion } from "./retrieval-set.ts";

const DEEPEST = 8;
/** A question whose sections are not all among so many is a miss to be read. */
export const MISS_DEPTH = 4;
const MOST_ABOVE = 3;

export interface MeasuredQuestion {
  readonly question: SetQuestion;
  /** Where the last section of the complete set that is complete first stands, from 1; null where no set is. */
  readonly place: number | null;
  /** A section labelled as outdated stands above every one that answers. */
  readonly staleLeads: boolean;
  /** It would, if outdated sections were not left out. */
  readonly staleWouldLead: boolean;
  /** For a miss: what stands before the answer, best first, and why. */
  readonly above: readonly Above[];
}

export interface Above {
  readonly id: string;
  readonly score: number;
  readonly terms: readonly RankedTerm[];
}

export function measureQuestion(asked: Asked): MeasuredQuestion {
  const { question, query, view } = asked;
  const shallow = rank(view, query, DEEPEST);
  const near = completeAt(asked, countedOnly(shallow));
  // Where the answer does not stand near, its place is told all the same.
  const ranked = near !== null || !isAnswerable(question) ? shallow : rank(view, query, view.index.size);
  const counted = countedOnly(ranked);
  const place = near ?? completeAt(asked, counted);
  return {
    question,
    place,
    staleLeads: staleAbove(asked, counted),
    staleWouldLead: staleAbove(asked, ranked),
    above: isMiss({ question, place }) ? aboveOf(asked, counted) : [],
  };
}

/** Its sections are not all near the top, and there are some. */
export const isMiss = ({ question, place }: Pick<MeasuredQuestion, "question" | "place">): boolean =>
  isAnswerable(question) && (place === null || place > MISS_DEPTH);

function staleAbove({ question: { answers, stale }, corpus }: Asked, ranked: readonly Ranked[]): boolean {
  const outdated = placesOf(stale, corpus);
  const answering = placesOf(answers.flat(), corpus);
  const first = ranked.find((one) => outdated.has(one.at) || answering.has(one.at));
  return first !== undefined && outdated.has(first.at);
}

const placesOf = (ids: readonly string[], { places }: Asked["corpus"]): ReadonlySet<number> =>
  new Set(ids.flatMap((id) => places.get(id) ?? []));

function aboveOf({ question, query, view, corpus }: Asked, ranked: readonly Ranked[]): readonly Above[] {
  const wanted = placesOf(question.answers.flat(), corpus);
  return ranked
    .filter(({ at }) => !wanted.has(at))
    .slice(0, MOST_ABOVE)
    .map(({ at, score }) => ({ id: corpus.sections[at]?.id ?? "", score, terms: termsOf(view, query, at) }));
}
