/** How often hashes occur, counted in a table without collision lists: never too low, now and then too high. Pure but for its own state. */

export interface HashCounts {
  /** Counts one occurrence. */
  add(hash: number): void;
  /** Counts one occurrence of each hash, salted: `hash ^ salt`. */
  addAll(hashes: Uint32Array, salt: number): void;
  /** At least the occurrences that were added, 255 at most. */
  of(hash: number): number;
}

/** Places for each hash to be counted; a rare hash shares one with another about every fourth time. */
const PLACES = 4;
const SMALLEST = 256;
const LARGEST = 2 ** 24;

/** Counts for about `expected` occurrences of 32-bit hashes; one byte a place, 16 MB at most. */
export function createHashCounts(expected: number): HashCounts {
  const places = Math.min(LARGEST, Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(expected * PLACES + 1))));
  const shift = 32 - Math.log2(places);
  const counts = new Uint8Array(places);
  const add = (hash: number): void => {
    const place = Math.imul(hash, 0x9e3779b1) >>> shift;
    const count = counts[place] as number;
    if (count < 255) counts[place] = count + 1;
  };
  return {
    add,
    addAll(hashes, salt) {
      for (let at = 0; at < hashes.length; at += 1) add((hashes[at] as number) ^ salt);
    },
    of: (hash) => counts[Math.imul(hash, 0x9e3779b1) >>> shift] as number,
  };
}
