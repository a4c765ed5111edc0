/** How every read of the SQLite store is made: what may be seen, by whom, and how damage is told. */
import type { Database } from "better-sqlite3";
import type { Caller } from "../../caller.ts";
import { AppError } from "../../errors.ts";
import type { KeyedHash } from "../keyed-hash.ts";
import { type Cutoffs, cutoffsOf, type Retention } from "../retention.ts";
import { damaged, isCorruption } from "../store-errors.ts";
import type { Viewer } from "./entries.ts";

export interface Reading {
  readonly database: Database;
  readonly hash: KeyedHash;
  readonly retention: Retention;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const cutoffsNow = ({ retention, now }: Pick<Reading, "retention" | "now">): Cutoffs => cutoffsOf(retention, now());

/** Runs one query. Throws AppError `shutting_down`, `hash_mismatch` for a damaged file, `internal` for the rest. */
export function reading<Result>({ database }: Pick<Reading, "database">, what: string, read: () => Result): Result {
  if (!database.open) throw new AppError("shutting_down", "The store is closed.", { retryAfterSeconds: 1 });
  try {
    return read();
  } catch (error) {
    if (isCorruption(error)) throw damaged(what, error);
    throw new AppError("internal", "The store could not be read.", { cause: error });
  }
}

/** Whom the caller's reads are narrowed to; the hash of nobody for credentials of no person. */
export function viewerOf({ hash }: Pick<Reading, "hash">, { tenant, subject, permissions }: Caller): Viewer {
  if (permissions.has("any_subject")) return { tenant, onlyOf: null };
  return { tenant, onlyOf: subject === null ? "" : hash.subject(tenant, subject).toString("hex") };
}

/** A manifest about somebody else is as unknown as one that does not exist. */
export const maySee = ({ onlyOf }: Viewer, about: Buffer): boolean => onlyOf === null || about.toString("hex") === onlyOf;
