/** A folder of documents that is read again the moment it changes. IO. */
import { realpath } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import type { Corpus } from "../../documents/corpus.ts";
import type { CutOptions } from "../../documents/cut-document.ts";
import type { Problem } from "../../policy/problem.ts";
import { kindOfName } from "./document-names.ts";
import { type FolderState, lostState, stateOf } from "./folder-state.ts";
import { createRepeater } from "./repeater.ts";
import { haveStamps } from "./same-stamps.ts";
import { takeReadings } from "./take-readings.ts";
import { watchFolders } from "./watch-folders.ts";

export interface FolderOptions {
  readonly root: string;
  /** How problems name the folder: policies/support/documents. */
  readonly label: string;
  readonly cut: CutOptions;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Between full checks without a sign of a change; 1000 by default. A folder of more than 500 names is not looked at in between. */
  readonly checkEveryMs?: number;
  /** Told once of each corpus, the first included, after it is current. Must not throw. */
  readonly onChange?: (corpus: Corpus) => void;
  /** Milliseconds since the epoch, by the clock that stamps the files. */
  readonly now?: () => number;
}

export interface Folder {
  /** As it was at the last check. */
  current(): Corpus;
  /** As it is now: every edit that ended before the call is in it. Never rejects; what is unreadable stays as it was. */
  fresh(): Promise<Corpus>;
  /** Ends watching and waits for a check that is under way. From then on `fresh` gives the last corpus. */
  close(): Promise<void>;
}

/** Names up to which each call looks at every file: 3 to 8 µs each. */
const SMALL_FOLDER = 500;
const CHECK_EVERY_MS = 1000;
/** After the first sign of a change, so that a save that takes several steps is read once. */
const SETTLE_MS = 30;

/** Reads the folder once and watches it. Problems only where the folder itself cannot be listed; faults of files are in the corpus. */
export async function openFolder(options: FolderOptions): Promise<Folder | { readonly problems: readonly Problem[] }> {
  const { now = Date.now, checkEveryMs = CHECK_EVERY_MS } = options;
  const first = await takeReadings({ ...options, now }, new Map());
  if ("code" in first) return { problems: [first] };
  let state = stateOf(first, null, options);
  /** Of the last check that listed the folder. */
  let checkedAtMs = now();
  let changed = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const watcher = watchFolders((name) => {
    if (closed || (name !== null && isNoise(name))) return;
    changed = true;
    timer ??= setTimeout(() => {
      timer = undefined;
      void check();
    }, SETTLE_MS).unref();
  });

  const isDue = () => Math.abs(now() - checkedAtMs) >= checkEveryMs;

  async function look(): Promise<void> {
    if (!changed && !isDue() && (await isAsRead(state, options.root))) return;
    changed = false;
    checkedAtMs = now();
    const found = await takeReadings({ ...options, now }, state.readings.known);
    if (closed) return;
    const next = "code" in found ? lostState(state, found, options) : stateOf(found, state, options);
    // What came into a new folder before it was watched is seen at the next check.
    if (!("code" in found) && watcher.follow(found.listing.folders)) changed = true;
    const isNew = next.corpus !== state.corpus;
    state = next;
    if (isNew) options.onChange?.(next.corpus);
  }

  const check = createRepeater(look);
  changed = watcher.follow(first.listing.folders);
  options.onChange?.(state.corpus);

  return {
    current: () => state.corpus,
    async fresh() {
      if (closed) return state.corpus;
      if (state.readings.listing.entries > SMALL_FOLDER && !isDue()) {
        await eventsHeard();
        if (!changed && !check.isRunning()) return state.corpus;
      }
      await check();
      return state.corpus;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      watcher.close();
      await check.idle();
    },
  };
}

/** By the stamps alone, which a listing confirms from time to time: not every file system changes a folder's with what stands in it. */
async function isAsRead({ readings: { stamps, listing }, lost }: FolderState, root: string): Promise<boolean> {
  if (stamps === null || lost.length > 0) return false;
  const real = await realpath(root).catch(() => null);
  return real === listing.root && (await haveStamps(stamps));
}

/** The system tells of a change in the loop's next phase of polling; this one may be over its list already. */
async function eventsHeard(): Promise<void> {
  await turn();
  await turn();
}

/** Links that a mounted volume swaps begin with two dots: they are no noise. */
const isNoise = (name: string): boolean => kindOfName(name) === "ignored" && !name.startsWith("..");
