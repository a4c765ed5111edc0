/** The ranks of an encoding's tokens: an open-addressing table over flat arrays, looked up by bytes. Pure. */
import { decodeRanks, type Vocabulary } from "./decode-ranks.ts";

/** The rank of bytes that are no token; larger than every rank. */
export const NO_RANK = 0x7fff_ffff;

/** A slot is 32 bits: the rank plus one (0: free) in the low ones, the high bits of the hash above them. */
const RANK_BITS = 18;
const RANK_MASK = (1 << RANK_BITS) - 1;

export interface RankTable {
  /** Number of tokens. */
  readonly size: number;
  /** Length of the longest token. */
  readonly maxTokenBytes: number;
  /** Rank of `bytes[start, end)`, or `NO_RANK`. Linear in the length, which `maxTokenBytes` bounds. */
  rankOf(bytes: Uint8Array, start: number, end: number): number;
}

/** The flat arrays of a table: all there is to it. */
export interface RankData {
  /** The token of rank `r` is `bytes[starts[r], starts[r + 1])`. */
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly slots: Int32Array;
}

/** Decodes js-tiktoken's `bpe_ranks`, the form that `decodeRanks` describes. Throws from 262,143 tokens on. */
export function rankDataOf(bpeRanks: string): RankData {
  const vocabulary = decodeRanks(bpeRanks);
  const { bytes, starts, size } = vocabulary;
  if (size >= RANK_MASK) throw new Error(`a rank must fit ${RANK_BITS} bits, got ${size} tokens`);
  return { bytes, starts, slots: slotsOf(vocabulary) };
}

/** The table of `bpe_ranks`. */
export const buildRankTable = (bpeRanks: string): RankTable => rankTable(rankDataOf(bpeRanks));

export function rankTable(data: RankData): RankTable {
  const { bytes, starts } = data;
  const size = starts.length - 1;
  const find = finder(data);
  const pairs = new Int32Array(1 << 16).fill(NO_RANK);
  let maxTokenBytes = 0;
  for (let rank = 0; rank < size; rank++) {
    const start = starts[rank] as number;
    const length = (starts[rank + 1] as number) - start;
    maxTokenBytes = Math.max(maxTokenBytes, length);
    if (length === 2) pairs[pairAt(bytes, start)] = rank;
  }
  return {
    size,
    maxTokenBytes,
    rankOf(piece, start, end) {
      // Every merge begins with all pairs of bytes, so pairs skip the hash.
      if (end - start === 2) return pairs[pairAt(piece, start)] as number;
      return end - start > maxTokenBytes ? NO_RANK : find(piece, start, end);
    },
  };
}

const pairAt = (bytes: Uint8Array, start: number): number => ((bytes[start] as number) << 8) | (bytes[start + 1] as number);

function slotsOf({ bytes, starts, size }: Vocabulary): Int32Array {
  // A quarter to half full, so that a probe ends after two or three slots.
  const slots = new Int32Array(1 << Math.ceil(Math.log2(Math.max(2, size * 2))));
  const last = slots.length - 1;
  for (let rank = 0; rank < size; rank++) {
    const hash = hashOf(bytes, starts[rank] as number, starts[rank + 1] as number);
    let slot = hash & last;
    while (slots[slot] !== 0) slot = (slot + 1) & last;
    slots[slot] = (hash & ~RANK_MASK) | (rank + 1);
  }
  return slots;
}

function finder({ bytes: known, starts, slots }: RankData): RankTable["rankOf"] {
  const last = slots.length - 1;
  const equal = (rank: number, bytes: Uint8Array, start: number, end: number): boolean => {
    const from = starts[rank] as number;
    if ((starts[rank + 1] as number) - from !== end - start) return false;
    for (let i = 0; i < end - start; i++) if (known[from + i] !== bytes[start + i]) return false;
    return true;
  };
  return (bytes, start, end) => {
    const hash = hashOf(bytes, start, end);
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const cell = slots[slot] as number;
      if (cell === 0) return NO_RANK;
      const rank = (cell & RANK_MASK) - 1;
      if (((cell ^ hash) & ~RANK_MASK) === 0 && equal(rank, bytes, start, end)) return rank;
    }
  };
}

/** FNV-1a over `[start, end)`, its high bits mixed down because the slots use the low ones. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5 | 0;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return hash ^ (hash >>> 13);
}
