/** Numbers for pairs of words that stand side by side: a hash table in typed arrays, because nearly every pair is another. Pure. */

export interface PairTable {
  /** Keys by slot, 0 for an empty one; their numbers beside them. */
  readonly keys: Float64Array;
  readonly numbers: Uint32Array;
}

/** The number of a pair; -1 for one that nobody added. */
export function pairNumber(table: PairTable, first: number, second: number): number {
  // A word that no section has makes no pair.
  if (first < 0 || second < 0) return -1;
  const slot = slotOf(table.keys, keyOf(first, second));
  return table.keys[slot] === 0 ? -1 : (table.numbers[slot] as number);
}

export interface PairDraft {
  /** The number of the pair: `next` where it is new. */
  readonly numberOf: (first: number, second: number, next: number) => number;
  readonly finish: () => PairTable;
}

const FIRST_SLOTS = 1_024;

export function draftPairs(): PairDraft {
  let keys = new Float64Array(FIRST_SLOTS);
  let numbers = new Uint32Array(FIRST_SLOTS);
  let size = 0;
  const grow = (): void => {
    const old = { keys, numbers };
    keys = new Float64Array(2 * old.keys.length);
    numbers = new Uint32Array(keys.length);
    for (const [at, key] of old.keys.entries()) {
      if (key === 0) continue;
      const slot = slotOf(keys, key);
      keys[slot] = key;
      numbers[slot] = old.numbers[at] as number;
    }
  };
  return {
    numberOf: (first, second, next) => {
      const key = keyOf(first, second);
      const slot = slotOf(keys, key);
      if (keys[slot] === key) return numbers[slot] as number;
      keys[slot] = key;
      numbers[slot] = next;
      size += 1;
      // At most two slots in three are taken.
      if (3 * size > 2 * keys.length) grow();
      return next;
    },
    finish: () => ({ keys, numbers }),
  };
}

const WIDTH = 2 ** 26;

/** Exact below 2 ** 52, and never 0. */
const keyOf = (first: number, second: number): number => first * WIDTH + second + 1;

/** The slot of a key, or the empty one where it would stand. The number of slots is a power of two. */
function slotOf(keys: Float64Array, key: number): number {
  const mask = keys.length - 1;
  const low = (key % 0x1_0000_0000) | 0;
  const high = (key / 0x1_0000_0000) | 0;
  let slot = (Math.imul(low, 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca6b)) >>> 0;
  slot = (slot ^ (slot >>> 15)) & mask;
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
  return slot;
}
