/** What is stored of one assembly: the core, the inputs by hash, the envelope, and the texts a replay needs. Pure. */
import type { DocumentsResult } from "../documents/documents-result.ts";
import type { Verdict } from "../model/verdict.ts";
import type { Assembly } from "../pipeline/assemble.ts";
import type { PrefixRecord } from "../pipeline/cache/prefix.ts";
import { citingRecord } from "../pipeline/manifest/citing-record.ts";
import type { Core } from "../pipeline/records/core.ts";
import type { Inputs, ModelRecord, SourceRecord } from "../pipeline/records/inputs.ts";
import type { SourceResult, SourceTiming } from "../sources/source-result.ts";
import type { ManifestWrite } from "../store/manifest-store.ts";
import { canonicalJson } from "../text/json/canonical.ts";
import { type Recall, recallText } from "./recall.ts";
import { frameOf } from "./replay/prompt-record.ts";
import { requestText } from "./replay/request-record.ts";
import type { Call, QuestionBody } from "./service-types.ts";

export interface RecordInput {
  readonly core: Core;
  readonly manifestId: string;
  readonly call: Pick<Call, "requestId" | "traceId">;
  /** As it was asked, and the groups of who asked. */
  readonly body: QuestionBody;
  readonly groups: readonly string[];
  /** What the memory store had; null where it was not asked. */
  readonly recall: Recall | null;
  readonly timings: readonly SourceTiming[];
  readonly createdMs: number;
  readonly keyed: (text: string) => string;
  readonly prefix: PrefixRecord;
}

/** Texts are the request, the question, each source's answer as received, the prompt, and what a model said. */
export function manifestWrite(assembly: Assembly, input: RecordInput): ManifestWrite {
  const { core, call, createdMs, timings, manifestId, keyed, prefix } = input;
  const texts = new Map<string, string>();
  const keep = (text: string): string => {
    const hash = keyed(text);
    texts.set(hash, text);
    return hash;
  };
  return {
    core,
    inputs: inputsOf(assembly, input, keep),
    envelope: {
      manifest_id: manifestId,
      request_id: call.requestId,
      trace_id: call.traceId,
      conversation: assembly.request.conversation,
      created_at: new Date(createdMs).toISOString(),
      timings,
      prefix,
    },
    texts,
  };
}

type Keep = (text: string) => string;

function inputsOf(assembly: Assembly, { core, body, groups, recall }: RecordInput, keep: Keep): Inputs {
  const { request, results, documents, verdict } = assembly;
  const citing = citingRecord(assembly);
  const sources = [
    ...[...results].map(([source, result]) => sourceRecord(source, result, keep)),
    ...[...documents].map(([source, result]) => documentsRecord(source, result, keep)),
  ];
  return {
    request_hash: keep(requestText({ body, at: core.at, groups, learnt_milli: request.learntMilli })),
    question_hash: keep(request.question),
    prompt_hash: keep(frameOf(assembly.prompt, keep)),
    ...(recall === null ? {} : { memory_hash: keep(recallText(recall)) }),
    sources: sources.sort((a, b) => (a.source < b.source ? -1 : 1)),
    verdict: request.verdict ?? (verdict?.status === "answered" ? verdict.intent : null),
    model: verdict === null ? null : modelRecord(verdict, keep),
    citing_hash: citing === null ? null : keep(canonicalJson(citing)),
    denied: assembly.items.denied,
  };
}

function documentsRecord(source: string, result: DocumentsResult, keep: Keep): SourceRecord {
  const base = { source, status: result.status, cause: null, http_status: null, stale: false, hash: null };
  if (result.status === "corpus") {
    const { corpus, meaning } = result;
    const ranked = meaning === null ? {} : { meaning_hash: keep(JSON.stringify(meaning)) };
    return { ...base, hash: corpus.digest, ...ranked };
  }
  if (result.status === "hits") return { ...base, hash: result.raw === null ? null : keep(result.raw) };
  return { ...base, cause: result.cause, http_status: result.httpStatus ?? null };
}

const modelRecord = (verdict: Verdict, keep: Keep): ModelRecord => ({
  status: verdict.status,
  cause: verdict.status === "failed" ? verdict.cause : null,
  http_status: verdict.status === "failed" ? (verdict.httpStatus ?? null) : null,
  content_hash: verdict.content === null ? null : keep(verdict.content),
});

function sourceRecord(source: string, result: SourceResult, keep: Keep): SourceRecord {
  return {
    source,
    status: result.status,
    cause: result.status === "failed" ? result.cause : null,
    http_status: result.status === "failed" ? (result.httpStatus ?? null) : null,
    stale: result.status === "facts" && result.stale,
    hash: result.status === "facts" ? keep(result.raw) : null,
  };
}
