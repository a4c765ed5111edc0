/** How documents were chosen. Wire shapes of `pipeline/records/retrieval.ts`. Pure. */
import { z } from "zod";
import { FOUND_BY, FOUND_OUTCOMES, MEANING_STATUSES, TERM_HOW } from "../../pipeline/records/retrieval.ts";
import { CAUSES } from "../../sources/source-result.ts";

const FoundTerm = z
  .strictObject({
    start: z.int().describe("UTF-16 offset into the question."),
    end: z.int(),
    how: z.enum(TERM_HOW),
    contribution: z.number().describe("What the word added to the score."),
  })
  .meta({ id: "FoundTerm" });

const FoundSection = z
  .strictObject({
    id: z.string(),
    rank: z.int().nullable().describe("Among those that could be chosen, from 1."),
    score: z.number().nullable().describe("BM25, or the search service's own."),
    similarity: z.number().nullable().describe("Cosine, where sections are ranked by meaning too."),
    outcome: z.enum(FOUND_OUTCOMES),
    by: z.enum(FOUND_BY),
    reason: z.string().nullable().describe("Of the send_to rule."),
    terms: z.array(FoundTerm),
  })
  .meta({ id: "FoundSection" });

export const RetrievalRecord = z
  .strictObject({
    source: z.string(),
    status: z.enum(["found", "none_found", "failed"]),
    cause: z.enum(CAUSES).nullable(),
    digest: z.string().nullable().describe("Of every document of the folder that the caller may see; null for a search service."),
    k: z.int(),
    floor: z.number().nullable(),
    sections: z.int().describe("That could be chosen: seen by the caller, and in force."),
    meaning: z
      .strictObject({
        status: z.enum(MEANING_STATUSES),
        cause: z.string().nullable(),
        model: z.string().nullable(),
        vectors: z.int().describe("Sections that have a vector."),
      })
      .nullable()
      .describe("Null where the policy ranks by words alone."),
    ranked: z.array(FoundSection).describe("Chosen ones, those near the cut, and outdated ones that would have been above it."),
  })
  .meta({ id: "Retrieval" });
