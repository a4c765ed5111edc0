/** What a folder of documents gives for a question: its best sections, whole documents, or what a rule names. Pure. */
import type { Corpus } from "../../documents/corpus.ts";
import type { MeaningResult } from "../../documents/documents-result.ts";
import type { Synonyms } from "../../documents/synonyms.ts";
import type { FolderRules } from "../../policy/rules/documents.ts";
import { dropFound } from "../drops.ts";
import type { Given } from "../given.ts";
import type { FoundRecord, RetrievalRecord } from "../records/retrieval.ts";
import { rounded, roundedDown } from "../rounded.ts";
import { relevanceOf, type SectionOrigin, sectionGiven, sectionId, unitOf } from "./found-documents.ts";
import { type RankedSection, type RankedSections, rankSections } from "./rank-sections.ts";
import type { Retrieved } from "./retrieved.ts";
import { type Situation, sentSections } from "./send-to.ts";
import type { Visible } from "./visible-documents.ts";

export interface FolderInput {
  readonly rules: FolderRules;
  readonly corpus: Corpus;
  readonly visible: Visible;
  readonly meaning: MeaningResult | null;
  readonly question: string;
  readonly synonyms: Synonyms;
  readonly situation: Situation;
  readonly origin: Omit<SectionOrigin, "title">;
  /** Titles by path, where several documents must be told apart. */
  readonly titles: ReadonlyMap<string, string>;
  /** Whether so many candidates as these fit their block, beside what is there already. */
  readonly fits: (candidates: readonly Given[]) => boolean;
}

export function retrieveFolder(input: FolderInput): Retrieved {
  const { rules, corpus, visible } = input;
  const ranked = rankSections({ ...input, sent: sentSections(rules.sendTo, corpus, input.situation) });
  const whole = rules.select === "fit" ? wholeDocuments(ranked, input) : NONE_WHOLE;
  const all = [...ranked.sections.map((one) => sentWhole(one, whole, corpus)), ...unranked(ranked, whole, corpus)];
  const chosen = all.filter(({ outcome }) => outcome === "chosen");
  const sections = [...chosen, ...all.filter(({ outcome }) => outcome !== "chosen")];
  const idOf = (at: number): string => sectionId(rules.name, corpus.sections[at] as Corpus["sections"][number]);
  const records = sections.map((one): FoundRecord => {
    const { at, score, similarity, ...rest } = one;
    const terms = score === null ? [] : ranked.termsOf(at);
    return { id: idOf(at), ...rest, score: shownScore(one), similarity: roundedOrNull(similarity), terms };
  });
  return {
    candidates: chosen.map((one) => givenOf(one, whole, input)),
    dropped: sections.flatMap((one, index) =>
      one.outcome === "chosen" ? [] : [dropFound(records[index] as FoundRecord, rules, faultOf(one, input))],
    ),
    denied: ranked.hidden.map(idOf),
    witnesses: visible.dated,
    leftOut: () => sections.filter(({ outcome }) => outcome !== "chosen").map((one) => givenOf(one, whole, input)),
    everything: () =>
      corpus.sections.flatMap((one, at) =>
        visible.counted[at] === 1 ? [{ id: sectionId(rules.name, one), text: one.section.text }] : [],
      ),
    record: recordOf(input, records),
  };
}

/** Under the floor never rounded up: as shown it would reach it. */
const shownScore = ({ score, outcome }: RankedSection): number | null =>
  score === null || outcome !== "below_floor" ? roundedOrNull(score) : roundedDown(score);

const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value, 4));

const faultOf = ({ at }: RankedSection, { corpus, visible }: FolderInput) =>
  visible.faults.get(corpus.sections[at]?.document.path ?? "") ?? null;

/** Paths of the documents that are sent whole. */
type Whole = ReadonlySet<string>;
const NONE_WHOLE: Whole = new Set();

/** Everything where it fits; else those with a chosen section, the best first, as long as each fits whole. */
function wholeDocuments({ sections }: RankedSections, input: FolderInput): Whole {
  const { corpus, visible, fits } = input;
  const open = corpus.sections.flatMap((one, at) => (visible.counted[at] === 1 ? [{ at, path: one.document.path }] : []));
  const givens = (places: readonly { readonly at: number }[]) => places.map(({ at }) => wholeGiven(at, input));
  if (open.length === 0 || fits(givens(open))) return new Set(open.map(({ path }) => path));
  const taken = new Set<string>();
  for (const { at, outcome } of sections) {
    const path = corpus.sections[at]?.document.path;
    if (outcome !== "chosen" || path === undefined || taken.has(path)) continue;
    if (fits(givens(open.filter((one) => taken.has(one.path) || one.path === path)))) taken.add(path);
  }
  return taken;
}

function sentWhole(one: RankedSection, whole: Whole, { sections }: Corpus): RankedSection {
  const isWhole = one.rank !== null && whole.has(sections[one.at]?.document.path ?? "");
  return isWhole && one.by !== "rule" ? { ...one, outcome: "chosen", by: "whole" } : one;
}

/** The other sections of whole documents. */
function unranked({ sections }: RankedSections, whole: Whole, corpus: Corpus): readonly RankedSection[] {
  const known = new Set(sections.map(({ at }) => at));
  return corpus.sections.flatMap(({ document }, at) =>
    whole.has(document.path) && !known.has(at)
      ? [{ at, rank: null, score: null, similarity: null, outcome: "chosen", by: "whole", reason: null } as const]
      : [],
  );
}

const ALWAYS = 1;

function givenOf({ at, score, similarity, by }: RankedSection, whole: Whole, input: FolderInput): Given {
  const one = input.corpus.sections[at] as Corpus["sections"][number];
  if (whole.has(one.document.path)) return wholeGiven(at, input);
  const relevance = by === "rule" ? ALWAYS : relevanceOf(score, similarity, input.rules.floor);
  const value = by === "rule" ? ALWAYS : null;
  return sectionGiven(one, at, originOf(one, input), { relevance, value, unit: unitOf(input.rules.name, one) });
}

function wholeGiven(at: number, input: FolderInput): Given {
  const one = input.corpus.sections[at] as Corpus["sections"][number];
  const unit = `${input.rules.name}:${one.document.path}`;
  return sectionGiven(one, at, originOf(one, input), { relevance: ALWAYS, value: ALWAYS, unit });
}

const originOf = ({ document }: Corpus["sections"][number], { origin, titles }: FolderInput): SectionOrigin => ({
  ...origin,
  title: titles.get(document.path) ?? null,
});

function recordOf({ rules, visible, meaning }: FolderInput, ranked: readonly FoundRecord[]): RetrievalRecord {
  const { name: source, k, floor } = rules;
  const status = ranked.some(({ outcome }) => outcome === "chosen") ? "found" : "none_found";
  return {
    source,
    status,
    cause: null,
    digest: visible.digest,
    k,
    floor,
    sections: visible.size,
    meaning: meaning === null ? null : meaningRecord(meaning, visible),
    ranked,
  };
}

function meaningRecord(meaning: MeaningResult, { counted }: Visible): RetrievalRecord["meaning"] {
  if (meaning.status !== "ranked")
    return { status: meaning.status, cause: meaning.status === "failed" ? meaning.cause : null, model: null, vectors: 0 };
  const { model, similarities } = meaning;
  const vectors = similarities.filter((one, at) => one !== null && counted[at] === 1).length;
  return { status: "used", cause: null, model, vectors };
}
