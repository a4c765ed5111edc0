/** Whether what was found in a script without spaces is a word there, and not letters of another one. Pure but for the platform's dictionaries. */
import type { Occurrence } from "../text/lexicon/find-phrases.ts";
import { cutsSyllable } from "../text/words/unspaced.ts";
import { edgesOf } from "../text/words/word-edges.ts";
import type { Word } from "../text/words/words.ts";

/** `isFlag`: it raises a red flag, alone or as part of a sign, and pairs and stems count wherever they stand, as a missed flag costs more. */
export type IsWhole = (occurrence: Occurrence<unknown>, isFlag: boolean) => boolean;

/** Of one question. A single sign may be part of a longer word: 火药 is not 药. Each place is cut once. */
export function wholeIn(question: string, words: readonly Word[]): IsWhole {
  let isWord: ReturnType<typeof edgesOf> | null = null;
  const known = new Map<string, boolean>();
  return ({ sequence: { guard }, first, last }, isFlag) => {
    const { start, unspaced } = words[first] as Word;
    if (!unspaced) return true;
    const { end } = words[last] as Word;
    if (cutsSyllable(question, start, end)) return false;
    if (guard === "none" || (isFlag && guard !== "sign")) return true;
    const place = `${guard} ${first}`;
    const before = known.get(place);
    if (before !== undefined) return before;
    isWord ??= edgesOf(question);
    const whole = isWord(start, guard === "stem" ? start : end);
    known.set(place, whole);
    return whole;
  };
}
