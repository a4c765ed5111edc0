/** Documents of a policy that are in memory, as a request sees them. */
import { type Corpus, corpusOf } from "../../src/documents/corpus.ts";
import type { AskDocuments } from "../../src/documents/documents-result.ts";
import type { Policy } from "../../src/policy/snapshot.ts";

/** No source of documents may be asked. */
export const NO_DOCUMENTS: AskDocuments = (source) => Promise.reject(new Error(`no documents in this test: ${source}`));

/** Texts by path below the policy's folder: `documents/fees.md`. Each folder source holds what lies below its folder. */
export function memoryDocuments(policy: Policy, texts: ReadonlyMap<string, string>): AskDocuments {
  const corpora = new Map<string, Corpus>();
  return async (source) => {
    const rules = policy.documents.get(source);
    if (rules?.kind !== "folder") throw new Error(`no folder: ${source}`);
    const corpus = corpora.get(source) ?? memoryCorpus(policy, source, texts);
    corpora.set(source, corpus);
    return { status: "corpus", corpus, meaning: null };
  };
}

function memoryCorpus(policy: Policy, source: string, texts: ReadonlyMap<string, string>): Corpus {
  const rules = policy.documents.get(source);
  if (rules?.kind !== "folder") throw new Error(`no folder: ${source}`);
  const inside = [...texts].filter(([path]) => path.startsWith(`${rules.folder}/`));
  const files = new Map(inside.map(([path, text]) => [path.slice(rules.folder.length + 1), { text, problems: [] }]));
  return corpusOf(files, null, {
    label: `policies/${policy.name}/${rules.folder}`,
    cut: {
      language: policy.language,
      longest: rules.longest,
      attributes: policy.attributes,
      plans: new Set(policy.plans.keys()),
    },
  });
}
