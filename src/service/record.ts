/** What is stored of one assembly: the core, the inputs by hash, the envelope, and the texts a replay needs. Pure. */
import type { DocumentsResult } from "../documents/documents-result.ts";
import type { Verdict } from "../model/verdict.ts";
import type { Assembly } from "../pipeline/assemble.ts";
import { citingRecord } from "../pipeline/citing-record.ts";
import type { ModelRecord, SourceRecord } from "../pipeline/input-records.ts";
import type { Core } from "../pipeline/records.ts";
import type { SourceResult, SourceTiming } from "../sources/source-result.ts";
import type { ManifestWrite } from "../store/manifest-store.ts";
import { canonicalJson } from "../text/canonical.ts";
import type { Call } from "./answers.ts";

export interface RecordInput {
  readonly core: Core;
  readonly manifestId: string;
  readonly call: Pick<Call, "requestId" | "traceId">;
  readonly timings: readonly SourceTiming[];
  readonly createdMs: number;
  readonly keyed: (text: string) => string;
}

/** Texts are the request (canonical JSON, the question in it), the question, and each source's answer as received. */
export function manifestWrite(
  assembly: Assembly,
  { core, manifestId, call, timings, createdMs, keyed }: RecordInput,
): ManifestWrite {
  const texts = new Map<string, string>();
  const keep = (text: string): string => {
    const hash = keyed(text);
    texts.set(hash, text);
    return hash;
  };
  const { request, results, documents } = assembly;
  const { policy, attributes, model, items, ...rest } = request;
  const citing = citingRecord(assembly);
  const sources = [
    ...[...results].map(([source, result]) => sourceRecord(source, result, keep)),
    ...[...documents].map(([source, result]) => documentsRecord(source, result, keep)),
  ];
  return {
    core,
    inputs: {
      request_hash: keep(
        canonicalJson({
          ...rest,
          policy: policy.name,
          model: model.name,
          attributes: Object.fromEntries(attributes),
          items: {
            ...items,
            candidates: items.candidates.map((one) => ({ ...one, appliesTo: Object.fromEntries(one.appliesTo) })),
          },
        }),
      ),
      question_hash: keep(request.question),
      sources: sources.sort((a, b) => (a.source < b.source ? -1 : 1)),
      verdict: request.verdict ?? (assembly.verdict?.status === "answered" ? assembly.verdict.intent : null),
      model: assembly.verdict === null ? null : modelRecord(assembly.verdict, keep),
      citing_hash: citing === null ? null : keep(canonicalJson(citing)),
      denied: assembly.items.denied,
    },
    envelope: {
      manifest_id: manifestId,
      request_id: call.requestId,
      trace_id: call.traceId,
      conversation: request.conversation,
      created_at: new Date(createdMs).toISOString(),
      timings,
    },
    texts,
  };
}

function documentsRecord(source: string, result: DocumentsResult, keep: (text: string) => string): SourceRecord {
  const base = { source, status: result.status, cause: null, http_status: null, stale: false, hash: null };
  if (result.status === "corpus") return { ...base, hash: result.corpus.digest };
  if (result.status === "hits") return { ...base, hash: result.raw === null ? null : keep(result.raw) };
  return { ...base, cause: result.cause, http_status: result.httpStatus ?? null };
}

const modelRecord = (verdict: Verdict, keep: (text: string) => string): ModelRecord => ({
  status: verdict.status,
  cause: verdict.status === "failed" ? verdict.cause : null,
  http_status: verdict.status === "failed" ? (verdict.httpStatus ?? null) : null,
  content_hash: verdict.content === null ? null : keep(verdict.content),
});

function sourceRecord(source: string, result: SourceResult, keep: (text: string) => string): SourceRecord {
  return {
    source,
    status: result.status,
    cause: result.status === "failed" ? result.cause : null,
    http_status: result.status === "failed" ? (result.httpStatus ?? null) : null,
    stale: result.status === "facts" && result.stale,
    hash: result.status === "facts" ? keep(result.raw) : null,
  };
}
