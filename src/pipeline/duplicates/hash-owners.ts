/** Who had a hash first: a table of 32-bit hashes with open addressing. Pure but for its own state. */

export interface HashOwners {
  /** The one that claimed the hash first; `owner` itself if nobody did before. At most `most` different hashes. */
  claim(hash: number, owner: number): number;
}

/** For at most so many different hashes; twelve to twenty-four bytes each. Owners count from 0. */
export function createHashOwners(most: number): HashOwners {
  const places = 2 ** Math.ceil(Math.log2(most * 1.5 + 2));
  const shift = 32 - Math.log2(places);
  /** One more than the owner, 0 where a place is free, and beside it the hash: one look at the memory finds both. */
  const table = new Int32Array(places * 2);
  return {
    claim(hash, owner) {
      let place = Math.imul(hash, 0x9e3779b1) >>> shift;
      for (let known = table[place * 2] as number; known !== 0; known = table[place * 2] as number) {
        if (table[place * 2 + 1] === (hash | 0)) return known - 1;
        place = (place + 1) & (places - 1);
      }
      table[place * 2] = owner + 1;
      table[place * 2 + 1] = hash;
      return owner;
    },
  };
}
