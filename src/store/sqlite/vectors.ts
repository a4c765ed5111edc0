/** Vectors of texts in the store's own SQLite file: reading and writing are apart, since each has its own connection. */
import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import type { VectorStore } from "../vector-store.ts";
import type { VectorRows, Written } from "./entries.ts";

/** Above this many, the oldest go: texts that changed are never asked for again. About 600 MB at 1,536 dimensions. */
const MAX_ROWS = 100_000;

/** Rounding to single precision, over a few thousand members, stays below this. */
const LENGTH_SLACK = 1e-3;

const TEXT_HASH = /^[0-9a-f]{64}$/;

interface VectorRow {
  readonly vector: unknown;
  readonly checkHash: unknown;
}

/** Never throws: what cannot be read is not there. */
export function vectorReader(database: Database): VectorStore["read"] {
  const select = database.prepare<[string, Buffer], VectorRow>(
    "SELECT vector, check_hash AS checkHash FROM vectors WHERE model = ? AND text_hash = ?",
  );
  return async (model, hashes) => {
    const found = new Map<string, Float32Array>();
    try {
      for (const hash of hashes) {
        const row = select.get(model, keyBytes(hash));
        const vector = row === undefined ? null : vectorOf(row, model, hash);
        if (vector !== null) found.set(hash, vector);
      }
    } catch {
      // A page that cannot be read: what was found before it is sound.
    }
    return found;
  };
}

/** Call in a transaction. `maxRows`: most vectors that are kept, all models together. */
export function vectorWriter(database: Database, maxRows = MAX_ROWS): (rows: VectorRows) => Written {
  const insert = database.prepare("INSERT OR REPLACE INTO vectors (model, text_hash, vector, check_hash) VALUES (?, ?, ?, ?)");
  // A replaced row gets a new place at the end, so the rows are in the order of writing.
  const prune = database.prepare("DELETE FROM vectors WHERE row <= (SELECT max(row) FROM vectors) - ?");
  return ({ model, vectors }) => {
    for (const [hash, vector] of vectors) {
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      insert.run(model, keyBytes(hash), bytes, checkOf(model, hash, bytes));
    }
    prune.run(maxRows);
    return { kind: "vectors" };
  };
}

function keyBytes(hash: string): Buffer {
  if (!TEXT_HASH.test(hash)) throw new TypeError("A text's hash has 64 hex digits.");
  return Buffer.from(hash, "hex");
}

/** Covers the key too: a vector moved under another text is no vector of it. */
const checkOf = (model: string, hash: string, bytes: Buffer): Buffer =>
  createHash("sha256").update(`${model}\n${hash}\n`).update(bytes).digest();

/** Null unless the row is what was written, and of unit length as this machine orders bytes. */
function vectorOf({ vector: bytes, checkHash }: VectorRow, model: string, hash: string): Float32Array | null {
  if (!Buffer.isBuffer(bytes) || !Buffer.isBuffer(checkHash) || !checkHash.equals(checkOf(model, hash, bytes))) return null;
  if (bytes.length === 0 || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return null;
  const vector = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  new Uint8Array(vector.buffer).set(bytes);
  let squares = 0;
  for (const member of vector) squares += member * member;
  return Math.abs(Math.sqrt(squares) - 1) <= LENGTH_SLACK ? vector : null;
}
