/** What is known of whole texts: read once, kept for the next request with the same text, found by one table. Pure but for its own state. */
import { createGenerations, ownText } from "./generations.ts";

export interface KnownTexts {
  /** UTF-16 units of all that is kept; at most the limit. */
  readonly units: number;
  /**
   * A reader that keeps what it read. `read` is given the text as it is kept: a value that holds that very string instead of an equal
   * one takes no room for it, and finds what is known of it without comparing a character. `weigh` is in UTF-16 units, the text apart.
   */
  remember<V extends object>(read: (text: string) => V, weigh: (value: V, text: string) => number): (text: string) => V;
}

interface Known {
  readonly text: string;
  /** By the number of the reader; empty where it was not asked yet. */
  readonly values: readonly (object | undefined)[];
  readonly units: number;
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
    remember<V extends object>(read: (text: string) => V, weigh: (value: V, text: string) => number) {
      const reader = readers++;
      return (given: string): V => {
        const known = kept.get(given);
        const before = known?.values[reader];
        if (before !== undefined) return before as V;
        const { text, values, units } = known ?? begin(given);
        const value = read(text);
        const more = units + weigh(value, text);
        kept.set(text, { text, values: withValue(values, reader, value), units: more }, more);
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
