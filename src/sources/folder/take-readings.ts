/** Reads what changed in a folder, and looks again until it holds still. IO. */
import { setTimeout as pause } from "node:timers/promises";
import type { FileReading } from "../../documents/corpus.ts";
import type { Problem } from "../../policy/problem.ts";
import { problemOf } from "./folder-problems.ts";
import { type FoundFile, type Listing, type ListOptions, listDocuments } from "./list-documents.ts";
import { type ReadFault, readDocument } from "./read-document.ts";

/** A file's last reading, and when it may be taken without reading again. */
export interface KnownFile extends FileReading {
  /** Null: it is read at each check. */
  readonly stamp: string | null;
}

export interface Readings {
  readonly listing: Listing;
  readonly known: ReadonlyMap<string, KnownFile>;
  /**
   * By place, of all folders and files: as long as each has its stamp, another reading would give the same. Null where that cannot
   * be said: behind links, and of what changed a moment ago.
   */
  readonly stamps: ReadonlyMap<string, string> | null;
}

export interface ReadOptions extends ListOptions {
  readonly maxFileBytes: number;
  /** The clock that the file system stamps files with. */
  readonly now: () => number;
}

/** Younger files may still be written. Longer than the steps of any file system's clock: an older stamp is never given twice. */
const YOUNG_MS = 50;
/** Between two looks: longer than a step of the kernel's clock (4 or 10 ms), so that a write in between shows. */
const LOOK_AGAIN_MS = 12;
const MAX_LOOKS = 10;
const READ_AT_A_TIME = 16;

interface Look {
  readonly stamp: string;
  /** Null: it changed while it was read. */
  readonly text: string | ReadFault | null;
  /** The stamp is old enough to stand for this text. */
  readonly isAged: boolean;
}

interface Round {
  readonly startMs: number;
  readonly listing: Listing;
  /** Of what is new or changed. */
  readonly looks: ReadonlyMap<string, Look>;
}

/**
 * The folder as it is now; a problem where the folder itself cannot be listed. `before` are the readings that stand so far.
 *
 * What changed a moment ago is looked at twice, and taken when both looks are alike; so is a file that vanished, because some
 * programs save by taking the old file away first. A folder that never holds still is taken as far as it does.
 */
export async function takeReadings(options: ReadOptions, before: ReadonlyMap<string, KnownFile>): Promise<Readings | Problem> {
  let last: Round | null = null;
  for (let look = 1; ; look += 1) {
    const round: Round | Problem = await lookAt(options, before);
    if ("code" in round) return round;
    const unsteady = unsteadyPaths(round, last, before);
    if (unsteady.size === 0 || look === MAX_LOOKS) {
      const known = knownFrom(round, unsteady, { options, before });
      return { listing: round.listing, known, stamps: stampsOf(round, known) };
    }
    last = round;
    await pause(LOOK_AGAIN_MS);
  }
}

async function lookAt(options: ReadOptions, before: ReadonlyMap<string, KnownFile>): Promise<Round | Problem> {
  const startMs = options.now();
  const listing = await listDocuments(options);
  if ("code" in listing) return listing;
  const changed = [...listing.files].filter(([path, { status }]) => before.get(path)?.stamp !== status.stamp);
  const looks = new Map<string, Look>();
  for (let start = 0; start < changed.length; start += READ_AT_A_TIME) {
    const together = changed.slice(start, start + READ_AT_A_TIME);
    const taken = await Promise.all(together.map(([, file]) => takeLook(file, startMs, options)));
    for (const [index, look] of taken.entries()) looks.set(together[index]?.[0] ?? "", look);
  }
  return { startMs, listing, looks };
}

async function takeLook(file: FoundFile, startMs: number, { maxFileBytes }: ReadOptions): Promise<Look> {
  const { stamp, changedAtMs } = file.status;
  return { stamp, text: await readDocument(file, maxFileBytes), isAged: changedAtMs < startMs - YOUNG_MS };
}

/** Paths of which this look alone does not say what they are. */
function unsteadyPaths(
  { listing, looks }: Round,
  last: Round | null,
  before: ReadonlyMap<string, KnownFile>,
): ReadonlySet<string> {
  const unsteady = new Set<string>();
  for (const [path, look] of looks) {
    const old = before.get(path);
    const asBefore = old !== undefined && old.problems.length === 0 && look.text === old.text;
    // Many programs empty a file before they write it.
    const emptied = look.text === "" && !look.isAged && old?.text != null;
    const twice = !emptied && isSameLook(look, last?.looks.get(path));
    if (look.text === null || !(look.isAged || asBefore || twice)) unsteady.add(path);
  }
  for (const path of before.keys())
    if (isMissing(listing, path) && !(last !== null && isMissing(last.listing, path))) unsteady.add(path);
  return unsteady;
}

function isSameLook(look: Look, last: Look | undefined): boolean {
  if (last === undefined || look.stamp !== last.stamp) return false;
  const [a, b] = [look.text, last.text];
  return a === b || (a !== null && b !== null && typeof a === "object" && typeof b === "object");
}

const isMissing = ({ files, faults, unlisted }: Listing, path: string): boolean =>
  !files.has(path) && !faults.has(path) && !unlisted.some((folder) => path.startsWith(`${folder}/`));

interface Taken {
  readonly options: ReadOptions;
  readonly before: ReadonlyMap<string, KnownFile>;
}

function knownFrom(
  { listing, looks }: Round,
  unsteady: ReadonlySet<string>,
  { options, before }: Taken,
): ReadonlyMap<string, KnownFile> {
  const known = new Map<string, KnownFile>();
  for (const path of [...listing.files.keys(), ...listing.faults.keys()].sort()) {
    const old = before.get(path);
    const look = looks.get(path);
    const fault = listing.faults.get(path);
    if (fault !== undefined)
      known.set(path, { text: fault.gone ? null : (old?.text ?? null), problems: [fault.problem], stamp: null });
    else if (look !== undefined)
      known.set(path, knownFile(path, unsteady.has(path) ? { ...look, text: null } : look, { options, old }));
    else if (old !== undefined) known.set(path, old);
  }
  // Nobody knows what became of them.
  for (const [path, old] of before) if (!known.has(path) && !isMissing(listing, path)) known.set(path, old);
  return known;
}

function stampsOf({ startMs, listing }: Round, known: ReadonlyMap<string, KnownFile>): ReadonlyMap<string, string> | null {
  const { files, folders, faults, unlisted, hasLinks } = listing;
  if (hasLinks || faults.size > 0 || unlisted.length > 0) return null;
  const stamps = new Map<string, string>();
  for (const [place, { stamp, changedAtMs }] of folders) {
    if (changedAtMs >= startMs - YOUNG_MS) return null;
    stamps.set(place, stamp);
  }
  for (const [path, { place }] of files) {
    const stamp = known.get(path)?.stamp ?? null;
    if (stamp === null) return null;
    stamps.set(place, stamp);
  }
  return stamps;
}

interface Kept {
  readonly options: ReadOptions;
  readonly old: KnownFile | undefined;
}

function knownFile(path: string, { stamp, text, isAged }: Look, { options, old }: Kept): KnownFile {
  if (typeof text === "string") return { text, problems: [], stamp: isAged ? stamp : null };
  const fault = text ?? { code: "unfinished-file", line: 1, message: "the file changes each time it is looked at" };
  const problem = { ...problemOf(options, path, fault.code, fault.message), line: fault.line };
  return { text: old?.text ?? null, problems: [problem], stamp: text !== null && isAged ? stamp : null };
}
