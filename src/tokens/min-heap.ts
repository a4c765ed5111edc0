/** A heap of numbers with the smallest on top. Pure but for its own state. */

export interface MinHeap {
  readonly size: number;
  /** Moves and comparisons done since it was created. */
  readonly steps: number;
  /** The smallest key; undefined when empty. */
  readonly top: number | undefined;
  push(key: number): void;
  /** Removes the smallest key. */
  pop(): void;
  /** Puts `key` in the place of the smallest: one walk where a pop and a push take two. The heap is not empty. */
  replaceTop(key: number): void;
}

/** Children of a node: four share a cache line, and the heap is half as deep as with two. */
const ARITY = 4;

export function createMinHeap(): MinHeap {
  const keys: number[] = [];
  let steps = 0;

  const sink = (key: number): void => {
    let hole = 0;
    for (let first = 1; first < keys.length; first = hole * ARITY + 1) {
      let child = first;
      const end = Math.min(first + ARITY, keys.length);
      for (let next = first + 1; next < end; next++) if ((keys[next] as number) < (keys[child] as number)) child = next;
      steps += ARITY;
      if ((keys[child] as number) >= key) break;
      keys[hole] = keys[child] as number;
      hole = child;
    }
    keys[hole] = key;
  };

  return {
    get size() {
      return keys.length;
    },
    get steps() {
      return steps;
    },
    get top() {
      return keys.length > 0 ? keys[0] : undefined;
    },
    push(key) {
      let hole = keys.push(key) - 1;
      while (hole > 0) {
        const parent = Math.floor((hole - 1) / ARITY);
        steps++;
        if ((keys[parent] as number) <= key) break;
        keys[hole] = keys[parent] as number;
        hole = parent;
      }
      keys[hole] = key;
    },
    pop() {
      const last = keys.pop();
      if (last !== undefined && keys.length > 0) sink(last);
    },
    replaceTop: sink,
  };
}
