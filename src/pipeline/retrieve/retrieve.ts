/** From the answers of the sources of documents to candidates, with the reason for each. Pure; policy.md, Documents. */
import type { DocumentsResult, MeaningResult } from "../../documents/documents-result.ts";
import type { Synonyms } from "../../documents/synonyms.ts";
import type { FolderRules } from "../../policy/rules/documents.ts";
import type { Policy } from "../../policy/snapshot.ts";
import type { ChosenDocuments } from "../../routing/choose.ts";
import type { Viewer } from "../filter/access.ts";
import type { Given } from "../given.ts";
import { documentTitles, type SeenCorpus } from "./document-titles.ts";
import { retrieveFolder } from "./from-folder.ts";
import { retrieveHits } from "./from-hits.ts";
import type { Retrieved } from "./retrieved.ts";
import type { Situation } from "./send-to.ts";
import { visibleDocuments, withoutSections } from "./visible-documents.ts";

export interface RetrieveInput {
  readonly policy: Pick<Policy, "documents" | "prompt">;
  readonly synonyms: Synonyms;
  readonly documents: readonly ChosenDocuments[];
  readonly results: ReadonlyMap<string, DocumentsResult>;
  readonly question: string;
  readonly situation: Situation;
  readonly viewer: Viewer;
  readonly zone: string;
  readonly asOfMs: number;
  readonly fits: (candidates: readonly Given[]) => boolean;
}

/** By source, in the order in which they are asked. */
export function retrieve(input: RetrieveInput): readonly Retrieved[] {
  if (input.documents.length === 0) return NOTHING;
  const sights = sightsOf(input);
  const titles = documentTitles(sights);
  const before: Given[] = [];
  return input.documents.map(({ source }) => {
    const fits = (candidates: readonly Given[]): boolean => input.fits([...before, ...candidates]);
    const retrieved = retrieveOne(source, {
      ...input,
      fits,
      sight: sights.get(source) ?? null,
      titles: titles.get(source) ?? NO_TITLES,
    });
    before.push(...retrieved.candidates);
    return retrieved;
  });
}

const NOTHING: readonly Retrieved[] = [];
const NO_TITLES: ReadonlyMap<string, string> = new Map();

interface Sight extends SeenCorpus {
  readonly rules: FolderRules;
  readonly meaning: MeaningResult | null;
}

function sightsOf({ policy, documents, results, viewer, zone, asOfMs }: RetrieveInput): ReadonlyMap<string, Sight> {
  const sights = new Map<string, Sight>();
  for (const { source } of documents) {
    const rules = policy.documents.get(source);
    const result = results.get(source);
    if (rules?.kind !== "folder" || result?.status !== "corpus") continue;
    const all = visibleDocuments(result.corpus, { source, access: rules.access, viewer, zone, asOfMs });
    const visible = result.leftOut === undefined ? all : withoutSections(all, result.leftOut);
    sights.set(source, { rules, corpus: result.corpus, meaning: result.meaning, visible });
  }
  return sights;
}

interface OneInput extends RetrieveInput {
  readonly sight: Sight | null;
  readonly titles: ReadonlyMap<string, string>;
}

function retrieveOne(source: string, input: OneInput): Retrieved {
  const { policy, results, sight } = input;
  const rules = policy.documents.get(source);
  const result = results.get(source);
  if (rules === undefined || result === undefined) throw new Error(`a chosen source of documents without a result: ${source}`);
  if (sight !== null) {
    const origin = { source, trust: rules.trust, style: policy.prompt.documents.style };
    return retrieveFolder({ ...input, ...sight, origin });
  }
  if (rules.kind === "search" && result.status === "hits") {
    return retrieveHits({ ...input, rules, result, style: policy.prompt.documents.style });
  }
  if (result.status !== "failed") throw new Error(`an answer of another kind than its source: ${source}`);
  const { name, k, floor } = rules;
  return {
    ...{ candidates: [], dropped: [], denied: [], witnesses: [], everything: () => [], leftOut: () => [] },
    record: {
      ...{ source: name, k, floor, status: "failed", cause: result.cause, digest: null },
      ...{ sections: 0, meaning: null, ranked: [] },
    },
  };
}
