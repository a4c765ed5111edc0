/** What was recorded, for the two faces: found, shown, run again, compared. Reads; writes nothing but who saw texts. */

import type { Caller } from "../../caller.ts";
import { AppError } from "../../errors.ts";
import { type Difference, differenceOf, valueChanges } from "../../pipeline/manifest/difference.ts";
import { outcomeOf } from "../../pipeline/manifest/outcome.ts";
import { manifestTexts } from "../../pipeline/manifest/text-hashes.ts";
import type { Core } from "../../pipeline/records/core.ts";
import type { SourceRecord } from "../../pipeline/records/inputs.ts";
import type { Prompt } from "../../pipeline/records/prompt.ts";
import type { Snapshot } from "../../policy/snapshot.ts";
import type { ManifestFilter, ManifestPage, PageAsked } from "../../store/manifest-query.ts";
import type { ManifestStore, StoredManifest } from "../../store/manifest-store.ts";
import type { PeopleStore, TextView } from "../../store/people-store.ts";
import type { ShadowStore, StoredShadow } from "../../store/shadow-store.ts";
import { unknownManifest } from "../../store/store-errors.ts";
import type { WhatIf } from "../service-types.ts";
import { shownManifest } from "../shown-manifest.ts";
import { visiblePolicies } from "../visible-policies.ts";
import { mayTryOut } from "../what-if.ts";
import { type AblateBy, type Ablation, ablate } from "./ablate.ts";
import { assertKnownVariants } from "./known-variant.ts";
import { hashesOf } from "./prompt-record.ts";
import { keptPrompt, type Recording, recordingOf } from "./recording.ts";
import { type Hashed, notReplayed, type Replay, type ReplayDeps, replayOne } from "./replay.ts";

export type RecordsStore = ManifestStore & Pick<PeopleStore, "noteView" | "views"> & Pick<ShadowStore, "shadows">;

