/** Builds what finds, shows and runs again what was recorded. IO through the store. */

import type { LoadOptions } from "./policy/load.ts";
import { loadPolicies } from "./policy/load.ts";
import { placeholderNames } from "./policy/read/environment.ts";
import { memorySource } from "./policy/read/policy-source.ts";
import type { Snapshot } from "./policy/snapshot.ts";
import { readSnapshotFiles } from "./policy/snapshot-files.ts";
import { citedBy } from "./service/replay/cited-by.ts";
import { createRecords, type Records, type RecordsDeps } from "./service/replay/records.ts";
import type { AnswerStore } from "./store/answer-store.ts";

/** Stands in for an address or a secret that is not set here: a replay asks nobody. */
const NOBODY = "http://127.0.0.1:9";

/**
 * The policies of kept files, under the values that were filled in then; null where today's service does not take them.
 * sources.yaml is filled in with what stands in the environment now: addresses and secrets are not kept.
 */
export async function loadRecordedPolicies(
  files: ReadonlyMap<string, string>,
  load: Omit<LoadOptions, "directory" | "policyEnvironment">,
): Promise<Snapshot | null> {
  const { policies, languages, environment } = readSnapshotFiles(files);
  const names = [...policies.values()].flatMap((texts) => [...placeholderNames(texts.get("sources.yaml") ?? "")]);
  const standIns = Object.fromEntries(names.map((name) => [name, NOBODY]));
  const loaded = await loadPolicies({
    ...load,
    environment: { ...standIns, ...load.environment },
    policyEnvironment: environment,
    directory: memorySource(policies, { languages, languagesAlone: true }),
  });
  return "snapshot" in loaded ? loaded.snapshot : null;
}

export interface RecordsBoot extends Omit<RecordsDeps, "loadRecorded" | "citedBy"> {
  readonly store: RecordsDeps["store"] & Pick<AnswerStore, "readAnswer">;
  readonly load: Omit<LoadOptions, "directory" | "policyEnvironment">;
}

export const openRecords = ({ load, ...deps }: RecordsBoot): Records =>
  createRecords({
    ...deps,
    // Declared token counts are refused in production; what is recorded ran somewhere.
    loadRecorded: (files) => loadRecordedPolicies(files, { ...load, production: false }),
    citedBy: (caller, manifestId) => citedBy(deps.store, caller, manifestId),
  });
