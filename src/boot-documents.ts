/** The documents of all policies as the service needs them: folders, search, and vectors where a model is configured. IO. */
import { resolve } from "node:path";
import type { Config } from "./config.ts";
import { createEmbedder, type Embedder } from "./model/embeddings.ts";
import type { News } from "./news-line.ts";
import { problemLine } from "./policy/problem.ts";
import { shownProblem } from "./policy/shown-place.ts";
import type { Snapshot } from "./policy/snapshot.ts";
import { type Library, openLibrary, type Reading } from "./service/library.ts";
import { sectionTexts } from "./service/section-texts.ts";
import { createSectionVectors, SECTIONS_DEADLINE_MS, type SectionVectors } from "./service/section-vectors.ts";
import type { Pools } from "./sources/pools.ts";
import type { VectorStore } from "./store/vector-store.ts";

export interface DocumentsOptions {
  readonly config: Pick<Config, "policiesDir" | "embeddings">;
  readonly policies: Snapshot["policies"];
  readonly pools: Pools;
  readonly vectors: VectorStore;
  readonly tell: (news: News) => void;
}

export interface OpenDocuments {
  readonly library: Library;
  /** Ends watching and embedding. Before the store is closed. */
  close(): Promise<void>;
}

/** Or every problem of the folders and the rules about them, and nothing is open. */
export async function openDocuments(
  options: DocumentsOptions,
): Promise<OpenDocuments | { readonly problems: readonly string[] }> {
  const { config, policies, pools, tell } = options;
  const meaning = openMeaning(options);
  const keepVectors = meaning === null ? () => {} : vectorKeeper(meaning.vectors, policies);
  const library = await openLibrary({
    policiesDir: resolve(config.policiesDir),
    policies,
    pools,
    meaning,
    onReading: (reading) => {
      keepVectors(reading);
      tell(newsOf(reading));
    },
  });
  const close = async (): Promise<void> => {
    if (!("problems" in library)) await library.close();
    await meaning?.vectors.close();
    await Promise.all([meaning?.embedder.close(), meaning?.sections.close()]);
  };
  if (!("problems" in library)) return { library, close };
  await close();
  return { problems: library.problems.map((problem) => shownProblem(config.policiesDir, problem)) };
}

interface Meaning {
  /** For questions. */
  readonly embedder: Embedder;
  /** For sections, which wait longer and must not hold a question up. */
  readonly sections: Embedder;
  readonly vectors: SectionVectors;
}

function openMeaning({ config: { embeddings }, vectors: store, tell }: DocumentsOptions): Meaning | null {
  if (embeddings === null) return null;
  const sections = createEmbedder({ ...embeddings, deadlineMs: SECTIONS_DEADLINE_MS, maxConcurrent: 1 });
  const vectors = createSectionVectors({
    embedder: sections,
    store,
    onFault: ({ status: _, ...facts }) => tell({ level: "warn", facts, message: "embedding sections failed; it is tried again" }),
  });
  return { embedder: createEmbedder({ ...embeddings, batch: 1 }), sections, vectors };
}

/** Of folders that are ranked by meaning: the new state first, so that what both have is not read again. */
function vectorKeeper(vectors: SectionVectors, policies: Snapshot["policies"]): (reading: Reading) => void {
  const before = new Map<string, string>();
  return ({ policy, source, corpus }) => {
    const rules = policies.get(policy)?.documents.get(source);
    if (rules?.kind !== "folder" || rules.meaning === null) return;
    const shelf = `${policy}/${source}`;
    const { digest, texts } = sectionTexts(corpus);
    vectors.keep(digest, texts);
    const old = before.get(shelf);
    before.set(shelf, digest);
    const isUsed = [...before.values()].includes(old ?? "");
    if (old !== undefined && !isUsed) vectors.forget(old);
  };
}

function newsOf({ policy, source, corpus, problems }: Reading): News {
  const { digest, documents, sections, warnings } = corpus;
  const faults = [...problems, ...warnings].map(problemLine);
  return {
    level: problems.length === 0 ? "info" : "warn",
    facts: { policy, source, digest, documents: documents.length, sections: sections.length, problems: faults },
    message: problems.length === 0 ? "documents were read" : "documents were read, with problems",
  };
}
