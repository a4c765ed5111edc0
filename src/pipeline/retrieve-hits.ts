/** What a search service gives for a question: its usable hits, by their order, above the floor. Pure. */

import type { DocumentsResult } from "../documents/documents-result.ts";
import type { DocumentTexts, SearchRules } from "../policy/document-rules.ts";
import type { Hit } from "../sources/search/hit.ts";
import { maySee, type Viewer } from "./access.ts";
import { type CurrencyFault, faultsOf } from "./current.ts";
import { dropOfFound } from "./drop-of-found.ts";
import { hitGiven, relevanceOf } from "./found-documents.ts";
import type { Given } from "./given.ts";
import { datedOf } from "./moments.ts";
import type { FoundOutcome, FoundRecord } from "./retrieval-records.ts";
import type { Retrieved } from "./retrieved.ts";
import { rounded } from "./rounded.ts";

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
      score: score === null ? null : rounded(score, 4),
    }),
  );
  const { name: source, k, floor } = rules;
  return {
    candidates: ranked.filter(({ outcome }) => outcome === "chosen").map(({ given }) => given),
    dropped: ranked.flatMap(({ outcome, fault }, at) =>
      outcome === "chosen" ? [] : [dropOfFound(records[at] as FoundRecord, rules, fault)],
    ),
    denied: result.hits.filter((hit) => !seen.includes(hit)).map(({ id }) => `${source}:${id}`),
    witnesses: [],
    record: {
      ...{ source, k, floor, ranked: records, cause: null, digest: null, meaning: null },
      status: records.some(({ outcome }) => outcome === "chosen") ? "found" : "none_found",
      sections: ranked.filter(({ fault }) => fault === null).length,
    },
  };
}

const isSeen = ({ acl }: Hit, { rules, viewer }: HitsInput): boolean =>
  acl === null ? rules.access === "tenant" : maySee({ acl }, viewer);

function cut(seen: readonly Hit[], { rules, zone, asOfMs, style }: HitsInput): readonly Ranked[] {
  const { name: source, trust, k, floor } = rules;
  const givens = seen.map((hit, at) =>
    hitGiven(hit, at, { source, trust, style }, hit.score === null ? byPlace(at) : relevanceOf(hit.score, null, floor)),
  );
  const faults = faultsOf(
    givens.map((given) => datedOf(given, { zone })),
    asOfMs,
  );
  let rank = 0;
  return givens.map((given, at): Ranked => {
    const score = seen[at]?.score ?? null;
    const fault = faults.get(given.id) ?? null;
    if (fault !== null) return { given, score, rank: null, outcome: fault.reason, fault };
    rank += 1;
    // Without a score a hit is not known to reach the floor.
    const under = floor !== null && (score ?? Number.NEGATIVE_INFINITY) < floor;
    return { given, score, rank, outcome: under ? "below_floor" : rank > k ? "outside_k" : "chosen", fault };
  });
}

/** Without a score the order is all there is: the first counts most. */
const byPlace = (at: number): number => 1 / (1 + at / 4);
