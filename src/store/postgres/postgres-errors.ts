/** What the errors of PostgreSQL and of its client mean for a record. Pure. */
import { DatabaseError } from "pg";
import { AppError } from "../../errors.ts";

const RETRY_AFTER_SECONDS = 1;

/** SQLSTATE of an error the server sent; null for anything else, which then came from the connection. */
const sqlState = (error: unknown): string | null => (error instanceof DatabaseError ? (error.code ?? null) : null);

/** Classes 08 (connection), 57P (shutdown, crash, not yet up) and 53300 (no connection left): another connection may do better. */
const isLost = (state: string): boolean => state.startsWith("08") || state.startsWith("57P") || state === "53300";

/** Errors of the connection are plain ones of the client (`Error`) or of the system (with a code); a `TypeError` is a fault of ours. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error && error.name === "Error" && !(error instanceof AppError) && !(error instanceof DatabaseError);

/** The connection is to be thrown away: nobody knows what state it is in. */
export const isConnectionFault = (error: unknown): boolean => isOfConnection(error) || isLost(sqlState(error) ?? "");

/** The server takes no writes: a standby, or a primary that became one. Every connection to it is of no use. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === "25006";

/**
 * Worth another try as it is: the connection, a deadlock or a conflict (40), or a text that an erasure took between two statements (a
 * broken foreign key).
 */
export function isPassing(error: unknown): boolean {
  const state = sqlState(error) ?? "";
  return isConnectionFault(error) || state.startsWith("40") || state === "23503" || isReadOnly(error);
}

/** The error may be the fault of one record (a value out of range, a broken constraint, a row too large), not of the whole store. */
export const mayBeOneRecord = (error: unknown): boolean => /^(22|23|54)/.test(sqlState(error) ?? "");

/** 503 for what was asked of the records, when the database does not answer. */
export const storeUnavailable = (why: string, cause?: unknown): AppError =>
  new AppError("store_unavailable", why, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/** What an error may say to a log: its code. The server's messages and details quote the values of rows. */
export function withoutValues(error: unknown): Error & { readonly code: string } {
  const code = codeOf(error);
  return Object.assign(new Error(code), { code });
}

/** SQLSTATE, the code of a system error, `timeout` or `connection_lost`. */
export function codeOf(error: unknown): string {
  const state = sqlState(error);
  if (state !== null) return state;
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  if (!(error instanceof Error)) return "unknown";
  if (error.name !== "Error") return error.name;
  return /timeout/i.test(error.message) ? "timeout" : "connection_lost";
}
