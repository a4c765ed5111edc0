/** How every read of the SQLite store is made, and how its failures are told. */
import type { Database } from "better-sqlite3";
import { AppError } from "../../errors.ts";
import type { KeyedHash } from "../keyed-hash.ts";
import type { Seals } from "../seal.ts";
import type { Clocked } from "../sight.ts";
import { damaged, isCorruption } from "../store-errors.ts";
import type { KeyReader } from "./subject-keys.ts";

export interface Reading extends Clocked {
  readonly database: Database;
  readonly hash: KeyedHash;
  readonly seals: Seals;
  readonly keyOf: KeyReader;
}

/** Each with the function that runs another in one view of the file. */
const views = new WeakMap<Database, (read: () => unknown) => unknown>();

function inOneView<Result>(database: Database, read: () => Result): Result {
  if (database.inTransaction) return read();
  const view = views.get(database) ?? database.transaction((run: () => unknown) => run());
  views.set(database, view);
  return view(read) as Result;
}

/**
 * Runs queries, and opens what they find, in one view of the file: between a row and the key that it is sealed under the writer may
 * have erased the person, and the row would look damaged. Throws AppError `shutting_down`, `hash_mismatch` for a damaged file, `internal` for the rest; what `read` throws itself passes.
 */
export function reading<Result>({ database }: Pick<Reading, "database">, what: string, read: () => Result): Result {
  if (!database.open) throw new AppError("shutting_down", "The store is closed.", { retryAfterSeconds: 1 });
  try {
    return inOneView(database, read);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isCorruption(error)) throw damaged(what, error);
    throw new AppError("internal", "The store could not be read.", { cause: error });
  }
}
