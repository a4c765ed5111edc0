/** What is known of whole texts: read once, kept for the next request with the same text, found by one table. Pure but for its own state. */
import { createGenerations, ownText } from "../generations.ts";

/** A text as it is kept, and what is known of it. Held for no longer than a request: what is dropped meanwhile stays with who holds it. */
export interface KnownText {
  /** The string that is kept: a value that holds this very one instead of an equal one takes no room for it. */
  readonly text: string;
}

export interface KnownTexts {
  /** UTF-16 units of all that is kept; at most the limit. */
  readonly units: number;
  /** The one look-up of a text, whoever reads it afterwards. */
  find(text: string): KnownText;
  /** A reader that keeps what it read. `weigh` is in UTF-16 units, the text apart. */
  remember<V extends object>(read: (known: KnownText) => V, weigh: (value: V, text: string) => number): (known: KnownText) => V;
}

interface Known extends KnownText {
  /** By the number of the reader; empty where it was not asked yet. */
  values: readonly (object | undefined)[];
  units: number;
}

/** What an entry weighs besides its text and values. */
const ENTRY_UNITS = 160;

/** Creates a table of at most `maxUnits` UTF-16 units, two bytes each at most; 0 keeps nothing. */
export function createKnownTexts(maxUnits: number): KnownTexts {
  const kept = createGenerations<Known>(maxUnits);
  let readers = 0;
  return {
    get units() {
      return kept.units;
    },
    find: (text) => kept.get(text) ?? begin(text),
    remember<V extends object>(read: (known: KnownText) => V, weigh: (value: V, text: string) => number) {
      const reader = readers++;
      return (given: KnownText): V => {
        const known = given as Known;
        const before = known.values[reader];
        if (before !== undefined) return before as V;
        const value = read(known);
        const units = known.units + weigh(value, known.text);
        if (!kept.set(known.text, known, units)) return value;
        known.values = withValue(known.values, reader, value);
        known.units = units;
        return value;
      };
    },
  };
}

const begin = (given: string): Known => ({ text: ownText(given), values: [], units: ENTRY_UNITS + given.length });

function withValue(values: Known["values"], reader: number, value: object): Known["values"] {
  const next = values.slice();
  while (next.length < reader) next.push(undefined);
  next[reader] = value;
  return next;
}

/** 80 MB at most, half of it for texts of Latin letters: some 6,000 texts of 800 characters outlive each other. */
const MOST_UNITS = 41_943_040;

/** The one table of the process. */
export const knownTexts = createKnownTexts(MOST_UNITS);
