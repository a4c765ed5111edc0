/** Stores what an assembly stands on, then its manifest. IO through the store. */
import type { CallerAbout } from "../caller.ts";
import type { Corpus } from "../documents/corpus.ts";
import { AppError } from "../errors.ts";
import type { Assembly } from "../pipeline/assemble.ts";
import type { Policy } from "../policy/snapshot.ts";
import type { ManifestStore, ManifestWrite } from "../store/manifest-store.ts";

export interface AssemblyWrite extends Pick<Assembly, "documents">, Pick<Policy, "audit"> {
  readonly write: ManifestWrite;
}

/** Whether the manifest is stored; false only where the policy lets a prompt leave without. Throws `audit_unavailable` otherwise. */
export async function storeAssembly(store: ManifestStore, caller: CallerAbout, assembly: AssemblyWrite): Promise<boolean> {
  try {
    await keepDocuments(store, assembly);
    await store.save(caller, assembly.write);
    return true;
  } catch (error) {
    if (assembly.audit === "best_effort" && error instanceof AppError && error.code === "audit_unavailable") return false;
    throw error;
  }
}

/** Before the manifest that names them; once for each state of a folder. */
async function keepDocuments(store: ManifestStore, { documents }: AssemblyWrite): Promise<void> {
  for (const result of documents.values()) {
    if (result.status === "corpus") await keepOnce(store, result.corpus);
  }
}

const kept = new WeakMap<ManifestStore, WeakSet<Corpus>>();

async function keepOnce(store: ManifestStore, corpus: Corpus): Promise<void> {
  const known = kept.get(store) ?? new WeakSet<Corpus>();
  kept.set(store, known);
  if (known.has(corpus)) return;
  await store.keepSnapshot(corpus.digest, corpus.texts);
  known.add(corpus);
}
