/** A folder of documents that is read again the moment it changes. IO. */
import { realpath } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import type { Corpus } from "../../documents/corpus.ts";
import type { CutOptions } from "../../documents/cut-document.ts";
import type { Problem } from "../../policy/problem.ts";
import { kindOfName } from "./document-names.ts";
import { problemOf } from "./folder-problems.ts";
import { type FolderState, lostState, stateOf } from "./folder-state.ts";
import { createRepeater, type Repeater } from "./repeater.ts";
import { haveStamps } from "./same-stamps.ts";
import { type Readings, takeReadings } from "./take-readings.ts";
import { type FolderWatch, watchFolders } from "./watch-folders.ts";

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
  const settled = { ...options, now: options.now ?? Date.now, checkEveryMs: options.checkEveryMs ?? CHECK_EVERY_MS };
  const startMs = settled.now();
  const first = await takeReadings(settled, new Map());
  if ("code" in first) return { problems: [first] };
  const check = createCheck(settled, {
    state: stateOf(first, null, options),
    checkedAtMs: startMs,
    changed: true,
    closed: false,
  });
  options.onChange?.(check.live.state.corpus);
  return folderOf(check, settled);
}

type Settled = FolderOptions & Required<Pick<FolderOptions, "now" | "checkEveryMs">>;

/** What changes while a folder is open. */
interface Live {
  state: FolderState;
  /** Of the last check that listed the folder. */
  checkedAtMs: number;
  /** Whether the system told of a change since that check began. */
  changed: boolean;
  closed: boolean;
}

interface Check {
  readonly live: Live;
  readonly repeat: Repeater;
  readonly watcher: FolderWatch;
}

function createCheck(options: Settled, live: Live): Check {
  const repeat = createRepeater(look);
  const remind = reminder(repeat);
  const watcher = watchFolders((name) => {
    if (live.closed || (name !== null && isNoise(name))) return;
    live.changed = true;
    remind();
  });
  watcher.follow(live.state.readings.listing.folders);

  /** A fault of our own in reading it anew must neither end the watch nor go unseen. */
  function nextOrLost(found: Readings, before: FolderState, live: Live): FolderState {
    try {
      return stateOf(found, before, options);
    } catch {
      live.changed = true;
      return lostState(
        before,
        problemOf(options, "", "unreadable-file", "it could not be read anew, and stays as it was"),
        options,
      );
    }
  }

  async function look(): Promise<void> {
    if (live.closed) return;
    if (!live.changed && !isDue(live, options) && (await isAsRead(live.state, options.root))) return;
    live.changed = false;
    live.checkedAtMs = options.now();
    const before = live.state;
    const found = await takeReadings(options, before.readings.known);
    if (live.closed) return;
    live.state = "code" in found ? lostState(before, found, options) : nextOrLost(found, before, live);
    // What came into a new folder before it was watched is seen at the next check.
    if (!("code" in found) && watcher.follow(found.listing.folders)) live.changed = true;
    if (live.state.corpus !== before.corpus) options.onChange?.(live.state.corpus);
  }

  return { live, repeat, watcher };
}

function folderOf({ live, repeat, watcher }: Check, options: Settled): Folder {
  return {
    current: () => live.state.corpus,
    async fresh() {
      if (live.closed) return live.state.corpus;
      if (live.state.readings.listing.entries > SMALL_FOLDER && !isDue(live, options)) {
        await eventsHeard();
        if (!live.changed && !repeat.isRunning()) return live.state.corpus;
      }
      await repeat();
      return live.state.corpus;
    },
    async close() {
      live.closed = true;
      watcher.close();
      await repeat.idle();
    },
  };
}

const isDue = ({ checkedAtMs }: Live, { now, checkEveryMs }: Settled): boolean => Math.abs(now() - checkedAtMs) >= checkEveryMs;

/** Does it a moment after the first call; further calls until then are the same one. */
function reminder(action: () => Promise<void>): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void action();
    }, SETTLE_MS).unref();
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
