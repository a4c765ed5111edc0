/** A trie of letters in flat arrays: a few hundred thousand nodes cost no objects, and a step is one look-up. Pure. */

export interface LetterTrie {
  /** Nodes by a hash of their parent and letter, open addressing; a power of two. */
  table: Int32Array;
  parents: Int32Array;
  letters: Uint16Array;
  /** Nodes so far, the one that stands for none included. */
  size: number;
}

export const NOWHERE = 0;
export const ROOT = 1;
const LEAST_CAPACITY = 1_024;

/** `expected` nodes and more have room; a growing trie is filled anew each time. */
export function emptyTrie(expected: number): LetterTrie {
  let capacity = LEAST_CAPACITY;
  while (capacity < expected) capacity *= 2;
  return {
    table: new Int32Array(2 * capacity),
    parents: new Int32Array(capacity),
    letters: new Uint16Array(capacity),
    size: ROOT + 1,
  };
}

/** The node one UTF-16 unit further; `NOWHERE` where there is none. */
export function childOf({ table, parents, letters }: LetterTrie, node: number, unit: number): number {
  const mask = table.length - 1;
  for (let slot = hashOf(node, unit) & mask; ; slot = (slot + 1) & mask) {
    const child = table[slot] as number;
    if (child === NOWHERE || (parents[child] === node && letters[child] === unit)) return child;
  }
}

/** The same, made where there is none. */
export function childMade(trie: LetterTrie, node: number, unit: number): number {
  const known = childOf(trie, node, unit);
  if (known !== NOWHERE) return known;
  if (trie.size === trie.parents.length) grow(trie);
  const child = trie.size;
  trie.size += 1;
  trie.parents[child] = node;
  trie.letters[child] = unit;
  place(trie, child);
  return child;
}

function grow(trie: LetterTrie): void {
  const capacity = 2 * trie.parents.length;
  const { parents, letters } = trie;
  trie.parents = new Int32Array(capacity);
  trie.letters = new Uint16Array(capacity);
  trie.table = new Int32Array(2 * capacity);
  trie.parents.set(parents);
  trie.letters.set(letters);
  for (let node = ROOT + 1; node < trie.size; node += 1) place(trie, node);
}

function place({ table, parents, letters }: LetterTrie, node: number): void {
  const mask = table.length - 1;
  let slot = hashOf(parents[node] as number, letters[node] as number) & mask;
  while (table[slot] !== NOWHERE) slot = (slot + 1) & mask;
  table[slot] = node;
}

function hashOf(node: number, unit: number): number {
  const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
