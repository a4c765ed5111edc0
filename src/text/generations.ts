/** What was worked out about whole texts, bounded in UTF-16 units: two generations, the older one dropped whole. Pure but for its own state. */

export interface Generations<V> {
  /** UTF-16 units of all that is kept, as the caller weighs it; at most the limit. */
  readonly units: number;
  get(text: string): V | undefined;
  /**
   * Keeps what belongs to a text, in place of what was kept before; false where `units` (the text included) is more than half of the
   * limit. The text is kept as it is: see `ownText`.
   */
  set(text: string, value: V, units: number): boolean;
}

interface Clearable {
  clear(): void;
}

/** Every store of the process that is still in use. */
const all = new Set<WeakRef<Clearable>>();
const unused = new FinalizationRegistry<WeakRef<Clearable>>((reference) => all.delete(reference));

/** Empties every store of the process: texts of an erased person are among what is kept, and whose they are is not told apart. */
export function forgetTexts(): void {
  for (const reference of all) reference.deref()?.clear();
}

interface Entry<V> {
  readonly text: string;
  readonly value: V;
  readonly units: number;
}

/**
 * Creates a store of at most `maxUnits`; 0 keeps nothing. A value survives while it is read once in every half of the limit
 * that is written. Dropping a generation costs an entry nothing, where a least-recently-used list pays on every read.
 */
export function createGenerations<V>(maxUnits: number): Generations<V> {
  let young = new Map<string, Entry<V>>();
  let old = new Map<string, Entry<V>>();
  let youngUnits = 0;
  let oldUnits = 0;

  const add = (entry: Entry<V>): void => {
    const more = entry.units - (young.get(entry.text)?.units ?? 0);
    if (youngUnits + more > maxUnits / 2) {
      old = young;
      oldUnits = youngUnits;
      young = new Map();
      youngUnits = entry.units;
    } else youngUnits += more;
    young.set(entry.text, entry);
  };

  const made = {
    get units() {
      return youngUnits + oldUnits;
    },
    clear() {
      [young, old, youngUnits, oldUnits] = [new Map(), new Map(), 0, 0];
    },
    get(text: string) {
      const known = young.get(text);
      if (known !== undefined) return known.value;
      const older = old.get(text);
      if (older !== undefined) add(older);
      return older?.value;
    },
    set(text: string, value: V, units: number) {
      if (units > maxUnits / 2) return false;
      add({ text, value, units });
      return true;
    },
  };
  const reference = new WeakRef(made);
  all.add(reference);
  unused.register(made, reference);
  return made;
}

/** A string of its own: V8 makes a slice keep the whole text alive that it was cut from, and this is a slice of itself. */
export const ownText = (text: string): string => ` ${text}`.slice(1);
