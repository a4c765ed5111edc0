/** Byte-pair merging of one long piece with a queue of pairs: n log n in its bytes, never quadratic. Pure but for scratch space. */
import { createRankQueue, positionIn, rankIn } from "./rank-queue.ts";
import { NO_RANK, type RankTable } from "./rank-table.ts";

export interface LongMerge {
  /** Look-ups and queue steps since it was created: what counting cost, on any machine. */
  readonly steps: number;
  /** Tokens of `bytes[0, length)` by the rule of `countShort`. */
  count(bytes: Uint8Array, length: number): number;
}

/**
 * Creates the merge for a table. A join changes the ranks of its two neighbours; their old entries stay in the queue and are
 * skipped when they come up. Needs tokens of at most 255 bytes.
 */
export function createLongMerge(table: RankTable): LongMerge {
  const queue = createRankQueue(table.size);
  let lookUps = 0;

  const count = (bytes: Uint8Array, length: number): number => {
    // The size of a part stands at its first and at its last byte, so that both neighbours are one look away.
    const sizes = new Uint8Array(length).fill(1);
    // By first byte of a part: the rank of the part joined with the next one.
    const ranks = new Int32Array(length).fill(NO_RANK);
    const rankUp = (start: number, end: number): void => {
      lookUps++;
      const rank = table.rankOf(bytes, start, end);
      ranks[start] = rank;
      if (rank !== NO_RANK) queue.push(rank, start);
    };

    // One push for each pair of bytes, two for each join.
    queue.begin(length * 3);
    for (let i = 0; i + 1 < length; i++) rankUp(i, i + 2);
    let parts = length;
    for (let key = queue.pop(); key >= 0; key = queue.pop()) {
      const start = positionIn(key);
      if (ranks[start] !== rankIn(key)) continue;
      const middle = start + (sizes[start] as number);
      const end = middle + (sizes[middle] as number);
      sizes[start] = end - start;
      sizes[end - 1] = end - start;
      ranks[middle] = NO_RANK;
      parts--;
      if (end < length) rankUp(start, end + (sizes[end] as number));
      else ranks[start] = NO_RANK;
      if (start > 0) rankUp(start - (sizes[start - 1] as number), end);
    }
    return parts;
  };

  return {
    count,
    get steps() {
      return lookUps + queue.steps;
    },
  };
}
