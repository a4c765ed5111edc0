/** Pairs that wait to be joined, lowest rank first, the leftmost of equals. Pure but for its own state. */
import { createMinHeap } from "./min-heap.ts";

export interface RankQueue {
  /** Pushes, pops and heap steps since the queue was created. */
  readonly steps: number;
  /** Makes the empty queue ready for `pushes` pushes in all. */
  begin(pushes: number): void;
  push(rank: number, position: number): void;
  /** Removes the first pair and returns its key, or -1 when the queue is empty. */
  pop(): number;
}

/** A key is rank × POSITIONS + position: ordered as the pairs are, and exact in a double. */
const POSITIONS = 2 ** 32;
export const rankIn = (key: number): number => Math.floor(key / POSITIONS);
export const positionIn = (key: number): number => key - rankIn(key) * POSITIONS;

/**
 * Creates a queue for ranks below `ranks`. Each rank has a list of ascending positions, and the heap holds the heads of the
 * lists: a run of one character has few ranks and pushes them from left to right, so it hardly uses the heap. A position that
 * comes out of order goes to the heap by itself; a push and a pop never cost more than log n.
 */
export function createRankQueue(ranks: number): RankQueue {
  // Entry numbers by rank, 0 for none; all 0 again whenever the queue is empty.
  const heads = new Int32Array(ranks);
  const tails = new Int32Array(ranks);
  const heap = createMinHeap();
  let positions = new Int32Array(0);
  let following = new Int32Array(0);
  let entries = 0;
  let steps = 0;

  return {
    get steps() {
      return steps + heap.steps;
    },
    begin(pushes) {
      positions = new Int32Array(pushes + 1);
      following = new Int32Array(pushes + 1);
      entries = 0;
    },
    push(rank, position) {
      steps++;
      const tail = tails[rank] as number;
      if (tail !== 0 && (positions[tail] as number) >= position) {
        heap.push(rank * POSITIONS + position);
        return;
      }
      const entry = ++entries;
      positions[entry] = position;
      tails[rank] = entry;
      if (tail !== 0) {
        following[tail] = entry;
      } else {
        heads[rank] = entry;
        heap.push(rank * POSITIONS + position);
      }
    },
    pop() {
      steps++;
      const key = heap.top;
      if (key === undefined) return -1;
      const rank = rankIn(key);
      const head = heads[rank] as number;
      if (head === 0 || positions[head] !== positionIn(key)) {
        heap.pop();
        return key;
      }
      const next = following[head] as number;
      heads[rank] = next;
      if (next !== 0) {
        heap.replaceTop(rank * POSITIONS + (positions[next] as number));
      } else {
        tails[rank] = 0;
        heap.pop();
      }
      return key;
    },
  };
}
