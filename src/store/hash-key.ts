/** Where the hash key comes from: the environment, or a file made once beside the store. Reads and writes that file. */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { MIN_KEY_CHARACTERS } from "./keyed-hash.ts";
import { auditUnavailable } from "./store-errors.ts";

const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

export interface HashKeySource {
  /** HASH_KEY, null when it is not set. */
  readonly given: string | null;
  /** The key file, `<store>.key`. */
  readonly keyPath: string;
  /** Id of the key that the store was written under; null for a new store. */
  readonly storeKeyId: string | null;
}

/**
 * The key as text: what HASH_KEY says, else what the key file holds, else a new one of 32 random bytes in hex. Moving the
 * content of the file to HASH_KEY changes no hash. Throws AppError `audit_unavailable` when the file cannot be read or
 * made, and when a store exists whose key is lost: a new key would make every record in it unreadable.
 */
export function resolveHashKey({ given, keyPath, storeKeyId }: HashKeySource): string {
  if (given !== null) return checked(given, "HASH_KEY");
  const found = readKeyFile(keyPath);
  if (found !== null) return found;
  if (storeKeyId !== null) {
    throw auditUnavailable(
      `The store was written under hash key ${storeKeyId}, and its key file ${keyPath} is not there. Put it back or set HASH_KEY.`,
    );
  }
  makeKeyFile(keyPath);
  // Read back rather than kept: another process may have been first.
  return readKeyFile(keyPath) ?? fail(`The key file ${keyPath} disappeared while it was made.`);
}

function readKeyFile(keyPath: string): string | null {
  let content: string;
  try {
    content = readFileSync(keyPath, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    return fail(`The key file ${keyPath} cannot be read (${errorCode(error)}).`, error);
  }
  return checked(content.trim(), `The key file ${keyPath}`);
}

/**
 * Written whole under another name, then linked: a link fails when the name is taken (as O_EXCL does), and no process
 * ever sees a key that is half written, even when this one is killed in between.
 */
function makeKeyFile(keyPath: string): void {
  const draft = `${keyPath}.${randomBytes(6).toString("hex")}`;
  try {
    const file = openSync(draft, "wx", OWNER_ONLY);
    try {
      writeSync(file, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, keyPath);
    syncFolder(dirname(keyPath));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      fail(`The key file ${keyPath} cannot be made (${errorCode(error)}). Set HASH_KEY, or make the folder writable.`, error);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The name of a new file survives a power cut only when its folder was synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function checked(key: string, where: string): string {
  if (key.length < MIN_KEY_CHARACTERS)
    fail(`${where} holds ${key.length} characters; at least ${MIN_KEY_CHARACTERS} are needed.`);
  return key;
}

function fail(message: string, cause?: unknown): never {
  throw auditUnavailable(message, cause);
}

const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
