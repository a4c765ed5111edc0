/** The vectors in memory, by the hash of their text, and which texts have a place there. State, no IO. */

export interface VectorMemory {
  /** Gives places to hashes without one, as long as there are any; returns those that got one. */
  place(hashes: readonly string[]): ReadonlySet<string>;
  /** Has a place and no vector. */
  isMissing(hash: string): boolean;
  /** Takes vectors of hashes with a place and of the decided length; leaves others out. */
  take(found: ReadonlyMap<string, Float32Array>): void;
  /** Takes the place of every hash that is not `kept`. */
  clear(kept: (hash: string) => boolean): void;
  /** Whether vectors of this length are taken: those of the first decision, and any before it. */
  fits(dimensions: number): boolean;
  /** Decides on a length, once. Vectors of another one lose their places; says whether there were any. */
  decide(dimensions: number): boolean;
  vectorOf(hash: string): Float32Array | null;
  /** Grows whenever a vector comes or goes. */
  generation(): number;
}

/** `maxPlaces` bounds the memory: hashes beyond it have no vector until others are cleared. */
export function createVectorMemory(maxPlaces: number): VectorMemory {
  /** Null: no vector yet, or a text that was refused; its place keeps it from being asked for again. */
  const places = new Map<string, Float32Array | null>();
  let decided: number | null = null;
  let generation = 0;

  function clear(kept: (hash: string) => boolean): void {
    for (const hash of places.keys()) {
      if (kept(hash)) continue;
      places.delete(hash);
      generation += 1;
    }
  }

  const fits = (dimensions: number): boolean => decided === null || decided === dimensions;

  return {
    place(hashes) {
      const placed = new Set<string>();
      for (const hash of hashes) {
        if (places.has(hash) || places.size >= maxPlaces) continue;
        places.set(hash, null);
        placed.add(hash);
      }
      return placed;
    },
    isMissing: (hash) => places.get(hash) === null,
    take(found) {
      for (const [hash, vector] of found) {
        if (!places.has(hash) || !fits(vector.length)) continue;
        places.set(hash, vector);
        generation += 1;
      }
    },
    clear,
    fits,
    decide(dimensions) {
      if (decided !== null) return false;
      decided = dimensions;
      const before = places.size;
      clear((hash) => fits(places.get(hash)?.length ?? dimensions));
      return places.size < before;
    },
    vectorOf: (hash) => places.get(hash) ?? null,
    generation: () => generation,
  };
}
