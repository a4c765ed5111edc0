/** What the sources and the model answered, made again from a manifest's inputs and the stored texts. Pure but for the reading. */
import { LRUCache } from "lru-cache";
import { type Corpus, corpusOf } from "../../documents/corpus.ts";
import type { DocumentsResult, MeaningResult } from "../../documents/documents-result.ts";
import { failedVerdict, type Verdict } from "../../model/verdict.ts";
import type { ModelRecord, ReplayInputs, SourceRecord } from "../../pipeline/records/inputs.ts";
import type { Policy } from "../../policy/snapshot.ts";
import { resultOfText } from "../../sources/payload.ts";
import { hitsOfText } from "../../sources/search/ask-search.ts";
import { NOT_COMPUTED, type SourceResult } from "../../sources/source-result.ts";
import { cutOptions, folderLabel } from "../folder-rules.ts";

/** Where what was recorded is read from; null: it is not there any more. */
export interface RecordedTexts {
  readonly text: (hash: string) => Promise<string | null>;
  /** Files of a policies' snapshot, or of a folder of documents, by digest. */
  readonly files: (digest: string) => Promise<ReadonlyMap<string, string> | null>;
}

export interface RecordedAnswers {
  readonly results: ReadonlyMap<string, SourceResult>;
  readonly documents: ReadonlyMap<string, DocumentsResult>;
  /** Null where no model was asked. */
  readonly verdict: Verdict | null;
}

/** Null when a text that is needed is gone. Sources that the policy does not have (any more) are left out. */
export async function recordedAnswers(
  { sources, model, verdict }: ReplayInputs,
  policy: Policy,
  texts: RecordedTexts,
): Promise<RecordedAnswers | null> {
  const results = new Map<string, SourceResult>();
  const documents = new Map<string, DocumentsResult>();
  for (const record of sources) {
    if (policy.sources.has(record.source)) {
      const result = await sourceResult(record, policy, texts);
      if (result === null) return null;
      results.set(record.source, result);
    } else if (policy.documents.has(record.source)) {
      const result = await documentsResult(record, policy, texts);
      if (result === null) return null;
      documents.set(record.source, result);
    }
  }
  const said = model === null ? null : await recordedVerdict(model, verdict, texts);
  return said === "gone" ? null : { results, documents, verdict: said };
}

async function sourceResult(record: SourceRecord, policy: Policy, texts: RecordedTexts): Promise<SourceResult | null> {
  if (record.status === "failed") return failureOf(record);
  if (record.status !== "facts" || record.hash === null) return NOT_COMPUTED;
  const raw = await texts.text(record.hash);
  if (raw === null) return null;
  const result = resultOfText(raw, policy.sources.get(record.source)?.errorField ?? null);
  return result.status === "facts" ? { ...result, stale: record.stale } : result;
}

function failureOf({ cause, http_status }: SourceRecord) {
  const failure = { status: "failed", cause: cause ?? "invalid" } as const;
  return http_status === null ? failure : { ...failure, httpStatus: http_status };
}

async function documentsResult(record: SourceRecord, policy: Policy, texts: RecordedTexts): Promise<DocumentsResult | null> {
  const rules = policy.documents.get(record.source);
  if (rules === undefined || record.status === "failed") return failureOf(record);
  if (rules.kind === "search") {
    const raw = record.hash === null ? null : await texts.text(record.hash);
    return record.hash !== null && raw === null ? null : hitsOfText(raw, rules.search);
  }
  const corpus = record.hash === null ? null : await recordedCorpus(record.hash, policy, { record, texts });
  if (corpus === null) return null;
  const meaning = record.meaning_hash === undefined ? null : await texts.text(record.meaning_hash);
  if (record.meaning_hash !== undefined && meaning === null) return null;
  return { status: "corpus", corpus, meaning: meaning === null ? null : (JSON.parse(meaning) as MeaningResult) };
}

/** Cutting and indexing a folder takes longer than everything else of a replay. */
const corpora = new LRUCache<string, Corpus>({ max: 8 });

async function recordedCorpus(
  digest: string,
  policy: Policy,
  { record, texts }: { readonly record: SourceRecord; readonly texts: RecordedTexts },
): Promise<Corpus | null> {
  const rules = policy.documents.get(record.source);
  if (rules?.kind !== "folder") return null;
  const key = JSON.stringify([digest, policy.digest, record.source]);
  const known = corpora.get(key);
  if (known !== undefined) return known;
  const files = await texts.files(digest);
  if (files === null) return null;
  const readings = new Map([...files].map(([path, text]) => [path, { text, problems: [] }]));
  const label = folderLabel("policies", policy, rules);
  const corpus = corpusOf(readings, null, { label, cut: cutOptions(policy, rules), recorded: true });
  corpora.set(key, corpus);
  return corpus;
}

async function recordedVerdict(
  { status, cause, http_status, content_hash }: ModelRecord,
  intent: string | null,
  texts: RecordedTexts,
): Promise<Verdict | "gone"> {
  const content = content_hash === null ? null : await texts.text(content_hash);
  if (content_hash !== null && content === null) return "gone";
  if (status === "answered" && intent !== null && content !== null) return { status, intent, content };
  return failedVerdict(cause ?? "invalid", content, http_status ?? undefined);
}
