/** Which stored texts the inputs of a manifest name: for whoever hands them over or looks for them. A new member has to be placed here. Pure. */
import type { Inputs, ReplayInputs } from "../records/inputs.ts";

/** A hash, or none; undefined in records that are older than the member. */
type MaybeHash = string | null | undefined;
type Nothing = Readonly<Record<string, never>>;

/** Hashes of texts; the documents of a folder are kept by their digest, apart. */
export function replayTexts({ sources, model, memory_hash, verdict: _, ...others }: ReplayInputs): readonly string[] {
  others satisfies Nothing;
  return given([
    memory_hash,
    model?.content_hash,
    ...sources.flatMap(({ hash, meaning_hash, status }) => [status === "corpus" ? null : hash, meaning_hash]),
  ]);
}

/** Digests of the folders whose documents were asked. */
export const replayFolders = ({ sources }: ReplayInputs): readonly string[] =>
  given(sources.map(({ hash, status }) => (status === "corpus" ? hash : null)));

/** All of a manifest, in the order of its record; those within its prompt's frame are for whoever opens that. */
export function manifestTexts({
  request_hash,
  question_hash,
  prompt_hash,
  citing_hash,
  denied: _,
  ...replay
}: Inputs): readonly string[] {
  return [...given([request_hash, question_hash, prompt_hash]), ...replayTexts(replay), ...given([citing_hash])];
}

const given = (hashes: readonly MaybeHash[]): readonly string[] =>
  hashes.filter((hash): hash is string => hash !== null && hash !== undefined);
