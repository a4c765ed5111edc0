/** The first place in a sorted list that is not before what is looked for. Pure. */

/** A place from 0 to `length`; `isBefore` holds for all places up to it and for none behind. */
export function firstPlace(length: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
