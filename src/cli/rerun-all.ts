/** Runs every recording again, under its own policies or under others, with the rows of what came out. IO through the recordings. */
import { loadRecordedPolicies } from "../boot-records.ts";
import { platformVersions } from "../platform.ts";
import { loadPolicies } from "../policy/load.ts";
import { type Problem, problemLine } from "../policy/problem.ts";
import type { Environment } from "../policy/read/environment.ts";
import type { PolicySource } from "../policy/read/policy-source.ts";
import { shownProblem } from "../policy/shown-place.ts";
import type { Snapshot } from "../policy/snapshot.ts";
import { type BulkRow, bulkRow, otherPolicyRow } from "../service/replay/bulk.ts";
import type { Recording } from "../service/replay/recording.ts";
import { notReplayed, type ReplayDeps, replayOne } from "../service/replay/replay.ts";
import type { WhatIf } from "../service/service-types.ts";
import { type Counters, loadCounters } from "../tokens/counters.ts";
import { VERSION } from "../version.ts";
import type { Recordings } from "./options/recordings.ts";

export interface Loaded {
  readonly snapshot: Snapshot;
  readonly deps: ReplayDeps;
}

/** The policies, and what a run needs beside them; or every problem of theirs. */
export async function loadForReplay(
  directory: string | PolicySource,
  environment: Environment,
): Promise<Loaded | { readonly faults: readonly string[] }> {
  const counters = await loadCounters();
  const load = { environment, production: false, counter: counters.base };
  const loaded = await loadPolicies({ ...load, directory });
  if ("problems" in loaded) {
    const shown = (one: Problem) => (typeof directory === "string" ? shownProblem(directory, one) : problemLine(one));
    return { faults: loaded.problems.map(shown) };
  }
  const { snapshot } = loaded;
  return { snapshot, deps: replayDeps(snapshot, counters, load) };
}

const replayDeps = (snapshot: Snapshot, counters: Counters, load: Parameters<typeof loadRecordedPolicies>[1]): ReplayDeps => ({
  snapshot: () => snapshot,
  counter: counters.of,
  version: VERSION,
  platform: platformVersions(),
  loadRecorded: (files) => loadRecordedPolicies(files, load),
  compile: () => Promise.reject(new TypeError("nobody tries out policy files here")),
});

export interface Rerunning {
  /** Null: the policies of each recording. */
  readonly under: Snapshot | null;
  readonly change: WhatIf;
  /** `under` is one policy: recordings of others are not concerned. */
  readonly isOnePolicy: boolean;
}

/** `told` hears how many are done. */
export async function rerunAll(
  recordings: Recordings,
  { deps }: Loaded,
  { under, change, isOnePolicy }: Rerunning,
  told: (done: number) => void,
): Promise<readonly BulkRow[]> {
  const { keyed, hashKeyId, marker } = recordings;
  const run = (recording: Recording) => replayOne(deps, recording, { keyed, hashKeyId, marker, change, under });
  const isApart = ({ policy }: Recording): boolean => isOnePolicy && under?.policies.has(policy) === false;
  const rowOf = (recording: Recording) => (isApart(recording) ? otherPolicyRow(recording) : bulkRow(recording, run));
  const rows: BulkRow[] = [];
  for await (const found of recordings.all()) {
    rows.push(
      "recording" in found
        ? await rowOf(found.recording)
        : { manifestId: found.id, intent: null, policy: null, result: notReplayed(found.id, found.reason) },
    );
    told(rows.length);
  }
  return rows;
}
