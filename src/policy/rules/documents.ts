/** The sources of documents as the rest of the system sees them. Pure types. */
import type { RankWeights } from "../../documents/index-view.ts";
import type { SearchSource } from "../compile/search.ts";
import type { Problem } from "../problem.ts";
import type { Localized } from "../schema/common.ts";
import type { Access } from "../schema/document-source.ts";

interface DocumentRules {
  readonly name: string;
  readonly access: Access;
  readonly label: Localized;
  /** The most sections that are chosen. */
  readonly k: number;
  /** Null: none. */
  readonly floor: number | null;
  readonly trust: number;
}

/** When a question goes straight to sections; what is null or empty is not asked for. */
export interface SendTo {
  readonly plan: string | null;
  readonly intent: string | null;
  readonly scope: string | null;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  /** `travel.md#per-diem`, or `travel.md` for all of it. */
  readonly sections: readonly string[];
  readonly reason: string;
  /** Where the rule stands. */
  readonly place: Pick<Problem, "file" | "line" | "column">;
}

export interface FolderRules extends DocumentRules {
  readonly kind: "folder";
  /** As written: below the policy's folder, or absolute. */
  readonly folder: string;
  readonly select: "sections" | "fit";
  readonly weights: RankWeights;
  readonly longest: number;
  /** Null: by words alone. */
  readonly meaning: { readonly floor: number } | null;
  readonly sendTo: readonly SendTo[];
}

/** A search service of the user's own. */
export interface SearchRules extends DocumentRules {
  readonly kind: "search";
  readonly search: SearchSource;
  /** Path of the sample answer. */
  readonly sample: string;
}

export type DocumentSource = FolderRules | SearchRules;

/** How sections stand in the prompt. */
export interface DocumentTexts {
  readonly style: "numbered" | "bracketed";
  readonly order: "edges" | "score" | "source";
  /** The question stands before the documents as well. */
  readonly restate: boolean;
  readonly index: Localized;
  /** Null where the policy wants none. */
  readonly demand: Localized | null;
  readonly noneFound: Localized;
}
