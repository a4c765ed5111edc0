/** How a vector stands in a row, in either store: its key, its bytes, and a hash over both. Pure. */
import { createHash } from "node:crypto";

/** Rounding to single precision, over a few thousand members, stays below this. */
const LENGTH_SLACK = 1e-3;

const TEXT_HASH = /^[0-9a-f]{64}$/;

export interface VectorRow {
  readonly vector: unknown;
  readonly checkHash: unknown;
}

/** The hash of a text as it is written: 64 hex digits. */
export const isKey = (hash: string): boolean => TEXT_HASH.test(hash);

/** Throws for what is no key. */
export function keyBytes(hash: string): Buffer {
  if (!isKey(hash)) throw new TypeError("A text's hash has 64 hex digits.");
  return Buffer.from(hash, "hex");
}

/** Covers the key too: a vector moved under another text is no vector of it. */
export const checkOf = (model: string, hash: string, bytes: Buffer): Buffer =>
  createHash("sha256").update(`${model}\n${hash}\n`).update(bytes).digest();

/** Null unless the row is what was written, and of unit length as this machine orders bytes. */
export function vectorOf({ vector: bytes, checkHash }: VectorRow, model: string, hash: string): Float32Array | null {
  if (!Buffer.isBuffer(bytes) || !Buffer.isBuffer(checkHash) || !checkHash.equals(checkOf(model, hash, bytes))) return null;
  if (bytes.length === 0 || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return null;
  const vector = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  new Uint8Array(vector.buffer).set(bytes);
  let squares = 0;
  for (const member of vector) squares += member * member;
  return Math.abs(Math.sqrt(squares) - 1) <= LENGTH_SLACK ? vector : null;
}