export interface RecordsDeps extends ReplayDeps {
  readonly store: RecordsStore;
  /** Ids of the items that the answer posted for a manifest cites; empty where none was posted. */
  readonly citedBy: (caller: Caller, manifestId: string) => Promise<ReadonlySet<string>>;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

export interface AblateBody {
  readonly by: AblateBy;
  readonly names?: readonly string[] | undefined;
}

export interface RevealedPrompt {
  readonly manifest_id: string;
  readonly prompt: Prompt;
}

/** The incident record of one manifest. */
export interface IncidentRecord {
  readonly manifest: StoredManifest;
  readonly views: readonly TextView[];
  /** With the permission reveal and a reason; by keyed hash. */
  readonly texts: Readonly<Record<string, string>> | null;
}

export interface Records {
  /** Throws AppError `invalid_request` for a variant that no policy has and nothing was recorded with. */
  list(caller: Caller, filter: ManifestFilter, page: PageAsked): Promise<ManifestPage>;
  /** Throws AppError `not_found`, `erased`; `hash_mismatch` for a damaged record. */
  prompt(caller: Caller, id: string, reason: string): Promise<RevealedPrompt>;
  export(caller: Caller, id: string, reason: string | null): Promise<IncidentRecord>;
  replay(caller: Caller, id: string, change: WhatIf): Promise<Replay>;
  /** Under other policies; for a review before they are merged. */
  replayUnder(caller: Caller, id: string, snapshot: Snapshot): Promise<Replay>;
  ablate(caller: Caller, id: string, body: AblateBody): Promise<readonly Ablation[]>;
  /** What other variants would have decided, computed beside. */
  shadows(caller: Caller, id: string): Promise<readonly StoredShadow[]>;
  difference(caller: Caller, id: string, against: string): Promise<Difference>;
}

export function createRecords(deps: RecordsDeps): Records {
  const hashedFor = (caller: Caller): Hashed => ({
    keyed: (text) => deps.store.hash(caller, text),
    hashKeyId: deps.store.hashKeyId,
    marker: deps.store.marker(caller),
  });
  const again = async (caller: Caller, id: string, change: WhatIf, under: Snapshot | null): Promise<Replay> => {
    const read = await recordingOf(deps.store, caller, await found(deps, caller, id));
    if ("reason" in read) return notReplayed(id, read.reason);
    return replayOne(deps, read.recording, { ...hashedFor(caller), change, under });
  };
  return {
    async list(caller, filter, page) {
      const found = await deps.store.list(caller, filter, page);
      if (found.items.length === 0) assertKnownVariants(filter, visiblePolicies(deps.snapshot(), caller.tenant));
      return found;
    },
    prompt: (caller, id, reason) => revealPrompt(deps, caller, { id, reason }),
    export: (caller, id, reason) => exportOne(deps, caller, { id, reason }),
    replay: (caller, id, change) => {
      mayTryOut(caller, change);
      return again(caller, id, change, null);
    },
    replayUnder: (caller, id, snapshot) => again(caller, id, {}, snapshot),
    async ablate(caller, id, { by, names }) {
      const recording = await storedRecording(deps, caller, id);
      const cited = await deps.citedBy(caller, id);
      return ablate(deps, recording, { ...hashedFor(caller), by, under: null, names: names ?? null, cited });
    },
    async shadows(caller, id) {
      await found(deps, caller, id);
      return deps.store.shadows(caller, id);
    },
    difference: (caller, id, against) => differenceBetween(deps, caller, { id, against }),
  };
}

async function found({ store }: RecordsDeps, caller: Caller, id: string): Promise<StoredManifest> {
  const manifest = await store.read(caller, id);
  if (manifest === null) throw unknownManifest();
  return manifest;
}

async function storedRecording(deps: RecordsDeps, caller: Caller, id: string): Promise<Recording & { readonly core: Core }> {
  const manifest = await found(deps, caller, id);
  const read = await recordingOf(deps.store, caller, manifest);
  if ("recording" in read) return { ...read.recording, core: manifest.core };
  throw new AppError("conflict", `The request of this manifest cannot be run again: ${read.reason}.`);
}

interface Reveal<Reason> {
  readonly id: string;
  readonly reason: Reason;
}

async function revealPrompt(deps: RecordsDeps, caller: Caller, { id, reason }: Reveal<string>): Promise<RevealedPrompt> {
  const { inputs } = await found(deps, caller, id);
  const texts = {
    text: (hash: string) => deps.store.readText(caller, hash),
    files: async () => null,
  };
  const kept = await keptPrompt(inputs, texts);
  if (kept === null) throw new AppError("conflict", "The prompt of this manifest is gone: text_expired.");
  await noteView(deps, caller, { id, reason, what: "prompt" });
  return { manifest_id: id, prompt: JSON.parse(kept) as Prompt };
}

/** Before anything is shown: what could not be noted is not shown. */
const noteView = (
  { store, now }: RecordsDeps,
  caller: Caller,
  { id, reason, what }: Reveal<string> & Pick<TextView, "what">,
): Promise<void> =>
  store.noteView(caller, { manifest_id: id, what, reason, viewer: caller.subject, at: new Date(now()).toISOString() });

async function exportOne(deps: RecordsDeps, caller: Caller, { id, reason }: Reveal<string | null>): Promise<IncidentRecord> {
  const manifest = await found(deps, caller, id);
  if (reason !== null) await noteView(deps, caller, { id, reason, what: "export" });
  const texts = reason === null ? null : await textsOf(deps, caller, manifest);
  return { manifest: shownManifest(caller, manifest), views: await deps.store.views(caller, id), texts };
}

/** Those that are still there. */
async function textsOf({ store }: RecordsDeps, caller: Caller, { inputs }: StoredManifest): Promise<Record<string, string>> {
  const hashes = [...manifestTexts(inputs)];
  const texts: Record<string, string> = {};
  for (const hash of hashes) {
    const text = await store.readText(caller, hash);
    if (text === null) continue;
    texts[hash] = text;
    if (hash === inputs.prompt_hash) hashes.push(...hashesOf(text));
  }
  return texts;
}

interface Compared {
  readonly id: string;
  readonly against: string;
}

async function differenceBetween(deps: RecordsDeps, caller: Caller, { id, against }: Compared): Promise<Difference> {
  const [before, after] = [await found(deps, caller, against), await found(deps, caller, id)];
  const inputs = [
    ...valueChanges("inputs", inputValues(before), inputValues(after)),
    ...sourceChanges(before.inputs.sources, after.inputs.sources),
  ];
  const difference = differenceOf(outcomeOf(before.core), outcomeOf(after.core), inputs);
  // That two requests differ is no finding: what they led to comes first.
  const asked = valueChanges("inputs", askedValues(before), askedValues(after));
  const { first, changes } = difference;
  return { ...difference, first: first ?? asked[0]?.stage ?? null, changes: [...changes, ...asked] };
}

const askedValues = ({ core, inputs }: StoredManifest) => ({
  request: inputs.request_hash,
  question: inputs.question_hash,
  at: core.at,
});

const inputValues = ({ core, inputs }: StoredManifest) => ({
  policy: core.policy.digest,
  snapshot: core.versions.snapshot,
  service: core.versions.service,
  verdict: inputs.verdict,
  ...Object.fromEntries(Object.entries(outcomeOf(core).variants).map(([name, variant]) => [`variant of ${name}`, variant])),
});

/** By source: how it answered and the hash of what. */
function sourceChanges(before: readonly SourceRecord[], after: readonly SourceRecord[]) {
  const said = (all: readonly SourceRecord[]) =>
    Object.fromEntries(all.map(({ source, status, cause, hash }) => [source, [status, cause, hash].filter(Boolean).join(" ")]));
  return valueChanges("inputs", said(before), said(after)).map(({ what, ...change }) => ({
    ...change,
    what: `answer of ${what}`,
  }));
}
