/** What a source of documents answers: everything a folder holds, the hits of a search, or a failure. Pure types. */

import type { SearchResult } from "../sources/search/hit.ts";
import type { Corpus } from "./corpus.ts";

export type DocumentsResult =
  | {
      readonly status: "corpus";
      readonly corpus: Corpus;
      /** Of the sections, by their places in the corpus; null where nobody ranks by meaning. */
      readonly meaning: MeaningResult | null;
      /** Places of sections that count as if they were not there; for an ablation. */
      readonly leftOut?: readonly number[];
    }
  | SearchResult;

/** How near sections are in meaning to the question. */
export type MeaningResult =
  | {
      readonly status: "ranked";
      readonly model: string;
      /** Cosines by place in the corpus, -1 to 1; null for a section whose vector is not there yet. */
      readonly similarities: readonly (number | null)[];
    }
  | { readonly status: "failed"; readonly cause: string }
  /** An explanation asks no model. */
  | { readonly status: "not_asked" };

/** Asks a source of documents for the question. Never rejects; asked twice, it answers the same. */
export type AskDocuments = (source: string) => Promise<DocumentsResult>;
