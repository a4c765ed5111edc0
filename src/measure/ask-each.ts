/** Asks labelled questions of a corpus, each at its own date. Pure. */
import { type View, viewOf } from "../documents/index-view.ts";
import { type Query, readQuery } from "../documents/query.ts";
import type { Ranked } from "../documents/rank.ts";
import { momentMs } from "../pipeline/filter/moments.ts";
import type { CorpusAt, RankedCorpus } from "./ranked-corpus.ts";
import type { SetQuestion } from "./retrieval-set.ts";

export interface Asking {
  readonly corpus: RankedCorpus;
  readonly questions: readonly SetQuestion[];
  /** When a question without a date of its own is asked. */
  readonly nowMs: number;
  /** Told now and then how many questions are done. */
  readonly progress: (done: number) => void;
}

/** A question, ready to be ranked. */
export interface Asked extends Pick<CorpusAt, "tokensOf"> {
  readonly question: SetQuestion;
  readonly query: Query;
  readonly view: View;
  readonly corpus: Pick<RankedCorpus, "sections" | "places">;
}

/** What `visit` makes of each question, in their order. */
export function askEach<T>(asking: Asking, visit: (asked: Asked) => T): readonly T[] {
  const { corpus, questions } = asking;
  const { index, weights, synonyms } = corpus;
  const visited: T[] = new Array(questions.length);
  let done = 0;
  // One view at a time: a set of many dates would hold as many.
  for (const group of grouped(asking)) {
    const { counted, tokensOf } = corpus.at(group.atMs);
    const view = viewOf(index, inDocument(group.doc, counted, corpus), weights);
    for (const at of group.questions) {
      const question = questions[at] as SetQuestion;
      visited[at] = visit({ question, query: readQuery(question.question, index, synonyms), view, corpus, tokensOf });
      done += 1;
      asking.progress(done);
    }
  }
  return visited;
}

interface Group {
  readonly doc: string | null;
  readonly atMs: number;
  /** By their places. */
  readonly questions: number[];
}

function grouped({ corpus: { zone }, questions, nowMs }: Asking): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const [at, { doc, asOf }] of questions.entries()) {
    const atMs = momentMs(asOf, zone) ?? nowMs;
    const key = `${atMs} ${doc ?? ""}`;
    const group = groups.get(key) ?? { doc, atMs, questions: [] };
    group.questions.push(at);
    groups.set(key, group);
  }
  return groups.values();
}

const inDocument = (doc: string | null, counted: Uint8Array, { sections }: RankedCorpus): Uint8Array =>
  doc === null ? counted : counted.map((one, at) => (sections[at]?.doc === doc ? one : 0));

/** Where the last section of the complete set that is complete first stands in a ranking, from 1; null where no set is. */
export function completeAt({ question, corpus }: Pick<Asked, "question" | "corpus">, ranked: readonly Ranked[]): number | null {
  const ranks = new Map(ranked.map(({ at }, index) => [at, index + 1]));
  let best: number | null = null;
  for (const ids of question.answers) {
    const found = ids.flatMap((id) => corpus.places.get(id) ?? []).map((at) => ranks.get(at) ?? Number.POSITIVE_INFINITY);
    const last = Math.max(...found);
    if (Number.isFinite(last) && (best === null || last < best)) best = last;
  }
  return best;
}

/** Those that can be chosen. */
export const countedOnly = (ranked: readonly Ranked[]): readonly Ranked[] => ranked.filter(({ counted }) => counted);

/** An empty list of sections says that nothing answers. */
export const isAnswerable = ({ answers }: Pick<SetQuestion, "answers">): boolean => answers.length > 0;
