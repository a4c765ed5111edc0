/** What a search service gives for a question: its usable hits, by their order, above the floor. Pure. */

import type { DocumentsResult } from "../../documents/documents-result.ts";
import type { DocumentTexts, SearchRules } from "../../policy/rules/documents.ts";
import type { Hit } from "../../sources/search/hit.ts";
import { dropFound } from "../drops.ts";
import { maySeeDocument, type Viewer } from "../filter/access.ts";
import { type CurrencyFault, faultsOf } from "../filter/current.ts";
import { datedOf } from "../filter/moments.ts";
import type { Given } from "../given.ts";
import type { FoundOutcome, FoundRecord } from "../records/retrieval.ts";
import { rounded, roundedDown } from "../rounded.ts";
import { hitGiven, relevanceOf } from "./found-documents.ts";
import type { Retrieved } from "./retrieved.ts";

export interface HitsInput {
  readonly rules: SearchRules;
  readonly result: Extract<DocumentsResult, { status: "hits" }>;
  readonly viewer: Viewer;
  readonly zone: string;
  readonly asOfMs: number;
  readonly style: DocumentTexts["style"];
}

interface Ranked {
  readonly given: Given;
  readonly score: number | null;
  readonly rank: number | null;
  readonly outcome: FoundOutcome;
  readonly fault: CurrencyFault | null;
}

/** Access, then currency, then the cut: hits that the caller may not see take no place. */
export function retrieveHits(input: HitsInput): Retrieved {
  const { rules, result } = input;
  const seen = result.hits.filter((hit) => isSeen(hit, input));
  const ranked = cut(seen, input);
  const records = ranked.map(
    ({ given, score, rank, outcome }): FoundRecord => ({
      ...{ id: given.id, rank, outcome, by: "words", similarity: null, reason: null, terms: [] },
      score: score === null ? null : outcome === "below_floor" ? roundedDown(score) : rounded(score, 4),
    }),
  );
  const { name: source, k, floor } = rules;
  return {
    candidates: ranked.filter(({ outcome }) => outcome === "chosen").map(({ given }) => given),
    dropped: ranked.flatMap(({ outcome, fault }, at) =>
      outcome === "chosen" ? [] : [dropFound(records[at] as FoundRecord, rules, fault)],
    ),
    denied: result.hits.filter((hit) => !seen.includes(hit)).map(({ id }) => `${source}:${id}`),
    witnesses: [],
    leftOut: () => ranked.filter(({ outcome }) => outcome !== "chosen").map(({ given }) => given),
    everything: () => ranked.filter(({ fault }) => fault === null).map(({ given }) => given),
    record: {
      ...{ source, k, floor, ranked: records, cause: null, digest: null, meaning: null },
      status: records.some(({ outcome }) => outcome === "chosen") ? "found" : "none_found",
      sections: ranked.filter(({ fault }) => fault === null).length,
    },
  };
}

const isSeen = (hit: Hit, { rules, viewer }: HitsInput): boolean => maySeeDocument(hit, rules.access, viewer);

/** Outdated ones last, without a rank; before them those under the floor, which take no place of the k. */
function cut(seen: readonly Hit[], input: HitsInput): readonly Ranked[] {
  const { rules, zone, asOfMs, style } = input;
  const { name: source, trust, k, floor } = rules;
  const all = seen.map((hit, at) => ({
    given: hitGiven(hit, at, { source, trust, style }, relevanceOf(hit.score, null, floor)),
    score: hit.score,
  }));
  const faults = faultsOf(
    all.map(({ given }) => datedOf(given, { zone })),
    asOfMs,
  );
  const current = all.filter(({ given }) => !faults.has(given.id));
  const isUnder = ({ score }: Pick<Ranked, "score">): boolean => floor !== null && (score === null || score < floor);
  const ranked = [...current.filter((one) => !isUnder(one)), ...current.filter(isUnder)].map((one, index): Ranked => {
    const rank = index + 1;
    const given = one.score === null ? { ...one.given, relevance: byRank(rank) } : one.given;
    const outcome = isUnder(one) ? "below_floor" : rank > k ? "outside_k" : "chosen";
    return { given, score: one.score, rank, outcome, fault: null };
  });
  const outdated = all.flatMap(({ given, score }): readonly Ranked[] => {
    const fault = faults.get(given.id);
    return fault === undefined ? [] : [{ given, score, rank: null, outcome: fault.reason, fault }];
  });
  return [...ranked, ...outdated];
}

/** Without a score the order is all there is: the first counts most. */
const byRank = (rank: number): number => 1 / (1 + (rank - 1) / 4);
