/** Tells in a few operations whether a question can hold a sign at all, which most do not. Pure, but for scratch. */
import type { Lexicon } from "./lexicon.ts";
import { ALONE, type WordMatch } from "./pattern.ts";
import type { SignSpelling } from "./sign-syntax.ts";

/** False where no sign can stand: of some group that it asks for nothing can be there in the languages given. */
export type SignScreen = (matches: readonly (readonly WordMatch[])[], isHome: (language: string) => boolean) => boolean;

const BITS = 32;

/** The groups of a word, and those that a sign asks for, are bits of as many numbers as there are groups by 32. */
export function signScreen(lexicon: Lexicon<string>, signs: readonly SignSpelling[]): SignScreen {
  const asked = signs.map(({ clusters }) => clusters.flat());
  const bits = new Map([...new Set(asked.flat())].map((group, bit) => [group, bit]));
  const width = Math.ceil(bits.size / BITS);
  const mark = (into: Uint32Array, from: number, group: string): void => {
    const bit = bits.get(group);
    if (bit === undefined) return;
    const at = from + Math.floor(bit / BITS);
    into[at] = ((into[at] as number) | (1 << (bit % BITS))) >>> 0;
  };
  const { starts, sequences } = lexicon.patterns();
  const told = new Uint32Array((starts.length - 1) * width);
  for (let headword = 0; headword < starts.length - 1; headword += 1) {
    for (let at = starts[headword] as number; at < (starts[headword + 1] as number); at += 1) {
      mark(told, tellingOf(lexicon, headword, at) * width, sequences[at]?.payload ?? "");
    }
  }
  const needed = new Uint32Array(asked.length * width);
  for (const [sign, groups] of asked.entries()) for (const group of groups) mark(needed, sign * width, group);
  const seen = new Uint32Array(width);
  return (matches, isHome) => {
    seen.fill(0);
    for (const ways of matches) {
      for (const { headword } of ways) {
        if (!isHome(lexicon.languageOf(headword))) continue;
        for (let at = 0; at < width; at += 1) seen[at] = (seen[at] as number) | (told[headword * width + at] as number);
      }
    }
    for (let sign = 0; sign < needed.length; sign += width) if (holds(seen, needed, sign)) return true;
    return false;
  };
}

/** Of the words of a pattern the longest, which the fewest questions hold. */
function tellingOf(lexicon: Lexicon<string>, first: number, place: number): number {
  const { seconds, rests, parts } = lexicon.patterns();
  let telling = first;
  if (seconds[place] === ALONE) return telling;
  for (let at = rests[place] as number; parts[at] !== ALONE; at += 1) {
    const headword = (parts[at] as number) >> 1;
    if (lexicon.lengthOf(headword) > lexicon.lengthOf(telling)) telling = headword;
  }
  return telling;
}

function holds(seen: Uint32Array, needed: Uint32Array, from: number): boolean {
  for (let at = 0; at < seen.length; at += 1) {
    if (((needed[from + at] as number) & ~(seen[at] as number)) !== 0) return false;
  }
  return true;
}
