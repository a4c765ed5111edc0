/** How the failures of a store reach a caller: never with a text, a key or a path in the message. Pure. */
import { AppError } from "../errors.ts";

const RETRY_AFTER_SECONDS = 1;

/** 503: nothing was acknowledged; `why` says what happened, `cause` is the database's own error. */
export const auditUnavailable = (why: string, cause?: unknown): AppError =>
  new AppError("audit_unavailable", why, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/** 500: the record is there and is not what was written; it is never served. */
export const damaged = (what: string, cause?: unknown): AppError =>
  new AppError("hash_mismatch", `${what} is not what was written: the record is damaged or was changed. It is not served.`, {
    cause,
  });

/** 404: unknown, or of somebody whom the caller may not know of; the two look the same. */
export const unknownManifest = (): AppError => new AppError("not_found", "There is no manifest of that id.");

/** 410: known to the caller, without its content. */
export const erasedRecord = (what: string): AppError =>
  new AppError("erased", `${what} is of a person who was erased: its content is gone, its id and hashes are left.`);

/** Result code of a SQLite error (`SQLITE_FULL`), null for any other error. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return error.code.startsWith("SQLITE_") ? error.code : null;
}

/** The file itself is damaged, whichever record was asked for. */
export function isCorruption(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB");
}

/** The error may be the fault of one record (a broken constraint, a value that cannot be bound), not of the whole store. */
export function mayBeOneRecord(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === null || code.startsWith("SQLITE_CONSTRAINT") || code === "SQLITE_TOOBIG" || code === "SQLITE_MISMATCH";
}

/** Runs what prepares a record; whatever it throws means that nothing was written. */
export function asUnavailable<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (error instanceof AppError && error.code === "audit_unavailable") throw error;
    throw auditUnavailable("The record could not be stored; nothing was written.", error);
  }
}
