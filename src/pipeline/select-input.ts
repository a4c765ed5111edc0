/** What the selection is made from: the request, and everything that arrived for it. Pure types. */
import type { DocumentsResult } from "../documents/documents-result.ts";
import type { Snapshot } from "../policy/snapshot.ts";
import type { Choice } from "../routing/choose.ts";
import type { SourceResult } from "../sources/source-result.ts";
import type { Marker } from "../text/marker.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Viewer } from "./filter/access.ts";
import type { AssemblyRequest } from "./request.ts";

export interface SelectInput {
  readonly request: AssemblyRequest;
  readonly choice: Choice;
  readonly results: ReadonlyMap<string, SourceResult>;
  /** The answers of the sources of documents that were asked. */
  readonly documents: ReadonlyMap<string, DocumentsResult>;
  /** The lead and the contenders. */
  readonly intents: readonly string[];
  /** Scopes that the question names. */
  readonly scopes: readonly string[];
  readonly zone: string;
  readonly language: string;
  readonly referral: boolean;
  /** Folded words of the question. */
  readonly question: ReadonlySet<string>;
  readonly viewer: Viewer;
  readonly languages: Snapshot["languages"];
  readonly counter: TokenCounter;
  /** Of the caller's tenant. */
  readonly marker: Marker;
}
