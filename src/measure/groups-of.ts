/** Puts what belongs together into one list. Pure; linear. */

/** By key, in the order in which the keys first come; `keysOf` may name several for one item. */
export function groupsOf<T>(items: Iterable<T>, keysOf: (item: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}
