/** Ranks sections for a question by BM25, and says which words a score is made of. Pure, but for scratch. */
import type { FieldView, View } from "./index-view.ts";
import type { Query, QueryTerm, TermHow } from "./query.ts";

export interface Ranked {
  /** Place in the index. */
  readonly at: number;
  /** Above 0. */
  readonly score: number;
  readonly counted: boolean;
}

export interface RankedTerm {
  /** UTF-16 offsets into the question, of the word; of both for a pair. */
  readonly start: number;
  readonly end: number;
  readonly how: TermHow;
  /** To the score; its parts are summed into their word. */
  readonly contribution: number;
}

/**
 * The `most` best counted sections, best first, ties by place; among them, marked, those that do not count and score more than the
 * last of them: they take no place and change no number. A score is the sum over the question's terms of
 * weight × rarity × f × (k1 + 1) ÷ (f + norm), f being the occurrences in the text + heading weight × those in the heading.
 * Where none of them has a word of the question, or most parts of one, nothing is found: any two texts share a few letters.
 */
export function rank(view: View, query: Query, most: number): readonly Ranked[] {
  if (most <= 0 || query.terms.length === 0) return [];
  const best = scored(view, query, most);
  // Those that do not count decide nothing about the others.
  const shares = ({ at }: Ranked): boolean => sharesWord(view, query, at);
  const isFound = best.some((one) => one.counted && shares(one));
  return best.filter((one) => (one.counted ? isFound : shares(one)));
}

function scored(view: View, query: Query, most: number): readonly Ranked[] {
  const scores = scratch(view.index.size);
  try {
    for (const term of query.terms) addTerm(view, term, scores);
    return bestOf(view, scores, most);
  } finally {
    scores.fill(0, 0, view.index.size);
  }
}

/** What each of the question's words adds to the score of the section at `at`: largest first, then in the order of the question. */
export function termsOf(view: View, query: Query, at: number): readonly RankedTerm[] {
  const found = new Map<string, RankedTerm>();
  for (const term of query.terms) {
    const contribution = contributionAt(view, term, at);
    if (contribution === 0) continue;
    const { start, end } = term;
    const key = term.how === "synonym" || term.how === "pair" ? `${term.how} ${start} ${end}` : `word ${start} ${end}`;
    const before = found.get(key);
    // The word's own term comes before its parts.
    if (before === undefined) found.set(key, { start, end, how: term.how, contribution });
    else found.set(key, { ...before, contribution: before.contribution + contribution });
  }
  return [...found.values()].sort((a, b) => b.contribution - a.contribution || a.start - b.start || a.end - b.end);
}

function addTerm(view: View, term: QueryTerm, scores: Float64Array): void {
  const { postings, norms } = view[term.field];
  const { sections, inText, inHeading } = postings;
  const { k1, heading } = view.weights;
  const factor = factorOf(view, term) * (k1 + 1);
  if (factor === 0) return;
  const end = postings.starts[term.number + 1] as number;
  for (let row = postings.starts[term.number] as number; row < end; row += 1) {
    const at = sections[row] as number;
    const often = (inText[row] as number) + heading * (inHeading[row] as number);
    // With a heading weight of 0 a word that stands there only is not there; with k1 0 as well it would be 0 ÷ 0.
    if (often > 0) (scores[at] as number) += (factor * often) / (often + (norms[at] as number));
  }
}

function contributionAt(view: View, term: QueryTerm, at: number): number {
  const { postings, norms } = view[term.field];
  const row = rowOf(view[term.field], term.number, at);
  if (row < 0) return 0;
  const { k1, heading } = view.weights;
  const often = (postings.inText[row] as number) + heading * (postings.inHeading[row] as number);
  return often > 0 ? (factorOf(view, term) * (k1 + 1) * often) / (often + (norms[at] as number)) : 0;
}

/** Of so many sections and more, parts that stand in over half of them tell none apart, and are most of what there is to add up. */
const MANY = 20;
const COMMON = Math.log(2);

const isCommon = (view: View, { field, number }: QueryTerm): boolean =>
  field === "parts" && view.size >= MANY && view.parts.rarity(number) < COMMON;

const factorOf = (view: View, term: QueryTerm): number => (isCommon(view, term) ? 0 : weightOf(view, term));

const weightOf = (view: View, { field, number, how, share }: QueryTerm): number =>
  share *
  view[field].rarity(number) *
  (field === "parts" ? view.weights.parts : 1) *
  (how === "synonym" ? view.weights.synonym : 1);

/** So many parts of one word are the word, in another form or mistyped. */
const MOST_PARTS = 0.6;

function sharesWord(view: View, { terms }: Query, at: number): boolean {
  const isIn = ({ field, number }: QueryTerm): boolean => rowOf(view[field], number, at) >= 0;
  if (terms.some((term) => term.field === "words" && isIn(term))) return true;
  const parts = new Map<number, number>();
  return terms.some((term) => {
    if (term.how !== "part" || !isIn(term)) return false;
    const found = (parts.get(term.start) ?? 0) + 1;
    parts.set(term.start, found);
    return found >= term.of * MOST_PARTS;
  });
}

/** The posting of a term for one section, or -1. */
function rowOf({ postings }: FieldView, term: number, at: number): number {
  let low = postings.starts[term] as number;
  let high = postings.starts[term + 1] as number;
  const end = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((postings.sections[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low < end && postings.sections[low] === at ? low : -1;
}

function bestOf({ index, counted }: View, scores: Float64Array, most: number): readonly Ranked[] {
  const best: Ranked[] = [];
  for (let at = 0; at < index.size; at += 1) {
    const score = scores[at] as number;
    if (score > 0 && counted?.[at] !== 0) offer(best, { at, score, counted: true }, most);
  }
  if (counted === null) return best;
  const last = best.length < most ? null : (best.at(-1) as Ranked);
  const beside: Ranked[] = [];
  for (let at = 0; at < index.size; at += 1) {
    const one: Ranked = { at, score: scores[at] as number, counted: false };
    if (one.score > 0 && counted[at] === 0 && (last === null || isBefore(one, last))) beside.push(one);
  }
  return [...best, ...beside].sort((a, b) => b.score - a.score || a.at - b.at);
}

const isBefore = (a: Ranked, b: Ranked): boolean => a.score > b.score || (a.score === b.score && a.at < b.at);

/** Keeps `best` sorted and no longer than `most`; places come in rising order, so an equal score stands behind. */
function offer(best: Ranked[], one: Ranked, most: number): void {
  if (best.length === most && one.score <= (best[most - 1] as Ranked).score) return;
  let to = best.length;
  while (to > 0 && (best[to - 1] as Ranked).score < one.score) to -= 1;
  best.splice(to, 0, one);
  if (best.length > most) best.pop();
}

/** All 0 between two rankings. */
let kept = new Float64Array(0);

function scratch(size: number): Float64Array {
  if (kept.length < size) kept = new Float64Array(size);
  return kept;
}
