/** What a source of documents gives for a question, before the filters. Pure types. */

import type { Drop } from "../drop.ts";
import type { Dated } from "../filter/current.ts";
import type { Given } from "../given.ts";
import type { RetrievalRecord } from "../records/retrieval.ts";

export interface Retrieved {
  /** Chosen. */
  readonly candidates: readonly Given[];
  /** Found and not chosen. */
  readonly dropped: readonly Drop[];
  /** Ids that may not be seen: of sections that would have been chosen, of a search all its hits; for the audit alone. */
  readonly denied: readonly string[];
  /** Documents that may replace what others bring. */
  readonly witnesses: readonly Dated[];
  readonly record: RetrievalRecord;
  /** Of those found and not chosen. */
  readonly leftOut: () => readonly Pick<Given, "id" | "label" | "found">[];
  /** Everything that could be seen and is in force: what a prompt without a choice would hold. */
  readonly everything: () => readonly Pick<Given, "id" | "text">[];
}
