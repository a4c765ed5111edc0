/** Ranks the sections of a corpus for a question and draws the cut: by k, by the floor. Pure; policy.md, Documents. */
import { LRUCache } from "lru-cache";
import type { Corpus } from "../documents/corpus.ts";
import type { MeaningResult } from "../documents/documents-result.ts";
import { fuse } from "../documents/fuse.ts";
import { type RankWeights, type View, viewOf } from "../documents/index-view.ts";
import { type Query, readQuery } from "../documents/query.ts";
import { type Ranked, rank, termsOf } from "../documents/rank.ts";
import { mostSimilar } from "../documents/similarity.ts";
import type { Synonyms } from "../documents/synonyms.ts";
import type { FolderRules } from "../policy/document-rules.ts";
import type { FoundBy, FoundOutcome, TermRecord } from "./retrieval-records.ts";
import { rounded } from "./rounded.ts";
import type { Sent } from "./send-to.ts";
import type { Visible } from "./visible-documents.ts";

/** A section that was chosen, or nearly. */
export interface RankedSection {
  /** Place in the corpus. */
  readonly at: number;
  /** Among those that can be chosen, from 1. */
  readonly rank: number | null;
  readonly score: number | null;
  readonly similarity: number | null;
  readonly outcome: FoundOutcome;
  readonly by: FoundBy;
  readonly reason: string | null;
}

export interface RankInput {
  readonly corpus: Corpus;
  readonly visible: Visible;
  readonly meaning: MeaningResult | null;
  readonly rules: Pick<FolderRules, "k" | "floor" | "weights" | "meaning">;
  readonly question: string;
  readonly synonyms: Synonyms;
  readonly sent: readonly Sent[];
}

export interface RankedSections {
  /** Chosen ones in their order, then those near the cut, then outdated ones above it. */
  readonly sections: readonly RankedSection[];
  /** Places of sections above the cut that the caller may not see. */
  readonly hidden: readonly number[];
  /** What each word of the question added to the score of a section. */
  readonly termsOf: (at: number) => readonly TermRecord[];
}

/** Rankings that are fused are looked at so deep. */
const FUSED_DEPTH = 100;
/** Cormack, Clarke and Büttcher (2009): reciprocal rank fusion. */
const FUSION_CONSTANT = 60;

export function rankSections(input: RankInput): RankedSections {
  const { corpus, visible, rules } = input;
  const query = readQuery(input.question, corpus.index, input.synonyms);
  const view = viewFor(corpus, visible, rules.weights);
  const depth = input.meaning?.status === "ranked" ? Math.max(FUSED_DEPTH, 2 * rules.k) : 2 * rules.k;
  const byWords = rank(view, query, depth);
  const { chosen, near, cut } = drawCut(rankedSections(byWords, input), input);
  const uncounted = byWords.filter(({ counted, score }) => !counted && score >= cut);
  const hidden = uncounted.filter(({ at }) => !isSeen(at, input)).slice(0, rules.k);
  return {
    sections: [...chosen, ...near, ...outdated(uncounted, input)],
    hidden: hidden.map(({ at }) => at),
    termsOf: (at) => termRecords(view, query, at),
  };
}

/** All that can be chosen and have something in common with the question; `chosen` is what is above the floor. */
function rankedSections(byWords: readonly Ranked[], input: RankInput): readonly RankedSection[] {
  const { rules } = input;
  const scores = new Map(byWords.map(({ at, score }) => [at, score]));
  const counted = byWords.filter((one) => one.counted).map(({ at }) => at);
  return ordered(counted, input).map(({ at, similarity }, index): RankedSection => {
    const score = scores.get(at) ?? null;
    const isAbove = similarity !== null || (score !== null && score >= (rules.floor ?? 0));
    const by = byOf(score, similarity, rules);
    return { at, rank: index + 1, score, similarity, outcome: isAbove ? "chosen" : "below_floor", by, reason: null };
  });
}

interface Cut {
  readonly chosen: readonly RankedSection[];
  readonly near: readonly RankedSection[];
  /** The least score that would have been chosen. */
  readonly cut: number;
}

