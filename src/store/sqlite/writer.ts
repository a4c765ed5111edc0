/** The writing side of the SQLite store: batches of entries as transactions, and the end of an erasure. Knows no thread. */
import type { Database } from "better-sqlite3";
import type { Outcome } from "../group-commit.ts";
import { mayBeOneRecord } from "../store-errors.ts";
import type { Entry, Written } from "./entries.ts";
import { eraser, receiptFinisher } from "./erase-person.ts";
import { sweeper } from "./sweep-rows.ts";
import { vectorWriter } from "./vectors.ts";
import { manifestWriter } from "./write-manifests.ts";
import { answerWriter, snapshotWriter, viewWriter } from "./write-records.ts";
import { textWriter } from "./write-texts.ts";

export interface Writer {
  /** All entries in one transaction, and none of those that fail; throws when the store as a whole cannot be written. */
  write(entries: readonly Entry[]): readonly Outcome<Written>[];
  /**
   * Takes what was erased from the disk: the log is written into the file and cut to nothing. False while somebody else's
   * reading, or a full disk, keeps it from that.
   */
  clean(): boolean;
}

export function writerOf(database: Database): Writer {
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
    write: (entries) => settle(commit, entries),
    clean() {
      const done = truncateLog(database);
      if (done) finish();
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
      case "erasure":
        return { kind: "erasure", counts: erase(entry) };
      case "sweep":
        return { kind: "sweep", swept: sweep(entry) };
    }
  };
}

/**
 * When a batch fails and one entry may be at fault, the halves are tried apart, so that only the bad entry fails: about
 * 2·log2(n) transactions for one bad entry of n, where one by one would wait n times for the disk. A failure of the whole
 * store is tried once.
 */
function settle(
  commit: (entries: readonly Entry[]) => readonly Outcome<Written>[],
  entries: readonly Entry[],
): readonly Outcome<Written>[] {
  try {
    return commit(entries);
  } catch (error) {
    if (!mayBeOneRecord(error)) return entries.map(() => ({ error }));
    if (entries.length === 1) return [{ error }];
    const middle = entries.length >> 1;
    return [...settle(commit, entries.slice(0, middle)), ...settle(commit, entries.slice(middle))];
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
