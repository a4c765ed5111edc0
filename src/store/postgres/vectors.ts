/** Vectors of texts, by model and text. Of the operator's own documents, so they belong to no tenant. IO through the connections. */
import { checkOf, isKey, keyBytes, vectorOf } from "../vector-rows.ts";
import type { VectorStore } from "../vector-store.ts";
import { type Reading, reading } from "./reading.ts";
import { type Writing, writing } from "./writing.ts";

/** Above this many, the oldest go: texts that changed are never asked for again. About 600 MB at 1,536 dimensions. */
const MAX_ROWS = 100_000;
/** A batch of long vectors is megabytes, and nobody waits for it. */
const PATIENCE_MS = 10_000;

const READ =
  "SELECT text_hash AS hash, vector, check_hash AS check FROM winnow.vectors WHERE model = $1 AND text_hash = ANY($2::bytea[])";
/** A replaced row gets a new number at the end, so the rows are in the order of writing. */
const WRITE = `
  INSERT INTO winnow.vectors (model, text_hash, vector, check_hash)
  SELECT $1, g.* FROM unnest($2::bytea[], $3::bytea[], $4::bytea[]) AS g
  ON CONFLICT (model, text_hash) DO UPDATE SET vector = excluded.vector, check_hash = excluded.check_hash, row = DEFAULT`;
const PRUNE = "DELETE FROM winnow.vectors WHERE row <= (SELECT row FROM winnow.vectors ORDER BY row DESC OFFSET $1 LIMIT 1)";

interface Row {
  readonly hash: Buffer;
  readonly vector: Buffer;
  readonly check: Buffer;
}

/** `maxRows`: most vectors that are kept, all models together. */
export function vectorStore(to: Writing & Reading, maxRows = MAX_ROWS): VectorStore {
  return {
    async read(model, hashes) {
      const keys = hashes.filter(isKey).map(keyBytes);
      const run = reading(to, null, (transaction) => transaction.rows<Row>(READ, [model, keys]));
      const rows = await run.catch((): readonly Row[] => []);
      const found = new Map<string, Float32Array>();
      for (const { hash, vector: bytes, check: checkHash } of rows) {
        const key = hash.toString("hex");
        const vector = vectorOf({ vector: bytes, checkHash }, model, key);
        if (vector !== null) found.set(key, vector);
      }
      return found;
    },
    async write(model, vectors) {
      if (![...vectors.keys()].every(isKey)) return false;
      const rows = [...vectors]
        .map(([hash, vector]) => ({ hash, bytes: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) }))
        .sort((a, b) => (a.hash < b.hash ? -1 : 1));
      const values = [
        rows.map(({ hash }) => keyBytes(hash)),
        rows.map(({ bytes }) => bytes),
        rows.map(({ hash, bytes }) => checkOf(model, hash, bytes)),
      ];
      const written = writing(
        to,
        null,
        async (transaction) => {
          await transaction.rows(WRITE, [model, ...values]);
          await transaction.rows(PRUNE, [maxRows]);
        },
        PATIENCE_MS,
      );
      return written.then(
        () => true,
        () => false,
      );
    },
  };
}
