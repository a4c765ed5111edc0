/** Whether one row of words becomes another without touching the words that must stay. Pure. */

export interface WordRow {
  /** Hashes of the words. */
  readonly words: Uint32Array;
  /** 1 for each word that may be neither left out nor put in. */
  readonly held: Uint8Array;
}

const MOST_EDITS = 256;

/**
 * True where a shortest way to make `to` of `from`, of at most `most` words left out and put in together, touches no word that is held.
 * Only a shortest one shows that a denial has moved: by a longer one the words around it move instead. False also where more than 256
 * words are needed, and in rare cases of many equal words: callers take false as "not sure".
 */
export function differsInFreeWords(from: WordRow, to: WordRow, most: number): boolean {
  const shortest = countEdits(withoutHolds(from), withoutHolds(to), Math.min(most, MOST_EDITS));
  return shortest !== null && countEdits(from, to, shortest) !== null;
}

const withoutHolds = ({ words }: WordRow): WordRow => ({ words, held: new Uint8Array(words.length) });

/**
 * The fewest words that must be left out and put in; null above `most`. The greedy search of Myers, "An O(ND) Difference Algorithm and
 * Its Variations", 1986, with the moves over held words forbidden.
 */
function countEdits(from: WordRow, to: WordRow, most: number): number | null {
  const reached = new Int32Array(2 * most + 3).fill(-1);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const start = edits === 0 ? 0 : step(from, to, { diagonal, reached, middle });
      const end = start < 0 ? -1 : slide(from.words, to.words, { start, diagonal });
      if (end === from.words.length && end - diagonal === to.words.length) return edits;
      reached[middle + diagonal] = end;
    }
  }
  return null;
}

interface Front {
  readonly diagonal: number;
  /** How far into `from` each diagonal was reached with one edit less; -1 where it was not. */
  readonly reached: Int32Array;
  readonly middle: number;
}

/** The furthest place on a diagonal after one more edit; -1 where no allowed one leads there. */
function step(from: WordRow, to: WordRow, { diagonal, reached, middle }: Front): number {
  const above = reached[middle + diagonal + 1] as number;
  const left = reached[middle + diagonal - 1] as number;
  const put = above - diagonal - 1;
  const canPut = above >= 0 && put < to.words.length && to.held[put] === 0;
  const canTake = left >= 0 && left < from.words.length && from.held[left] === 0;
  return Math.max(canPut ? above : -1, canTake ? left + 1 : -1);
}

function slide(
  from: Uint32Array,
  to: Uint32Array,
  { start, diagonal }: { readonly start: number; readonly diagonal: number },
): number {
  let at = start;
  while (at < from.length && at - diagonal < to.length && from[at] === to[at - diagonal]) at += 1;
  return at;
}
