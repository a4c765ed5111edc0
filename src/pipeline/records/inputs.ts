/** What an assembly was made from: versions, and the stored texts by keyed hash; what a replay needs beside the core. Pure types. */
import type { Verdict, VerdictCause } from "../../model/verdict.ts";
import type { Cause } from "../../sources/source-result.ts";

/** `corpus` and `hits`: of sources of documents. */
export const SOURCE_STATUSES = ["facts", "not_computed", "corpus", "hits", "failed"] as const;

export interface SourceRecord {
  readonly source: string;
  readonly status: (typeof SOURCE_STATUSES)[number];
  readonly cause: Cause | null;
  readonly http_status: number | null;
  /** An older answer stood in for a failed call. */
  readonly stale: boolean;
  /** Keyed hash of the exact text received; of a corpus its digest, under which the store keeps its documents. */
  readonly hash: string | null;
  /** Of a corpus that was ranked by meaning too: keyed hash of the similarities. */
  readonly meaning_hash?: string;
}

export interface Versions {
  readonly schema: number;
  readonly service: string;
  readonly snapshot: string;
  readonly renderer: number;
  readonly tokenizer: string;
  readonly hash_key: string;
  /** Of the platform data that dates, numbers and zones are written with. */
  readonly platform: string;
}

/** What a run again needs beside the request: how everybody answered who was asked. Whoever names a text here names it in `manifest/text-hashes.ts`. */
export interface ReplayInputs {
  /** Of what the memory store had; absent where the policy does not ask it. */
  readonly memory_hash?: string;
  readonly sources: readonly SourceRecord[];
  /** The intent that a model, or what_if, named. */
  readonly verdict: string | null;
  /** How the model that was asked answered; null where none was. */
  readonly model: ModelRecord | null;
}

/** What is kept beside the core: keyed hashes of the stored texts, and the model's verdict. */
export interface Inputs extends ReplayInputs {
  readonly request_hash: string;
  readonly question_hash: string;
  /** Of the prompt as it was sent: a frame that refers to the texts in it. Older records have none. */
  readonly prompt_hash?: string;
  /** What a later answer is judged with: names of what was left out, brackets of what went in. Null where there is nothing; older records have none. */
  readonly citing_hash?: string | null;
  /** Ids of the candidates that the caller might not see. Only the audit reads them; older records have none. */
  readonly denied?: readonly string[];
}

export interface ModelRecord {
  readonly status: Verdict["status"];
  readonly cause: VerdictCause | null;
  readonly http_status: number | null;
  /** Keyed hash of what it said, word for word; null where it said nothing. */
  readonly content_hash: string | null;
}
