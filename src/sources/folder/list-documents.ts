/** Finds the documents below a folder and their statuses, without opening one. IO. */
import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "../../policy/problem.ts";
import { endingOf, isUsableName, kindOfName } from "./document-names.ts";
import { type FileStatus, statusOf } from "./file-status.ts";
import { folderProblem, problemOf, warningsOf } from "./folder-problems.ts";
import { isGone, type Target, targetOf } from "./resolve-name.ts";

export interface FoundFile {
  /** Where it really is: no link on the way. */
  readonly place: string;
  readonly status: FileStatus;
}

export interface Listing {
  /** Of the disk on which the folder is. */
  readonly device: string;
  /** By path below the folder. */
  readonly files: ReadonlyMap<string, FoundFile>;
  /** Documents that are there and cannot be read. `gone`: nothing is left of what they were. */
  readonly faults: ReadonlyMap<string, { readonly problem: Problem; readonly gone: boolean }>;
  /** Paths of folders that exist and could not be listed: what is below them is unknown. */
  readonly unlisted: readonly string[];
  /** Real place of the folder itself. */
  readonly root: string;
  /** All folders listed, by real place, as they were before they were listed. */
  readonly folders: ReadonlyMap<string, FileStatus>;
  /** Whether a link was met: what is behind it changes without a sign in these folders. */
  readonly hasLinks: boolean;
  /** Names met, documents or not. */
  readonly entries: number;
  /** Of no document, or of more than one. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface ListOptions {
  readonly root: string;
  /** How problems name the folder. */
  readonly label: string;
  readonly maxFiles: number;
}

const MAX_DEPTH = 16;
/** Names for each document allowed: beyond it somebody pointed at a disk, not at a folder of documents. */
const ENTRIES_PER_FILE = 20;
/** Statuses asked at a time: the threads that answer are shared. */
const AT_A_TIME = 64;

interface Walk extends ListOptions {
  readonly files: Map<string, FoundFile>;
  readonly faults: Map<string, { readonly problem: Problem; readonly gone: boolean }>;
  readonly unlisted: string[];
  readonly folders: Map<string, FileStatus>;
  hasLinks: boolean;
  readonly problems: Problem[];
  /** Paths that are passed over, by ending. */
  readonly others: Map<string, string[]>;
  entries: number;
  full: boolean;
}

interface Folder {
  /** Below the root, empty for the root. */
  readonly path: string;
  readonly place: string;
  readonly status: FileStatus;
  /** Real places from the root down to this one: a link to one of them is a circle. */
  readonly chain: readonly string[];
}

/**
 * Everything below `root`, in the order of names; a problem where the folder itself cannot be listed.
 * Links are followed to places inside. Names that begin with a dot and files that editors leave are passed over.
 */
export async function listDocuments(options: ListOptions): Promise<Listing | Problem> {
  const unusable = problemOf(options, "", "missing-folder", "there is no such folder, or it may not be read");
  try {
    const root = await realpath(options.root);
    const status = await statusOf(root);
    const names = await readdir(root, { withFileTypes: true });
    if (status === null) return unusable;
    const walk: Walk = { ...options, root, ...emptyWalk() };
    await listNames(walk, { path: "", place: root, status, chain: [root] }, names);
    return { ...walk, device: status.device, warnings: warningsOf(walk) };
  } catch {
    return unusable;
  }
}

const emptyWalk = (): Omit<Walk, keyof ListOptions> => ({
  files: new Map(),
  faults: new Map(),
  unlisted: [],
  folders: new Map(),
  hasLinks: false,
  problems: [],
  others: new Map(),
  entries: 0,
  full: false,
});

