/** How every read of the SQLite store is made, and how its failures are told. */
import type { Database } from "better-sqlite3";
import { AppError } from "../../errors.ts";
import type { KeyedHash } from "../keyed-hash.ts";
import type { Clocked } from "../sight.ts";
import { damaged, isCorruption } from "../store-errors.ts";

export interface Reading extends Clocked {
  readonly database: Database;
  readonly hash: KeyedHash;
}

/** Runs one query. Throws AppError `shutting_down`, `hash_mismatch` for a damaged file, `internal` for the rest. */
export function reading<Result>({ database }: Pick<Reading, "database">, what: string, read: () => Result): Result {
  if (!database.open) throw new AppError("shutting_down", "The store is closed.", { retryAfterSeconds: 1 });
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isCorruption(error)) throw damaged(what, error);
    throw new AppError("internal", "The store could not be read.", { cause: error });
  }
}
