/** What the two faces (HTTP and CLI) give to the service and get from it. Pure types. */
import type { SentAnswer } from "../answer/posted.ts";
import type { AnswerRecord } from "../answer/records.ts";
import type { Caller } from "../caller.ts";
import type { PrefixRecord } from "../pipeline/cache/prefix.ts";
import type { Settled } from "../pipeline/kept/settled.ts";
import type { Core, Decision, TimelessCore } from "../pipeline/records/core.ts";
import type { ExplanationParts } from "../pipeline/records/explanation.ts";
import type { Prompt } from "../pipeline/records/prompt.ts";
import type { SignalName } from "../pipeline/score.ts";
import type { Format } from "../policy/schema/policy-file.ts";
import type { Snapshot } from "../policy/snapshot.ts";
import type { Cause, Json, SourceTiming } from "../sources/source-result.ts";
import type { StoredManifest } from "../store/manifest-store.ts";
import type { ItemsBody } from "./items-body.ts";
import type { Reading } from "./library.ts";

/** The body of a question, as validated at the edge; absent means not given. */
export interface QuestionBody extends ItemsBody {
  readonly policy?: string | undefined;
  readonly subject: string;
  readonly question: string;
  readonly plan?: string | undefined;
  readonly language?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly attributes?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly intent?: string | undefined;
  readonly conversation?: string | undefined;
  readonly deadline_ms?: number | undefined;
  readonly model?: string | undefined;
  readonly format?: Format | undefined;
  /** A date or an instant: which versions are current. */
  readonly as_of?: string | undefined;
  /** RFC 3339; needs the explain permission. */
  readonly at?: string | undefined;
}

/** Overrides of `/explain`: nothing is fetched for a source given here, and nothing is ever written. */
export interface WhatIf {
  readonly payloads?: Readonly<Record<string, Json>> | undefined;
  readonly failures?: Readonly<Record<string, Cause | "not_computed">> | undefined;
  readonly plan?: string | undefined;
  readonly intent?: string | undefined;
  readonly verdict?: string | undefined;
  readonly weights?: { readonly [Name in SignalName]?: number | undefined } | undefined;
  readonly model?: string | undefined;
  /** By experiment: the variant in place of the assigned one, or of the recorded one. */
  readonly variants?: Readonly<Record<string, string>> | undefined;
  /** Floors 0 to 1; `near_duplicate` null: only equal texts count as copies. */
  readonly filters?:
    | {
        readonly relevance_floor?: number | undefined;
        readonly freshness_floor?: number | undefined;
        readonly near_duplicate?: number | null | undefined;
      }
    | undefined;
  readonly budget?: { readonly total?: number | undefined; readonly secondary_tokens?: number | undefined } | undefined;
  /** Policy files by path (not sources.yaml), laid over the loaded ones. */
  readonly policy?: Readonly<Record<string, string>> | undefined;
}

export const EXPLAIN_PARTS = ["decisions", "branches", "near_misses", "naive", "timings"] as const;
export type ExplainPart = (typeof EXPLAIN_PARTS)[number];

/** The circumstances of one call: what HTTP knows and the pipeline must not. */
export interface Call {
  readonly requestId: string;
  readonly traceId: string;
  /** `traceparent` for the upstreams. */
  readonly traceparent: string;
  /** Monotonic milliseconds (performance.now) when the request arrived. */
  readonly arrivedMs: number;
  /** Aborted when the client hangs up; made when it is first asked for. */
  readonly signal: () => AbortSignal;
}

export interface AssembledPrompt extends DecidedPrompt {
  /** Keyed hash of the person it is about, for the log. */
  readonly subjectHash: string;
}

export interface DecidedPrompt {
  readonly core: Core;
  readonly prompt: Prompt;
  /** Labels of the included facts, in prompt order. */
  readonly labels: readonly string[];
  readonly persisted: boolean;
  readonly manifestId: string | null;
  readonly timings: readonly SourceTiming[];
  /** How the prompt begins against the one before in its conversation. */
  readonly prefix: PrefixRecord;
  /**
   * Null for a decision that was just made. For one that was found again the same object each time: then `labels`, the members of
   * `core` and `prompt` are settled as well.
   */
  readonly settled: Settled<TimelessCore> | null;
}

/** Extra parts are null where they were not asked for. */
export interface Explanation extends DecidedPrompt, ExplanationParts {
  /** As asked, for the report. */
  readonly question: string;
  readonly decisions: readonly Decision[] | null;
  /** Ids of the candidates that the caller might not see; beside the decisions, for a caller with the permission audit. */
  readonly denied: readonly string[] | null;
  /** Monotonic milliseconds by stage. */
  readonly stages: Readonly<Record<string, number>> | null;
}

/** What was found out about a model's answer, and when it came. */
export interface ReceivedAnswer extends AnswerRecord {
  /** RFC 3339 UTC. */
  readonly received_at: string;
}

export interface Service {
  /** Classify, fetch, select, render; the manifest is stored before this resolves. Throws AppError. */
  assemble(caller: Caller, body: QuestionBody, call: Call): Promise<AssembledPrompt>;
  /** The same decision without a write. `parts` limits the extra parts. */
  explain(
    caller: Caller,
    body: QuestionBody & { readonly what_if?: WhatIf | undefined },
    parts: ReadonlySet<ExplainPart>,
    call: Call,
  ): Promise<Explanation>;
  /** One stored manifest of the caller's tenant, `denied` with the permission audit only; AppError `not_found` otherwise. */
  manifest(caller: Caller, id: string): Promise<StoredManifest>;
  /** Judges and stores the model's answer to one manifest. Throws AppError; see `receive-answer.ts`. */
  putAnswer(caller: Caller, id: string, sent: SentAnswer): Promise<ReceivedAnswer>;
  /** AppError `not_found` where there is none. */
  answer(caller: Caller, id: string): Promise<ReceivedAnswer>;
  snapshot(): Snapshot;
  /** What the folders of documents hold now. */
  readings(): readonly Reading[];
}
