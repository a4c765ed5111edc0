/** Counts of whole texts, bounded in characters. Pure but for its own state. */
import { createGenerations, ownText } from "../text/generations.ts";

/** What an entry weighs besides its text, so that short texts are bounded too. */
export const ENTRY_UNITS = 64;

export interface TextCache {
  /** UTF-16 units of all that is kept, `ENTRY_UNITS` an entry included; at most the limit. */
  readonly units: number;
  get(text: string): number | undefined;
  /** Keeps a count, unless the text alone would take more than half of the limit. */
  set(text: string, tokens: number): void;
}

/** Creates a cache of at most `maxUnits`; 0 keeps nothing. */
export function createTextCache(maxUnits: number): TextCache {
  const kept = createGenerations<number>(maxUnits);
  return {
    get units() {
      return kept.units;
    },
    get: kept.get,
    set: (text, tokens) => kept.set(ownText(text), tokens, text.length + ENTRY_UNITS),
  };
}
