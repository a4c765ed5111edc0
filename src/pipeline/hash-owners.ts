/** Who had a hash first: a table of 32-bit hashes with open addressing. Pure but for its own state. */

export interface HashOwners {
  /** The one that claimed the hash first; `owner` itself if nobody did before. At most `most` different hashes. */
  claim(hash: number, owner: number): number;
}

/** For at most so many different hashes; twelve to twenty-four bytes each. Owners count from 0. */
export function createHashOwners(most: number): HashOwners {
  const places = 2 ** Math.ceil(Math.log2(most * 1.5 + 2));
  const shift = 32 - Math.log2(places);
  const hashes = new Int32Array(places);
  /** One more than the owner; 0 is free. */
  const owners = new Int32Array(places);
  return {
    claim(hash, owner) {
      let place = Math.imul(hash, 0x9e3779b1) >>> shift;
      while (owners[place] !== 0) {
        if (hashes[place] === (hash | 0)) return (owners[place] as number) - 1;
        place = (place + 1) & (places - 1);
      }
      hashes[place] = hash;
      owners[place] = owner + 1;
      return owner;
    },
  };
}
