/** Stores what an answer stands on, then the answer's manifest. IO through the store. */
import type { Caller } from "../caller.ts";
import type { Corpus } from "../documents/corpus.ts";
import type { Assembly } from "../pipeline/assemble.ts";
import type { ManifestStore, ManifestWrite } from "../store/manifest-store.ts";

export interface AnswerWrite extends Pick<Assembly, "documents"> {
  readonly write: ManifestWrite;
}

/** Documents are kept before the manifest that names them; once for each state of a folder. Throws `audit_unavailable`. */
export async function storeAnswer(store: ManifestStore, caller: Caller, { documents, write }: AnswerWrite): Promise<void> {
  for (const result of documents.values()) {
    if (result.status === "corpus") await keepOnce(store, result.corpus);
  }
  await store.save(caller, write);
}

const kept = new WeakMap<ManifestStore, WeakSet<Corpus>>();

async function keepOnce(store: ManifestStore, corpus: Corpus): Promise<void> {
  const known = kept.get(store) ?? new WeakSet<Corpus>();
  kept.set(store, known);
  if (known.has(corpus)) return;
  await store.keepSnapshot(corpus.digest, corpus.texts);
  known.add(corpus);
}
