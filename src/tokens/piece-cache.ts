/** Counts of short pieces in flat arrays of fixed size: one slot a hash, the newest piece wins. Pure but for its own state. */
import { hashOf } from "./rank-table.ts";

/** Longer pieces seldom come again. */
export const MAX_CACHED_PIECE_BYTES = 96;

export interface PieceCache {
  /** Tokens of `bytes[0, length)`, or 0 where they are not known. */
  get(bytes: Uint8Array, length: number): number;
  /** Keeps the count of `bytes[0, length)`, `length` at most `MAX_CACHED_PIECE_BYTES`, in the place of what had its slot. */
  set(bytes: Uint8Array, length: number, tokens: number): void;
}

/**
 * Creates a cache of `maxPieces` pieces, rounded down to a power of two, 98 bytes each; 0 keeps nothing. By bytes and not by
 * string: a map of strings costs more to fill than most pieces cost to merge.
 */
export function createPieceCache(maxPieces: number): PieceCache {
  if (maxPieces < 1) return { get: () => 0, set: () => undefined };
  const slots = 1 << Math.floor(Math.log2(maxPieces));
  const keys = new Uint8Array(slots * MAX_CACHED_PIECE_BYTES);
  const lengths = new Uint8Array(slots);
  const counts = new Uint8Array(slots);
  const slotOf = (bytes: Uint8Array, length: number): number => hashOf(bytes, 0, length) & (slots - 1);

  return {
    get(bytes, length) {
      const slot = slotOf(bytes, length);
      if (lengths[slot] !== length) return 0;
      const from = slot * MAX_CACHED_PIECE_BYTES;
      for (let i = 0; i < length; i++) if (keys[from + i] !== bytes[i]) return 0;
      return counts[slot] as number;
    },
    set(bytes, length, tokens) {
      const slot = slotOf(bytes, length);
      const from = slot * MAX_CACHED_PIECE_BYTES;
      for (let i = 0; i < length; i++) keys[from + i] = bytes[i] as number;
      lengths[slot] = length;
      counts[slot] = tokens;
    },
  };
}
