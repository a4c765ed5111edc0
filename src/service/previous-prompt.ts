/** The prompt before in a conversation, as the store knows it. IO through the store; never a reason for an answer to fail or to wait. */
import { setTimeout as pause } from "node:timers/promises";
import type { CallerAbout } from "../caller.ts";
import { type ComparedPrompt, NO_PREFIX, type PrefixRecord, prefixRecord } from "../pipeline/cache/prefix.ts";
import type { ManifestStore, StoredManifest } from "../store/manifest-store.ts";

/** What an answer waits for a store that is slow, once everything else is done. */
const LONGEST_WAIT_MS = 50;

/** Compares a finished prompt with the one before. */
export type Compare = (now: ComparedPrompt) => Promise<PrefixRecord>;

const NOTHING_BEFORE: Compare = async () => NO_PREFIX;

async function lookUp(
  store: Pick<ManifestStore, "latest">,
  caller: CallerAbout,
  conversation: string,
): Promise<StoredManifest | null> {
  try {
    return await store.latest(caller, conversation);
  } catch {
    return null; // The answer stands without it, and the save that follows tells a store that is broken.
  }
}

/** Begins the look-up, so that it runs beside the assembly; without a conversation nothing is looked up. */
export function previousPrompt(store: Pick<ManifestStore, "latest">, caller: CallerAbout, conversation: string | null): Compare {
  if (conversation === null) return NOTHING_BEFORE;
  const looking = lookUp(store, caller, conversation);
  return async (now) => {
    const done = new AbortController();
    const late = pause(LONGEST_WAIT_MS, null, { signal: done.signal, ref: false }).catch(() => null);
    const before = await Promise.race([looking, late]);
    done.abort();
    return before === null ? NO_PREFIX : prefixRecord(now, before.core, before.envelope.manifest_id);
  };
}
