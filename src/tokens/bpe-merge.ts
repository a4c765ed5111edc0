/** Byte-pair merging of one short piece by scanning for the lowest rank; quadratic, so for short pieces only. Pure. */
import { NO_RANK, type RankTable } from "./rank-table.ts";

/** The longest piece for `countShort`; above it the heap of `bpe-merge-long.ts` is faster. */
export const SHORT_BYTES = 96;

/** Where each part begins, and the rank of the part joined with the next one. Shared: a count never calls another. */
const starts = new Int32Array(SHORT_BYTES + 1);
const ranks = new Int32Array(SHORT_BYTES + 1);

/**
 * Tokens of `bytes[0, length)`, `length` at most `SHORT_BYTES`: parts begin as single bytes; the pair that is the token of
 * lowest rank is joined, the leftmost of equals, until no pair is a token.
 */
export function countShort(table: RankTable, bytes: Uint8Array, length: number): number {
  let parts = length;
  for (let i = 0; i <= length; i++) {
    starts[i] = i;
    ranks[i] = i + 1 < length ? table.rankOf(bytes, i, i + 2) : NO_RANK;
  }
  for (;;) {
    let lowest = NO_RANK;
    let at = -1;
    for (let i = 0; i < parts - 1; i++) {
      const rank = ranks[i] as number;
      if (rank < lowest) {
        lowest = rank;
        at = i;
      }
    }
    if (at < 0) return parts;
    for (let i = at + 1; i < parts; i++) {
      starts[i] = starts[i + 1] as number;
      ranks[i] = ranks[i + 1] as number;
    }
    parts--;
    ranks[at] = at + 2 <= parts ? table.rankOf(bytes, starts[at] as number, starts[at + 2] as number) : NO_RANK;
    if (at > 0) ranks[at - 1] = table.rankOf(bytes, starts[at - 1] as number, starts[at + 1] as number);
  }
}
