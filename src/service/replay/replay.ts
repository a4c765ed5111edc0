/** A recorded request again: as it was, or under a change; and what differs from what was recorded. Reads; never writes. */
import { LRUCache } from "lru-cache";
import { type Difference, differenceOf } from "../../pipeline/manifest/difference.ts";
import { type Outcome, outcomeOf } from "../../pipeline/manifest/outcome.ts";
import type { Core } from "../../pipeline/records/core.ts";
import type { Versions } from "../../pipeline/records/inputs.ts";
import type { Prompt } from "../../pipeline/records/prompt.ts";
import type { Policy, Snapshot } from "../../policy/snapshot.ts";
import { canonicalJson } from "../../text/json/canonical.ts";
import type { Marker } from "../../text/marker.ts";
import type { WhatIf } from "../service-types.ts";
import { type CompilePolicy, whatIfPolicy } from "../what-if.ts";
import { type NotReplayed, promptDigestOf, type Recording } from "./recording.ts";
import { type RerunDeps, type Rerunning, rerun } from "./rerun.ts";
import { NOTHING_LEFT_OUT, type Without } from "./without.ts";

export interface ReplayDeps extends RerunDeps {
  /** What is loaded now: the replay's own where the digest is the recorded one. */
  readonly snapshot: () => Snapshot;
  /** The policies of kept files; null where today's service does not take them. */
  readonly loadRecorded: (files: ReadonlyMap<string, string>) => Promise<Snapshot | null>;
  readonly compile: CompilePolicy;
}

export interface Hashed {
  /** Keyed hash of a text, as in the recorded core. */
  readonly keyed: (text: string) => string;
  readonly hashKeyId: string;
  readonly marker: Marker;
}

export interface ReplayAsk extends Hashed {
  /** Nothing in it: as it was. */
  readonly change: WhatIf;
  /** Policies to run under instead of the recorded ones; null: the recorded ones. */
  readonly under: Snapshot | null;
  readonly without?: Without;
}

export interface Replay {
  readonly manifest_id: string;
  /** `identical`: the same core and the same prompt, byte for byte, versions apart. */
  readonly outcome: "identical" | "changed" | "not_replayed";
  /** Why nothing was run; with `changed`, `renderer_changed` where another version of the service answers without a change asked for. */
  readonly reason: NotReplayed | null;
  /** Sources that only the change asks, so that nothing of them is recorded; they count as unreachable. */
  readonly not_recorded: readonly string[];
  readonly difference: Difference | null;
}

export const notReplayed = (manifestId: string, reason: NotReplayed): Replay => ({
  ...{ manifest_id: manifestId, outcome: "not_replayed", reason },
  ...{ not_recorded: [], difference: null },
});

/** Throws AppError where the change names what the policy does not have. */
export async function replayOne(deps: ReplayDeps, recording: Recording, ask: ReplayAsk): Promise<Replay> {
  const { manifestId } = recording;
  const again = await runAgain(deps, recording, ask);
  if ("reason" in again) return notReplayed(manifestId, again.reason);
  const isSame = sameDecisions(recording, again.core) && samePrompt(recording, again.prompt);
  const isPlain = ask.under === null && ask.without === undefined && Object.keys(ask.change).length === 0;
  return {
    manifest_id: manifestId,
    outcome: isSame ? "identical" : "changed",
    reason: !isSame && isPlain && otherVersion(recording.versions, again.core.versions) ? "renderer_changed" : null,
    not_recorded: again.notRecorded,
    difference: differenceOf(recording.outcome, outcomeOf(again.core)),
  };
}

/** The core that a run gives; null where nothing can be run. */
export async function replayCore(deps: ReplayDeps, recording: Recording, ask: ReplayAsk): Promise<Core | null> {
  const again = await runAgain(deps, recording, ask);
  return "reason" in again ? null : again.core;
}

async function runAgain(
  deps: ReplayDeps,
  recording: Recording,
  { under, without = NOTHING_LEFT_OUT, change, ...hashed }: ReplayAsk,
): Promise<Rerunning | { readonly reason: NotReplayed }> {
  const snapshot = under ?? (await recordedSnapshot(deps, recording));
  const recorded = snapshot?.policies.get(recording.policy);
  if (snapshot == null || recorded === undefined) return { reason: "policy_missing" };
  const policy = await changedPolicy(recorded, change, deps.compile);
  const again = await rerun(deps, recording, { ...hashed, policy, snapshot, change, without });
  return again ?? { reason: "text_expired" };
}

const changedPolicy = async (policy: Policy, { policy: files }: WhatIf, compile: CompilePolicy): Promise<Policy> =>
  files === undefined ? policy : whatIfPolicy(policy, files, { compile, root: "change" });

/**
 * Bytes, so that an order or a digit counts. Which version of the service wrote it is no part of what was decided, and neither
 * are the digest of the policy and the names of variants: changed files, or another variant, that decide the same change nothing.
 */
const sameDecisions = ({ core, outcome }: Recording, again: Core): boolean =>
  core === null ? decidedBy(outcome) === decidedBy(outcomeOf(again)) : bytesOf(core) === bytesOf(again);
const bytesOf = ({ versions: _, policy: { name }, variants: __, ...decided }: Core): string =>
  JSON.stringify({ name, ...decided });
const decidedBy = ({ digest: _, variants: __, ...decided }: Outcome): string => canonicalJson(decided);

const samePrompt = ({ promptDigest }: Recording, prompt: Prompt): boolean =>
  promptDigest === null || promptDigest === promptDigestOf(prompt);

const otherVersion = (was: Versions, is: Versions): boolean =>
  (["schema", "renderer", "service", "tokenizer", "platform"] as const).some((name) => was[name] !== is[name]);

/** Compiling all policies takes a second; a range of time has a handful of them. */
const MOST_SNAPSHOTS = 8;
const loaded = new WeakMap<ReplayDeps["loadRecorded"], LRUCache<string, Promise<Snapshot | null>>>();

async function recordedSnapshot(deps: ReplayDeps, { snapshot: digest, texts }: Recording): Promise<Snapshot | null> {
  const current = deps.snapshot();
  if (current.digest === digest) return current;
  const known = loaded.get(deps.loadRecorded) ?? new LRUCache<string, Promise<Snapshot | null>>({ max: MOST_SNAPSHOTS });
  loaded.set(deps.loadRecorded, known);
  const loading = known.get(digest) ?? texts.files(digest).then((files) => (files === null ? null : deps.loadRecorded(files)));
  known.set(digest, loading);
  const read = await loading;
  // Files that were changed on their way here are not what was recorded.
  return read?.digest === digest ? read : null;
}
