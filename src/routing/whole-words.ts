/** Whether what was found in a script without spaces is a word there, and not letters of another one. Pure but for the platform's dictionaries. */
import type { Occurrence } from "../text/lexicon/find-phrases.ts";
import type { Guard } from "../text/lexicon/pattern.ts";
import { cutsSyllable } from "../text/words/unspaced.ts";
import { edgesOf } from "../text/words/word-edges.ts";
import type { Word } from "../text/words/words.ts";

/** `isFlag`: it raises a red flag, alone or as part of a sign, and pairs and stems count wherever they stand, as a missed flag costs more. */
export type IsWhole = (occurrence: Occurrence<unknown>, isFlag: boolean) => boolean;

/** Made when it is first asked for; by guard and first word, whether a word stands there. */
interface Cut extends Record<Exclude<Guard, "none">, Map<number, boolean>> {
  readonly isWord: ReturnType<typeof edgesOf>;
}

/** Of one question. A single sign may be part of a longer word: 火药 is not 药. Each place is cut once. */
export function wholeIn(question: string, words: readonly Word[]): IsWhole {
  let cut: Cut | null = null;
  return ({ sequence: { guard }, first, last }, isFlag) => {
    const { start, unspaced } = words[first] as Word;
    if (!unspaced) return true;
    const { end } = words[last] as Word;
    if (cutsSyllable(question, start, end)) return false;
    if (guard === "none" || (isFlag && guard !== "sign")) return true;
    cut ??= { isWord: edgesOf(question), sign: new Map(), pair: new Map(), stem: new Map() };
    const before = cut[guard].get(first);
    if (before !== undefined) return before;
    const whole = cut.isWord(start, guard === "stem" ? start : end);
    cut[guard].set(first, whole);
    return whole;
  };
}
