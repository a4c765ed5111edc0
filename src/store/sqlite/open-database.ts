/** Opens the SQLite file: refuses what is not a sound store of ours, sets every pragma, brings the schema up to date. */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import SqliteDatabase, { type Database } from "better-sqlite3";
import { AppError } from "../../errors.ts";
import { resolveHashKey } from "../hash-key.ts";
import { keyedHash } from "../keyed-hash.ts";
import { seals } from "../seal.ts";
import { auditUnavailable, isCorruption, sqliteCode } from "../store-errors.ts";
import { keepNatives } from "./keep-natives.ts";
import { bindKey, boundKeyId, checkKey, migrate, schemaVersion } from "./migrations.ts";
import { reserveOf } from "./reserve.ts";

/** A second writer holds the lock for one commit; waiting for it blocks the event loop, so not for long. */
const BUSY_TIMEOUT_MS = 500;
/** While opening, another process may be migrating or switching the journal mode, which does not wait by itself. */
const OPEN_PATIENCE_MS = 10_000;
const OPEN_PAUSE_MS = 50;
/** A WAL that grew larger under load is cut back to this after a checkpoint. */
const JOURNAL_SIZE_LIMIT_BYTES = 64 * 1024 * 1024;
/** Every page of a store up to this size is checked at open (about 0.1 s); a larger one only in its header and schema. */
const QUICK_CHECK_LIMIT_BYTES = 64 * 1024 * 1024;
/** SQLite takes a file of one byte for an empty one and writes over it. */
const HEADER_BYTES = 100;
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

const NOT_A_DATABASE = "the file is not a SQLite database. It was left as it is; set STORE_PATH to another file.";
const DAMAGED = "the store is damaged. It was left as it is; restore it from a backup.";
const NOT_BUILT = `better-sqlite3 is not compiled for Node ${process.version}. Run \`npm rebuild better-sqlite3\` with this version of Node.`;

export interface OpenOptions {
  /** Absolute. */
  readonly path: string;
  readonly serviceVersion: string;
  /** Most pages (of 4,096 bytes) the file may have; null for no limit of our own. */
  readonly maxPages: number | null;
  /** HASH_KEY; null for the key file beside the store. */
  readonly hashKey: string | null;
}

export interface Opened {
  readonly database: Database;
  /** What hashes and seals are made from. */
  readonly masterKey: string;
}

/**
 * A database ready for use; folder and file are made when absent, readable by their owner only. Throws AppError
 * `audit_unavailable`, with the file as it was, when it is not a database, is damaged, belongs to another program, has a
 * newer schema, or cannot be opened or written.
 */
export async function openDatabase(options: OpenOptions): Promise<Opened> {
  const patientUntil = performance.now() + OPEN_PATIENCE_MS;
  for (;;) {
    try {
      return openOnce(options);
    } catch (error) {
      // On a full disk even reading needs some: the index of the log is a file.
      if (isDiskFull(error) && reserveOf(options.path, 0).giveUp()) continue;
      const busy = sqliteCode(error)?.startsWith("SQLITE_BUSY") === true && performance.now() < patientUntil;
      if (!busy) throw refusal(options.path, error);
    }
    await pause(OPEN_PAUSE_MS);
  }
}

function isDiskFull(error: unknown): boolean {
  const code = sqliteCode(error) ?? "";
  return code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR_SHM") || (error as { code?: unknown }).code === "ENOSPC";
}

/** One at a time: where a folder takes none, as below /proc, the platform's own way of making all of them never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: OWNER_ONLY_FOLDER });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

function openOnce({ path, serviceVersion, maxPages, hashKey }: OpenOptions): Opened {
  makeFolder(dirname(resolve(path)));
  // SQLite gives its -wal and -shm files the mode of the main file, which it would make readable by all.
  closeSync(openSync(path, "a", OWNER_ONLY));
  const { size } = statSync(path);
  if (size > 0 && size < HEADER_BYTES) throw auditUnavailable(NOT_A_DATABASE);
  const database = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS });
  keepNatives(database);
  try {
    // Reads before anything writes: a file that is not ours keeps its bytes.
    schemaVersion(database);
    if (size <= QUICK_CHECK_LIMIT_BYTES) quickCheck(database);
    setPragmas(database, maxPages);
    const masterKey = resolveHashKey({ given: hashKey, keyPath: `${path}.key`, storeKeyId: boundKeyId(database) });
    const hash = keyedHash(masterKey);
    checkKey(database, hash.keyId);
    migrate(database, serviceVersion, { hash, seals: seals(masterKey) });
    bindKey(database, hash.keyId);
    return { database, masterKey };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A second connection to a file that `openDatabase` has opened. Throws SQLite's own errors. */
export function connect(path: string, maxPages: number | null): Database {
  const database = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS });
  keepNatives(database);
  setPragmas(database, maxPages);
  return database;
}

/** All but the journal mode are of the connection, not of the file: set on every open (a WAL file reopens at NORMAL). */
function setPragmas(database: Database, maxPages: number | null): void {
  const mode = database.pragma("journal_mode = WAL", { simple: true });
  if (mode !== "wal")
    throw auditUnavailable(`The store needs a write-ahead log, which its file system does not allow (${mode}).`);
  // FULL: a commit survives a power cut, not only a killed process.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON");
  database.pragma("trusted_schema = OFF");
  database.pragma("cell_size_check = ON");
  // No text of a person in a file of its own.
  database.pragma("temp_store = MEMORY");
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.pragma(`journal_size_limit = ${JOURNAL_SIZE_LIMIT_BYTES}`);
  if (maxPages !== null) database.pragma(`max_page_count = ${maxPages}`);
}

function quickCheck(database: Database): void {
  const result = database.pragma("quick_check(1)", { simple: true });
  if (result !== "ok") throw auditUnavailable(DAMAGED);
}

/** Its native part was compiled for another version of Node, or its install script did not run. */
const isNotBuilt = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === "ERR_DLOPEN_FAILED") || error.message.startsWith("Could not locate the bindings file"));

function refusal(path: string, error: unknown): AppError {
  if (error instanceof AppError) return auditUnavailable(`${path}: ${error.message}`, error.details.cause);
  if (sqliteCode(error) === "SQLITE_NOTADB") return auditUnavailable(`${path}: ${NOT_A_DATABASE}`, error);
  if (isCorruption(error)) return auditUnavailable(`${path}: ${DAMAGED}`, error);
  if (isNotBuilt(error)) return auditUnavailable(NOT_BUILT, error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return auditUnavailable(
    `${path}: the store cannot be opened (${code}). Check that its folder exists and can be written.`,
    error,
  );
}
