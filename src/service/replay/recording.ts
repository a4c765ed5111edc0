/** One recorded request, whole: from the store, or from a file of recordings. Reads through the functions it is given. */
import type { Caller } from "../../caller.ts";
import { type Outcome, outcomeOf } from "../../pipeline/manifest/outcome.ts";
import type { Core } from "../../pipeline/records/core.ts";
import type { Inputs, ReplayInputs, Versions } from "../../pipeline/records/inputs.ts";
import type { Prompt } from "../../pipeline/records/prompt.ts";
import type { ManifestStore, StoredManifest } from "../../store/manifest-store.ts";
import { digestOf } from "../../text/digest.ts";
import { hashesOf, promptOf } from "./prompt-record.ts";
import type { RecordedTexts } from "./recorded-answers.ts";
import { type RequestRecord, readRequestText } from "./request-record.ts";

/** Why nothing was run again. */
export const NOT_REPLAYED = ["erased", "policy_missing", "text_expired", "hash_mismatch", "renderer_changed"] as const;
export type NotReplayed = (typeof NOT_REPLAYED)[number];

export interface Recording {
  readonly manifestId: string;
  readonly request: RequestRecord;
  readonly inputs: ReplayInputs;
  readonly policy: string;
  /** Digest of all policies then. */
  readonly snapshot: string;
  readonly versions: Versions;
  readonly outcome: Outcome;
  /** The core, where it was kept whole. */
  readonly core: Core | null;
  /** As `promptDigestOf` has it; null where the prompt was not kept or is gone. */
  readonly promptDigest: string | null;
  readonly texts: RecordedTexts;
}

export type RecordingRead = { readonly recording: Recording } | { readonly reason: NotReplayed };

/** `manifest` is what the store has for an id that the caller may read. */
export async function recordingOf(
  store: Pick<ManifestStore, "readText" | "readSnapshot">,
  caller: Caller,
  { core, inputs, envelope }: StoredManifest,
): Promise<RecordingRead> {
  const texts: RecordedTexts = {
    text: (hash) => store.readText(caller, hash),
    files: (digest) => store.readSnapshot(digest),
  };
  const text = await texts.text(inputs.request_hash);
  if (text === null) return { reason: "text_expired" };
  const request = readRequestText(text);
  if (request === null) return { reason: "renderer_changed" };
  const prompt = await keptPrompt(inputs, texts);
  const promptDigest = prompt === null ? null : promptDigestOf(JSON.parse(prompt) as Prompt);
  const { policy, versions } = core;
  const own = { policy: policy.name, snapshot: versions.snapshot, versions, outcome: outcomeOf(core), core };
  return { recording: { manifestId: envelope.manifest_id, request, inputs, ...own, promptDigest, texts } };
}

/**
 * `sha256:` of the prompt's JSON without the key that tells the provider's caches apart: that is made from the digest of the policy,
 * which is another one for a comment.
 */
export function promptDigestOf(prompt: Prompt): string {
  const { prompt_cache_key: _, ...payload } = prompt.payload as { readonly prompt_cache_key?: string };
  return digestOf(JSON.stringify({ ...prompt, payload }));
}

/** The prompt's JSON, byte for byte as it was sent; null where a text of it is gone. */
export async function keptPrompt({ prompt_hash }: Inputs, texts: RecordedTexts): Promise<string | null> {
  const frame = prompt_hash === undefined ? null : await texts.text(prompt_hash);
  if (frame === null) return null;
  const held = new Map<string, string>();
  for (const hash of hashesOf(frame)) {
    const text = await texts.text(hash);
    if (text === null) return null;
    held.set(hash, text);
  }
  return JSON.stringify(promptOf(frame, held));
}
