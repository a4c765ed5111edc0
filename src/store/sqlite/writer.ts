/** The writing side of the SQLite store: batches of entries as transactions, and room for erasing on a full disk. Knows no thread. */
import { statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import type { Outcome } from "../group-commit.ts";
import type { Seals } from "../seal.ts";
import { mayBeOneRecord, sqliteCode } from "../store-errors.ts";
import type { Entry, Written } from "./entries.ts";
import { eraser, leftoversTaker, receiptFinisher } from "./erase-person.ts";
import { learntWriter } from "./learnt.ts";
import type { Reserve } from "./reserve.ts";
import { subjectKeys } from "./subject-keys.ts";
import { sweeper } from "./sweep-rows.ts";
import { vectorWriter } from "./vectors.ts";
import { type ManifestWriter, manifestWriter, type Sealing } from "./write-manifests.ts";
import { memoryForgetter, memoryWriter, traceWriter } from "./write-memories.ts";
import { answerWriter, shadowWriter, snapshotWriter, viewWriter } from "./write-records.ts";
import { textWriter } from "./write-texts.ts";

/** Pages that an erasure may have above the limit: for its receipt, and for what moves while rows go. */
const HEAD_ROOM_PAGES = 256;

export interface Room {
  /** Most pages of the file for what is not an erasure; null for no limit of our own. */
  readonly maxPages: number | null;
  readonly reserve: Reserve;
}

export interface Writer {
  /** All entries in one transaction, and none of those that fail; throws when the store as a whole cannot be written. */
  write(entries: readonly Entry[]): readonly Outcome<Written>[];
  /**
   * Takes what was erased from the disk: the log is written into the file and cut to nothing. False while somebody else's
   * reading, or a full disk, keeps it from that.
   */
  clean(): boolean;
}

export function writerOf(database: Database, seals: Seals, room: Room): Writer {
  const keys = subjectKeys(database, seals);
  const texts = textWriter(database, seals, keys);
  const manifests = manifestWriter(database, { seals, keys, texts });
  const putEntry = entryWriter(database, { seals, keys, texts }, manifests);
  const dataVersion = database.prepare<[], number>("PRAGMA data_version").pluck();
  let seenVersion: number | undefined;
  const heedOthers = (): void => {
    const version = dataVersion.get();
    if (version !== seenVersion) {
      // Another connection has written: that may have been an erasure.
      texts.forget();
      keys.forget();
    }
    seenVersion = version;
  };
  const transaction = database.transaction((entries: readonly Entry[]): readonly Written[] => {
    heedOthers();
    texts.begin();
    return entries.map(putEntry);
  });
  const commit = (entries: readonly Entry[]): readonly Outcome<Written>[] => {
    try {
      const written = transaction.immediate(entries);
      texts.committed();
      // What these two removed is not known any more.
      if (written.some(({ kind }) => FREEING.has(kind))) texts.forget();
      return written.map((value) => ({ value }));
    } catch (error) {
      manifests.forget();
      keys.forget();
      throw error;
    }
  };
  const isInPlace = placeOf(database);
  return {
    write(entries) {
      if (!isInPlace()) return entries.map(() => ({ error: moved() }));
      const outcomes = settle(commit, entries, (freeing) => withRoom(database, room, () => commit(freeing)));
      // There may be room again.
      if (outcomes.some(isEndOfLeftovers)) room.reserve.fill();
      return outcomes;
    },
    clean() {
      let cut = truncateLog(database);
      // The file grows by what the log has; the log is cut afterwards only.
      if (cut === "full" && room.reserve.giveUp()) cut = truncateLog(database);
      return cut === "cut";
    },
  };
}

/** With the code that SQLite itself has for it: it looks only now and then. */
const moved = (): Error =>
  Object.assign(new Error("The store's file is no longer at its place. Put it back and start the service again."), {
    code: "SQLITE_READONLY_DBMOVED",
  });

/** Whether the file that is open still is the one at its path: what is written into a removed file is lost when the process ends. */
function placeOf(database: Database): () => boolean {
  if (database.memory) return () => true;
  const inode = (): number | undefined => statSync(database.name, { throwIfNoEntry: false })?.ino;
  const opened = inode();
  return () => inode() === opened;
}

function entryWriter(database: Database, sealing: Sealing, manifests: ManifestWriter): (entry: Entry) => Written {
  const answer = answerWriter(database, sealing);
  const shadow = shadowWriter(database, sealing, manifests);
  const view = viewWriter(database, sealing);
  const snapshot = snapshotWriter(database);
  const vectors = vectorWriter(database);
  const erase = eraser(database, sealing.keys);
  const finish = receiptFinisher(database);
  const takeLeftovers = leftoversTaker(database);
  const remember = memoryWriter(database, sealing.keys);
  const renew = traceWriter(database);
  const forget = memoryForgetter(database);
  const learnt = learntWriter(database);
  const sweep = sweeper(database);
  return (entry) => {
    switch (entry.kind) {
      case "manifest":
        return { kind: "manifest", texts: manifests.put(entry) };
      case "answer":
        return answer(entry);
      case "shadow":
        return shadow(entry);
      case "view":
        return view(entry);
      case "snapshot":
        return snapshot(entry);
      case "vectors":
        return vectors(entry);
      case "memory":
        return remember(entry);
      case "learnt":
        return learnt(entry);
      case "traces":
        return renew(entry);
      case "forget":
        return forget(entry);
      case "erasure":
        return { kind: "erasure", counts: erase(entry) };
      case "leftovers":
        return takeLeftovers();
      case "receipt":
        return finish(entry);
      case "sweep":
        return { kind: "sweep", swept: sweep(entry) };
    }
  };
}

type Commit = (entries: readonly Entry[]) => readonly Outcome<Written>[];

/**
 * When a batch fails and one entry may be at fault, the halves are tried apart, so that only the bad entry fails: about
 * 2·log2(n) transactions for one bad entry of n, where one by one would wait n times for the disk. A failure of the whole
 * store is tried once; on a full disk what frees space is tried again, with the room that is kept for it.
 */
function settle(commit: Commit, entries: readonly Entry[], commitFreeing: Commit): readonly Outcome<Written>[] {
  try {
    return commit(entries);
  } catch (error) {
    if (sqliteCode(error) === "SQLITE_FULL" && entries.some(isFreeing)) {
      return entries.map((entry) => (isFreeing(entry) ? alone(commitFreeing, entry) : { error }));
    }
    if (!mayBeOneRecord(error)) return entries.map(() => ({ error }));
    if (entries.length === 1) return [{ error }];
    const middle = entries.length >> 1;
    const [head, tail] = [entries.slice(0, middle), entries.slice(middle)];
    return [...settle(commit, head, commitFreeing), ...settle(commit, tail, commitFreeing)];
  }
}

const FREEING: ReadonlySet<Entry["kind"]> = new Set(["forget", "erasure", "receipt", "leftovers", "sweep"]);
const isFreeing = ({ kind }: Entry): boolean => FREEING.has(kind);

function alone(commit: Commit, entry: Entry): Outcome<Written> {
  try {
    return commit([entry])[0] ?? { error: undefined };
  } catch (error) {
    return { error };
  }
}

const isEndOfLeftovers = (outcome: Outcome<Written>): boolean =>
  "value" in outcome && outcome.value.kind === "leftovers" && !outcome.value.more;

function withRoom<Result>(database: Database, { maxPages, reserve }: Room, work: () => Result): Result {
  reserve.giveUp();
  if (maxPages === null) return work();
  database.pragma(`max_page_count = ${maxPages + HEAD_ROOM_PAGES}`);
  try {
    return work();
  } finally {
    database.pragma(`max_page_count = ${maxPages}`);
  }
}

function truncateLog(database: Database): "cut" | "busy" | "full" {
  try {
    const [result] = database.pragma("wal_checkpoint(TRUNCATE)") as { readonly busy: number }[];
    return result?.busy === 0 ? "cut" : "busy";
  } catch (error) {
    // It stays owed, and nothing in the log is lost.
    return sqliteCode(error) === "SQLITE_FULL" ? "full" : "busy";
  }
}
