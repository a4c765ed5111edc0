/** Counts of whole texts, bounded in characters: two generations, the older one dropped whole. Pure but for its own state. */

/** What an entry weighs besides its text, so that short texts are bounded too. */
export const ENTRY_UNITS = 64;

export interface TextCache {
  /** UTF-16 units of all that is kept, `ENTRY_UNITS` an entry included; at most the limit. */
  readonly units: number;
  get(text: string): number | undefined;
  /** Keeps a count, unless the text alone would take more than half of the limit. */
  set(text: string, tokens: number): void;
}

/**
 * Creates a cache of at most `maxUnits`; 0 keeps nothing. A count survives while it is read once in every half of the limit
 * that is written. Dropping a generation costs an entry nothing, where a least-recently-used list pays on every read.
 */
export function createTextCache(maxUnits: number): TextCache {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let youngUnits = 0;
  let oldUnits = 0;

  const add = (text: string, tokens: number): void => {
    const units = text.length + ENTRY_UNITS;
    if (youngUnits + units > maxUnits / 2) {
      old = young;
      oldUnits = youngUnits;
      young = new Map();
      youngUnits = 0;
    }
    young.set(text, tokens);
    youngUnits += units;
  };

  return {
    get units() {
      return youngUnits + oldUnits;
    },
    get(text) {
      const known = young.get(text);
      if (known !== undefined) return known;
      const older = old.get(text);
      if (older !== undefined) add(copyOf(text), older);
      return older;
    },
    set(text, tokens) {
      if (text.length + ENTRY_UNITS <= maxUnits / 2 && !young.has(text)) add(copyOf(text), tokens);
    },
  };
}

/** A string of its own: V8 makes a slice keep the whole text alive that it was cut from, and this is a slice of itself. */
const copyOf = (text: string): string => ` ${text}`.slice(1);
