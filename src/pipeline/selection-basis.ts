/** What a selection is made from, and a selection that is kept for whoever asks the same of the same answers. Pure types. */
import type { DocumentsResult } from "../documents/documents-result.ts";
import type { Snapshot } from "../policy/snapshot.ts";
import type { Choice } from "../routing/choose.ts";
import type { Decided } from "../routing/route.ts";
import type { SourceResult } from "../sources/source-result.ts";
import type { AnswerLanguage } from "../text/answer-language.ts";
import type { Marker } from "../text/marker.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { ClockSpan } from "./clock-span.ts";
import type { SettledCore } from "./records.ts";
import type { AssemblyRequest } from "./request.ts";
import type { Selected } from "./select.ts";

/** Everything that a selection is made from, but for the clock: `request.atMs`. */
export interface SelectionBasis {
  readonly request: AssemblyRequest;
  readonly decided: Decided;
  readonly choice: Choice;
  /** Names of the scopes found. */
  readonly scopes: readonly string[];
  readonly zone: string;
  readonly results: ReadonlyMap<string, SourceResult>;
  readonly documents: ReadonlyMap<string, DocumentsResult>;
  readonly groups: readonly string[];
  readonly languages: Snapshot["languages"];
  readonly counter: TokenCounter;
  /** One function for one tenant. */
  readonly marker: Marker;
}

export interface KeptSelection {
  readonly language: AnswerLanguage;
  readonly selected: Selected;
  /** What the core says of it, once that was written. */
  core: SettledCore | null;
}

/** Of one caller and one person. */
export interface OwnSelections {
  find(basis: SelectionBasis): KeptSelection | undefined;
  /** Keeps what was made on this basis, for as long as the clock is within the span. */
  keep(basis: SelectionBasis, made: Omit<KeptSelection, "core">, span: ClockSpan): KeptSelection;
}
