/**
 * What was made of much, kept for whoever asks for the same again: a policy that is tried out with other pieces has the same words. Keeps
 * the last two.
 */

const MOST_KEPT = 2;

/** `make`, unless it was asked for the same lately; whether it is the same is looked at item by item, the newest first. */
export function lastMade<From, Made>(isSame: (before: From, now: From) => boolean, make: (from: From) => Made) {
  const kept: { readonly from: From; readonly made: Made }[] = [];
  return (from: From): Made => {
    const known = kept.find((one) => isSame(one.from, from));
    if (known !== undefined) return known.made;
    const made = make(from);
    kept.unshift({ from, made });
    kept.length = Math.min(kept.length, MOST_KEPT);
    return made;
  };
}

/** Whether two lists hold the same, in the same order. */
export const sameList = <Item>(
  before: readonly Item[],
  now: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean =>
  before === now || (before.length === now.length && before.every((one, at) => one === now[at] || isSame(one, now[at] as Item)));
