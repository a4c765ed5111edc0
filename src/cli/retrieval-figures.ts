/** Measures how well the ranking finds the sections that answer labelled questions. Pure. */
import { type RankWeights, type View, viewOf } from "../documents/index-view.ts";
import { type Query, readQuery } from "../documents/query.ts";
import { type Ranked, type RankedTerm, rank, termsOf } from "../documents/rank.ts";
import { buildIndex } from "../documents/section-index.ts";
import type { Synonyms } from "../documents/synonyms.ts";
import type { SetQuestion, SetSection } from "./retrieval-set.ts";

export const DEPTHS = [1, 2, 4, 8] as const;
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
  readonly section: SetSection;
  readonly score: number;
  readonly terms: readonly RankedTerm[];
}

export interface Measuring {
  readonly sections: readonly SetSection[];
  readonly questions: readonly SetQuestion[];
  readonly weights: RankWeights;
  readonly synonyms: Synonyms;
  /** When a question without a date of its own is asked. */
  readonly nowMs: number;
  /** Told now and then how many questions are done. */
  readonly progress: (done: number) => void;
}

/** In the order of the questions. */
export function measureRetrieval(measuring: Measuring): readonly MeasuredQuestion[] {
  const { sections, questions, synonyms, weights, nowMs } = measuring;
  const index = buildIndex(sections.map(({ heading, text, lang }) => ({ heading, text, language: lang })));
  const places = new Map(sections.map(({ id }, at) => [id, at]));
  const measured: MeasuredQuestion[] = new Array(questions.length);
  let done = 0;
  // One view at a time: a set of many dates would hold as many.
  for (const group of grouped(questions, nowMs)) {
    const counted = Uint8Array.from(sections, (section) => (isCounted(section, group) ? 1 : 0));
    const view = viewOf(index, counted, weights);
    for (const at of group.questions) {
      const question = questions[at] as SetQuestion;
      measured[at] = measureOne({ question, query: readQuery(question.question, index, synonyms), view, places, sections });
      done += 1;
      measuring.progress(done);
    }
  }
  return measured;
}

interface Group {
  readonly doc: string | null;
  readonly atMs: number;
  /** By their places. */
  readonly questions: number[];
}

function grouped(questions: readonly SetQuestion[], nowMs: number): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const [at, { doc, asOfMs }] of questions.entries()) {
    const atMs = asOfMs ?? nowMs;
    const key = `${atMs} ${doc ?? ""}`;
    const group = groups.get(key) ?? { doc, atMs, questions: [] };
    group.questions.push(at);
    groups.set(key, group);
  }
  return groups.values();
}

const isCounted = ({ doc, fromMs, toMs }: SetSection, group: Group): boolean =>
  (group.doc === null || doc === group.doc) && (fromMs === null || fromMs <= group.atMs) && (toMs === null || group.atMs < toMs);

interface Asked {
  readonly question: SetQuestion;
  readonly query: Query;
  readonly view: View;
  /** By id, in the index. */
  readonly places: ReadonlyMap<string, number>;
  readonly sections: readonly SetSection[];
}

function measureOne(asked: Asked): MeasuredQuestion {
  const { question, query, view, places } = asked;
  const shallow = rank(view, query, DEEPEST);
  const near = counts(shallow);
  const isNear = completeAt(question, near, places) !== null;
  // Where the answer does not stand near, its place is told all the same.
  const ranked = isNear ? shallow : rank(view, query, view.index.size);
  const place = isNear ? completeAt(question, near, places) : completeAt(question, counts(ranked), places);
  const isMiss = place === null || place > MISS_DEPTH;
  return {
    question,
    place,
    staleLeads: staleAbove(question, counts(ranked), places),
    staleWouldLead: staleAbove(question, ranked, places),
    above: isMiss ? aboveOf(asked, counts(ranked)) : [],
  };
}

const counts = (ranked: readonly Ranked[]): readonly Ranked[] => ranked.filter(({ counted }) => counted);

function completeAt({ answers }: SetQuestion, ranked: readonly Ranked[], places: Asked["places"]): number | null {
  let best: number | null = null;
  for (const ids of answers) {
    const found = ids.map((id) => ranked.findIndex(({ at }) => at === places.get(id)));
    if (found.includes(-1)) continue;
    const last = Math.max(...found) + 1;
    if (best === null || last < best) best = last;
  }
  return best;
}

function staleAbove({ answers, stale }: SetQuestion, ranked: readonly Ranked[], places: Asked["places"]): boolean {
  const at = (ids: Iterable<string>): ReadonlySet<number | undefined> => new Set([...ids].map((id) => places.get(id)));
  const outdated = at(stale);
  const answering = at(answers.flat());
  const first = ranked.find((one) => outdated.has(one.at) || answering.has(one.at));
  return first !== undefined && outdated.has(first.at);
}

function aboveOf({ question, query, view, places, sections }: Asked, ranked: readonly Ranked[]): readonly Above[] {
  const wanted = new Set(question.answers.flat().map((id) => places.get(id)));
  return ranked
    .filter(({ at }) => !wanted.has(at))
    .slice(0, MOST_ABOVE)
    .map(({ at, score }) => ({ section: sections[at] as SetSection, score, terms: termsOf(view, query, at) }));
}

type Shares = Readonly<Record<"1" | "2" | "4" | "8", number>>;

export interface Tally {
  readonly n: number;
  /** Share of questions with all answering sections among so many, by depth. */
  readonly coverage: Shares;
}

export interface RetrievalFigures extends Tally {
  readonly set: string;
  /** Shares of the questions that have outdated sections labelled; 0 where none has. */
  readonly stale_above_valid: number;
  readonly stale_without_filter: number;
  readonly stale_n: number;
  readonly by_language: Readonly<Record<string, Tally>>;
  readonly by_document: Readonly<Record<string, Tally>>;
}

/** Keys sorted. A question belongs to the document of its first section. */
export function figuresOf(set: string, measured: readonly MeasuredQuestion[], sections: readonly SetSection[]): RetrievalFigures {
  const documents = new Map(sections.map(({ id, doc }) => [id, doc]));
  const staleable = measured.filter(({ question }) => question.stale.length > 0);
  const shareOf = (leads: "staleLeads" | "staleWouldLead"): number =>
    staleable.length === 0 ? 0 : staleable.filter((one) => one[leads]).length / staleable.length;
  return {
    set,
    ...tallyOf(measured),
    stale_above_valid: shareOf("staleLeads"),
    stale_without_filter: shareOf("staleWouldLead"),
    stale_n: staleable.length,
    by_language: tallies(measured, ({ lang }) => lang),
    by_document: tallies(measured, ({ answers }) => documents.get(answers[0]?.[0] ?? "") ?? ""),
  };
}

export function tallyOf(measured: readonly MeasuredQuestion[]): Tally {
  const shares = DEPTHS.map((depth) => {
    const covered = measured.filter(({ place }) => place !== null && place <= depth).length;
    return [String(depth), measured.length === 0 ? 0 : covered / measured.length];
  });
  return { n: measured.length, coverage: Object.fromEntries(shares) };
}

function tallies(
  measured: readonly MeasuredQuestion[],
  nameOf: (question: SetQuestion) => string,
): RetrievalFigures["by_language"] {
  const groups = new Map<string, MeasuredQuestion[]>();
  for (const one of measured) {
    const name = nameOf(one.question);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return Object.fromEntries([...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, ones]) => [name, tallyOf(ones)]));
}