/** What rules name comes first and takes of the k; as many again are told as near the cut. */
function drawCut(ranked: readonly RankedSection[], { rules, sent, visible }: RankInput): Cut {
  const open = sent.filter(({ at }) => visible.counted[at] === 1);
  const places = new Set(open.map(({ at }) => at));
  const byRank = new Map(ranked.map((one) => [one.at, one]));
  const rest = ranked.filter(({ at }) => !places.has(at));
  const above = rest.filter(({ outcome }) => outcome === "chosen");
  const room = Math.max(0, rules.k - open.length);
  const taken = new Set(above.slice(0, room));
  const near = rest.filter((one) => !taken.has(one)).slice(0, rules.k);
  return {
    chosen: [...open.map(({ at, reason }) => sentSection(at, reason, byRank.get(at))), ...taken],
    near: near.map((one) => (one.outcome === "chosen" ? { ...one, outcome: "outside_k" } : one)),
    cut: (room > 0 ? above[room - 1]?.score : null) ?? rules.floor ?? 0,
  };
}

const views = new WeakMap<Visible, LRUCache<string, View>>();

/** Counting the words of what can be chosen takes longer than a question; weights are a handful. */
function viewFor({ index, sections }: Corpus, visible: Visible, weights: RankWeights): View {
  const known = views.get(visible) ?? new LRUCache<string, View>({ max: 100 });
  views.set(visible, known);
  const key = JSON.stringify(weights);
  const view = known.get(key) ?? viewOf(index, visible.size === sections.length ? null : visible.counted, weights);
  known.set(key, view);
  return view;
}

/** By its meaning only where its words alone would not do. */
const byOf = (score: number | null, similarity: number | null, { floor }: RankInput["rules"]): FoundBy =>
  similarity === null || (score !== null && score >= (floor ?? 0)) ? "words" : "meaning";

const sentSection = (at: number, reason: string, ranked: RankedSection | undefined): RankedSection => ({
  at,
  rank: ranked?.rank ?? null,
  score: ranked?.score ?? null,
  similarity: ranked?.similarity ?? null,
  outcome: "chosen",
  by: "rule",
  reason,
});

interface Placed {
  readonly at: number;
  /** Null where it is under the floor of meaning, or nobody ranked by it. */
  readonly similarity: number | null;
}

/** By words, or by words and meaning fused by reciprocal rank. */
function ordered(words: readonly number[], { meaning, rules, visible }: RankInput): readonly Placed[] {
  if (meaning?.status !== "ranked") return words.map((at) => ({ at, similarity: null }));
  const similar = mostSimilar(meaning.vectors, meaning.question, FUSED_DEPTH, visible.counted).filter(
    ({ similarity }) => similarity >= (rules.meaning?.floor ?? 0),
  );
  const similarities = new Map(similar.map(({ at, similarity }) => [at, similarity]));
  return fuse([words, similar.map(({ at }) => at)], { constant: FUSION_CONSTANT }).map(({ at }) => ({
    at,
    similarity: similarities.get(at) ?? null,
  }));
}

const isSeen = (at: number, { corpus, visible }: RankInput): boolean =>
  visible.seen.has(corpus.sections[at]?.document.path ?? "");

/** What would have been above the cut, were it in force. */
function outdated(
  uncounted: readonly { readonly at: number; readonly score: number }[],
  input: RankInput,
): readonly RankedSection[] {
  const { corpus, visible, rules } = input;
  return uncounted
    .flatMap(({ at, score }): readonly RankedSection[] => {
      const fault = visible.faults.get(corpus.sections[at]?.document.path ?? "");
      if (fault === undefined) return [];
      return [{ at, rank: null, score, similarity: null, outcome: fault.reason, by: "words", reason: null }];
    })
    .slice(0, rules.k);
}

const termRecords = (view: View, query: Query, at: number): readonly TermRecord[] =>
  termsOf(view, query, at).map(({ start, end, how, contribution }) => ({
    start,
    end,
    how,
    contribution: rounded(contribution, 4),
  }));
