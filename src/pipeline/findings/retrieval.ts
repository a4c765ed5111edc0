/** Findings about documents: searched and nothing found, ranked by words because meaning failed. Pure. */

import type { Finding } from "../records/core.ts";
import type { Retrieved } from "../retrieve/retrieved.ts";
import { rounded } from "../rounded.ts";
import { listed } from "./teller.ts";

/** In a fixed order; empty when there is nothing to say. */
export const retrievalFindings = (retrieved: readonly Retrieved[]): readonly Finding[] => [
  ...nothingFound(retrieved),
  ...meaningFailed(retrieved),
];

function nothingFound(retrieved: readonly Retrieved[]): readonly Finding[] {
  const empty = retrieved.filter(({ record }) => record.status === "none_found").map(({ record }) => record);
  if (empty.length === 0) return [];
  const told = empty.map(({ source, floor, ranked }) => {
    // An outdated one may well be above the floor.
    const best = Math.max(0, ...ranked.map(({ score, outcome }) => (outcome === "below_floor" ? (score ?? 0) : 0)));
    return best === 0 || floor === null
      ? `${source} (no word in common)`
      : `${source} (best ${rounded(best, 2)}, floor ${floor})`;
  });
  return [
    {
      code: "nothing_found",
      message: `No section answers the question by its words: ${listed(told)}.`,
      items: empty.map(({ source }) => source),
    },
  ];
}

function meaningFailed(retrieved: readonly Retrieved[]): readonly Finding[] {
  const failed = retrieved.filter(({ record }) => record.meaning?.status === "failed").map(({ record }) => record);
  if (failed.length === 0) return [];
  const told = failed.map(({ source, meaning }) => `${source} (${meaning?.cause})`);
  return [
    {
      code: "meaning_failed",
      message: `Words alone ranked the documents, because the embeddings did not come: ${listed(told)}.`,
      items: failed.map(({ source }) => source),
    },
  ];
}
