/** The writing side of the SQLite store: batches of entries as transactions, and room for erasing on a full disk. Knows no thread. */
import type { Database } from "better-sqlite3";
import type { Outcome } from "../group-commit.ts";
import { mayBeOneRecord, sqliteCode } from "../store-errors.ts";
import type { Entry, Written } from "./entries.ts";
import { eraser, receiptFinisher } from "./erase-person.ts";
import type { Reserve } from "./reserve.ts";
import { sweeper } from "./sweep-rows.ts";
import { vectorWriter } from "./vectors.ts";
import { manifestWriter } from "./write-manifests.ts";
import { memoryForgetter, memoryWriter } from "./write-memories.ts";
import { answerWriter, snapshotWriter, viewWriter } from "./write-records.ts";
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

export function writerOf(database: Database, room: Room): Writer {
  const texts = textWriter(database);
  const manifests = manifestWriter(database, texts);
  const putEntry = entryWriter(database, { texts, manifests });
  const transaction = database.transaction((entries: readonly Entry[]): readonly Written[] => {
    texts.begin();
    return entries.map(putEntry);
  });
  const commit = (entries: readonly Entry[]): readonly Outcome<Written>[] => {
    try {
      const written = transaction.immediate(entries);
      texts.committed();
      // What these two removed is not known any more.
      if (written.some(({ kind }) => kind === "erasure" || kind === "sweep")) texts.forget();
      return written.map((value) => ({ value }));
    } catch (error) {
      manifests.forget();
      throw error;
    }
  };
  const finish = receiptFinisher(database);
  return {
    write: (entries) => settle(commit, entries, (freeing) => withRoom(database, room, () => commit(freeing))),
    clean() {
      const done = truncateLog(database);
      if (done) {
        finish();
        room.reserve.fill();
      }
      return done;
    },
  };
}

interface Parts {
  readonly texts: ReturnType<typeof textWriter>;
  readonly manifests: ReturnType<typeof manifestWriter>;
}

function entryWriter(database: Database, { texts, manifests }: Parts): (entry: Entry) => Written {
  const answer = answerWriter(database, texts);
  const view = viewWriter(database);
  const snapshot = snapshotWriter(database);
  const vectors = vectorWriter(database);
  const remember = memoryWriter(database);
  const forget = memoryForgetter(database);
  const erase = eraser(database);
  const sweep = sweeper(database);
  return (entry) => {
    switch (entry.kind) {
      case "manifest":
        return { kind: "manifest", texts: manifests.put(entry) };
      case "answer":
        return answer(entry);
      case "view":
        return view(entry);
      case "snapshot":
        return snapshot(entry);
      case "vectors":
        return vectors(entry);
      case "memory":
        return remember(entry);
      case "forget":
        return forget(entry);
      case "erasure":
        return { kind: "erasure", counts: erase(entry) };
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

const isFreeing = ({ kind }: Entry): boolean => kind === "erasure" || kind === "sweep" || kind === "forget";

function alone(commit: Commit, entry: Entry): Outcome<Written> {
  try {
    return commit([entry])[0] ?? { error: undefined };
  } catch (error) {
    return { error };
  }
}

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

function truncateLog(database: Database): boolean {
  try {
    const [result] = database.pragma("wal_checkpoint(TRUNCATE)") as { readonly busy: number }[];
    return result?.busy === 0;
  } catch {
    return false; // it stays owed, and nothing in the log is lost
  }
}
