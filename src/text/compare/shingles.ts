/** Hashes of words and of three words in a row, and the few of them by which shared passages are found. Pure. */

/** Words of one shingle. */
const SHINGLE_WORDS = 3;
/** Shingles of which one is an anchor. A passage of `SHINGLE_WORDS + WINDOW - 1` = 8 shared words shares one. */
const WINDOW = 6;

/** FNV-1a over UTF-16 units, 32 bits. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The next state of a hash over a row of hashes. */
export const chain = (hash: number, next: number): number => Math.imul(mix(hash), 31) ^ next;

/** Spreads all bits over all bits: the finaliser of MurmurHash3. */
export function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The hash of each three words in a row, in order; of fewer than three words, the hash of each word. */
export function grams(words: Uint32Array): Uint32Array {
  if (words.length < SHINGLE_WORDS) return words.map(mix);
  const found = new Uint32Array(words.length - SHINGLE_WORDS + 1);
  for (let at = 0; at < found.length; at += 1) {
    const two = chain(words[at] as number, words[at + 1] as number);
    found[at] = mix(chain(two, words[at + 2] as number));
  }
  return found;
}

/** Sorted, each once. */
export function sortedSet(hashes: Uint32Array): Uint32Array {
  const sorted = hashes.slice().sort();
  let kept = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at] as number;
  }
  return kept === sorted.length ? sorted : sorted.slice(0, kept);
}

/**
 * The places in `hashes` that winnowing picks: in every window of 6 the smallest hash, the rightmost of equal ones, so that a passage
 * has the same anchors at the same words wherever it stands. Schleimer, Wilkerson, Aiken, "Winnowing", SIGMOD 2003, section 3.
 */
export function winnow(hashes: Uint32Array): readonly number[] {
  const places: number[] = [];
  let smallest = -1;
  for (let end = WINDOW - 1; end < hashes.length; end += 1) {
    const first = end - WINDOW + 1;
    if (smallest >= first && (hashes[end] as number) > (hashes[smallest] as number)) continue;
    smallest = smallest >= first ? end : rightmostSmallest(hashes, first);
    places.push(smallest);
  }
  return places;
}

function rightmostSmallest(hashes: Uint32Array, first: number): number {
  let smallest = first;
  for (let at = first + 1; at < first + WINDOW; at += 1) {
    if ((hashes[at] as number) <= (hashes[smallest] as number)) smallest = at;
  }
  return smallest;
}
