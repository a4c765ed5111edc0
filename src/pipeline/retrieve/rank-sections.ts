/** Ranks the sections of a corpus for a question and draws the cut: by k, by the floor. Pure; policy.md, Documents. */
import { LRUCache } from "lru-cache";
import type { Corpus } from "../../documents/corpus.ts";
import type { MeaningResult } from "../../documents/documents-result.ts";
import { fuse } from "../../documents/fuse.ts";
import { type RankWeights, type View, viewOf } from "../../documents/index-view.ts";
import { type Query, readQuery } from "../../documents/query.ts";
import { rank, termsOf } from "../../documents/rank.ts";
import { mostSimilar } from "../../documents/similarity.ts";
import type { Synonyms } from "../../documents/synonyms.ts";
import type { FolderRules } from "../../policy/rules/documents.ts";
import type { FoundBy, FoundRecord, TermRecord } from "../records/retrieval.ts";
import { rounded } from "../rounded.ts";
import type { Sent } from "./send-to.ts";
import type { Visible } from "./visible-documents.ts";

/** A section that was chosen, or nearly. */
export interface RankedSection extends Omit<FoundRecord, "id" | "terms"> {
  /** Place in the corpus. */
  readonly at: number;
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
  const { corpus, visible, rules, sent } = input;
  const query = readQuery(input.question, corpus.index, input.synonyms);
  const view = viewFor(corpus, visible, rules.weights);
  const most = DEPTH * rules.k + sent.length;
  const byWords = rank(view, query, input.meaning?.status === "ranked" ? Math.max(FUSED_DEPTH, most) : most);
  const ranked = rankedSections(byWords, input);
  const above = ranked.filter(({ outcome }) => outcome === "chosen");
  const byRule = sent
    .filter(({ at }) => visible.counted[at] === 1)
    .map((one) => sentSection(one, ranked, scoreOf(termsOf(view, query, one.at))));
  const known = new Set(byRule.map(({ at }) => at));
  // What a rule names stands beside the k that ranking chooses, so a rank alone says who is within k.
  const within = firstTexts(above, input);
  const chosen = [...byRule, ...within.filter(({ at }) => !known.has(at))];
  for (const { at } of chosen) known.add(at);
  const near = ranked
    .filter(({ at }) => !known.has(at))
    .slice(0, rules.k)
    .map((one) => (one.outcome === "chosen" ? { ...one, outcome: "outside_k" as const } : one));
  const cut = within.length >= rules.k ? (within.at(-1)?.score ?? 0) : (rules.floor ?? 0);
  const uncounted = uncountedAbove(cut, byWords, input);
  return {
    sections: [...chosen, ...near, ...outdated(uncounted, input)],
    hidden: uncounted.filter(({ at }) => !isSeen(at, input)).map(({ at }) => at),
    termsOf: (at) => termRecords(view, query, at),
  };
}

/** Rankings are looked at so many times k deep: for what is near the cut, and for copies. */
const DEPTH = 3;

/** The first k texts: a copy goes with what it is a copy of and takes no place. */
function firstTexts(above: readonly RankedSection[], { corpus, rules }: RankInput): readonly RankedSection[] {
  const texts = new Set<string>();
  return above.filter(({ at }) => {
    const text = corpus.sections[at]?.section.text ?? "";
    if (texts.size === rules.k && !texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}

type ByWords = ReturnType<typeof rank>;

/** What can be chosen, in its order; within k or not. */
function rankedSections(byWords: ByWords, input: RankInput): readonly RankedSection[] {
  const { rules } = input;
  const scores = new Map(byWords.map(({ at, score }) => [at, score]));
  const placed = ordered(
    byWords.filter(({ counted }) => counted).map(({ at }) => at),
    input,
  ).map(({ at, similarity }) => {
    const score = scores.get(at) ?? null;
    const isAbove = similarity !== null || (score !== null && score >= (rules.floor ?? 0));
    return { at, score, similarity, isAbove };
  });
  // Fused, one under the floor may stand before one that is above it.
  return [...placed.filter(({ isAbove }) => isAbove), ...placed.filter(({ isAbove }) => !isAbove)].map(
    ({ at, score, similarity, isAbove }, index): RankedSection => ({
      ...{ at, rank: index + 1, score, similarity },
      outcome: isAbove ? "chosen" : "below_floor",
      by: byOf(score, similarity, rules),
      reason: null,
    }),
  );
}

interface Uncounted {
  readonly at: number;
  readonly score: number | null;
  /** Of the rule that names it. */
  readonly reason: string | null;
}

/** What would be chosen, could it be: by a rule, or because it scores more than the last that is. Not in force, or not to be seen. */
function uncountedAbove(cut: number, byWords: ByWords, input: RankInput): readonly Uncounted[] {
  const { sent, visible, rules } = input;
  const scores = new Map(byWords.map(({ at, score }) => [at, score]));
  const byRule = sent
    .filter(({ at }) => visible.counted[at] !== 1)
    .map(({ at, reason }) => ({ at, score: scores.get(at) ?? null, reason }));
  const named = new Set(byRule.map(({ at }) => at));
  const ranked = byWords
    .filter(({ at, counted, score }) => !counted && score >= cut && !named.has(at))
    .map(({ at, score }) => ({ at, score, reason: null }));
  // Of either sort so many, so that hidden ones take no outdated one's place.
  const ofSort = (seen: boolean) => ranked.filter(({ at }) => isSeen(at, input) === seen).slice(0, rules.k);
  return [...byRule, ...ofSort(true), ...ofSort(false)];
}

const scoreOf = (terms: readonly { readonly contribution: number }[]): number | null =>
  terms.length === 0 ? null : terms.reduce((sum, { contribution }) => sum + contribution, 0);

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

/** `score` is that of one that stands behind everything that was looked at. */
function sentSection({ at, reason }: Sent, ranked: readonly RankedSection[], score: number | null): RankedSection {
  const { rank, similarity } = ranked.find((one) => one.at === at) ?? { rank: null, similarity: null };
  return { at, rank, score, similarity, outcome: "chosen", by: "rule", reason };
}

interface Placed {
  readonly at: number;
  /** Null where it is under the floor of meaning, or nobody ranked by it. */
  readonly similarity: number | null;
}

/** By words, or by words and meaning fused by reciprocal rank. */
function ordered(words: readonly number[], { meaning, rules, visible }: RankInput): readonly Placed[] {
  if (meaning?.status !== "ranked") return words.map((at) => ({ at, similarity: null }));
  const similar = mostSimilar(meaning.similarities, FUSED_DEPTH, visible.counted).filter(
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

/** What would have been chosen, were it in force. */
function outdated(uncounted: readonly Uncounted[], { corpus, visible }: RankInput): readonly RankedSection[] {
  return uncounted.flatMap(({ at, score, reason }): readonly RankedSection[] => {
    const fault = visible.faults.get(corpus.sections[at]?.document.path ?? "");
    if (fault === undefined) return [];
    const by = reason === null ? "words" : "rule";
    return [{ at, rank: null, score, similarity: null, outcome: fault.reason, by, reason }];
  });
}

const termRecords = (view: View, query: Query, at: number): readonly TermRecord[] =>
  termsOf(view, query, at).map(({ start, end, how, contribution }) => ({
    start,
    end,
    how,
    contribution: rounded(contribution, 4),
  }));
