/** Vectors of texts in the store's own SQLite file: reading and writing are apart, since each has its own connection. */
import type { Database } from "better-sqlite3";
import { checkOf, keyBytes, type VectorRow, vectorOf } from "../vector-rows.ts";
import type { VectorStore } from "../vector-store.ts";
import type { VectorRows, Written } from "./entries.ts";

/** Above this many, the oldest go: texts that changed are never asked for again. About 600 MB at 1,536 dimensions. */
const MAX_ROWS = 100_000;

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