async function listFolder(walk: Walk, folder: Folder): Promise<void> {
  let names: readonly Dirent[];
  try {
    names = await readdir(folder.place, { withFileTypes: true });
  } catch (error) {
    // Taken away since its name was read.
    if (isGone(error)) return;
    walk.unlisted.push(folder.path);
    walk.problems.push(folderProblem(walk, folder.path, "unreadable-file", "the folder may not be read"));
    return;
  }
  await listNames(walk, folder, names);
}

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly place: string;
  readonly found: Target | null;
}

async function listNames(walk: Walk, folder: Folder, names: readonly Dirent[]): Promise<void> {
  walk.folders.set(folder.place, folder.status);
  const looked = names.filter(({ name }) => kindOfName(name) !== "ignored").sort((a, b) => (a.name < b.name ? -1 : 1));
  for (let start = 0; start < looked.length && !walk.full; start += AT_A_TIME) {
    const entries = await Promise.all(looked.slice(start, start + AT_A_TIME).map((entry) => entryOf(walk, folder, entry)));
    for (const entry of entries) if (!walk.full) await addEntry(walk, folder, entry);
  }
}

async function entryOf(walk: Walk, folder: Folder, dirent: Dirent): Promise<Entry> {
  const { name } = dirent;
  const place = join(folder.place, name);
  const path = folder.path === "" ? name : `${folder.path}/${name}`;
  // Most of what is no document needs no look.
  const isOther = kindOfName(name) === "other" && dirent.isFile();
  const found: Target | null = isOther || !isUsableName(name) ? { kind: "other" } : await targetOf(walk.root, place);
  if (found !== null && (found.kind === "fault" || (found.kind !== "other" && found.place !== place))) walk.hasLinks = true;
  return { path, name, place, found };
}

async function addEntry(walk: Walk, folder: Folder, { path, name, place, found }: Entry): Promise<void> {
  // Taken away since its name was read.
  if (found === null) return;
  walk.entries += 1;
  const isDocument = kindOfName(name) === "document";
  if (walk.entries > walk.maxFiles * ENTRIES_PER_FILE || (isDocument && walk.files.size + walk.faults.size >= walk.maxFiles)) {
    walk.full = true;
    const message = `more than ${walk.maxFiles} documents, or ${walk.maxFiles * ENTRIES_PER_FILE} names: this one and all behind it are left out`;
    walk.problems.push(problemOf(walk, path, "too-many-files", message));
  } else if (!isUsableName(name)) {
    const message = "the name is not UTF-8, or holds a control character; rename the file";
    walk.problems.push(problemOf(walk, path, "unusable-name", message));
  } else if (found.kind === "fault") {
    const problem = problemOf(walk, path, found.code, found.message);
    if (isDocument) walk.faults.set(path, { problem, gone: found.gone === true });
    else walk.problems.push(problem);
  } else if (isDocument) addDocument(walk, path, found);
  else if (found.kind === "folder")
    await enter(walk, { path, place: found.place, status: found.status, chain: folder.chain }, place);
  else walk.others.set(endingOf(name), [...(walk.others.get(endingOf(name)) ?? []), path]);
}

function addDocument(walk: Walk, path: string, found: Exclude<Target, { readonly kind: "fault" }>): void {
  if (found.kind === "file") {
    walk.files.set(path, { place: found.place, status: found.status });
    return;
  }
  const message = found.kind === "folder" ? "this is a folder with a document's ending" : "this is no regular file";
  walk.faults.set(path, { problem: problemOf(walk, path, "unreadable-file", message), gone: false });
}

async function enter(walk: Walk, folder: Folder, link: string): Promise<void> {
  const isLink = link !== folder.place;
  if (isLink && folder.chain.includes(folder.place)) {
    walk.problems.push(problemOf(walk, folder.path, "link-cycle", "this link leads back to a folder that it stands in"));
  } else if (folder.chain.length > MAX_DEPTH) {
    walk.problems.push(folderProblem(walk, folder.path, "too-deep", `folders are read ${MAX_DEPTH} deep`));
  } else await listFolder(walk, { ...folder, chain: [...folder.chain, folder.place] });
}
