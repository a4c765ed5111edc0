/** Finds headwords at one typing error from a word, with or without an ending after it. Pure. */
import type { Headword } from "./headwords.ts";
import { type LanguageRules, type TailTest, tailTest } from "./inflection.ts";
import { SHORTEST_SLIP, SLIP, slipBetween, soundOf } from "./slip.ts";

/** Words with fewer letters are never taken for mistyped. */
export const SHORTEST_TYPO = SHORTEST_SLIP;
/** Letters of a word that its endings leave over, where one of them may be wrong. */
const SHORTEST_STEM = 5;
const SHORTEST_SURE = 7;
/** An ending that may be cut off before comparing. */
const LONGEST_CUT = 4;

export interface TypoIndex {
  /** Headwords of which `word` is a form with one error: those by the likeliest error only. */
  near(word: string): readonly Headword[];
}

/** A headword, or what an ending leaves of it, with what may follow. */
interface Stem {
  readonly letters: string;
  readonly headword: Headword;
  readonly follows: TailTest;
  /** An ending has taken letters off it, and few are left: it counts only where all of them are there. */
  readonly isShort: boolean;
}

/**
 * The index is the deletion neighbourhood of the headwords (SymSpell, Garbe 2012): one look-up for each letter left out, and
 * one for the sound.
 */
export function typoIndex(headwords: Iterable<Headword>, rulesOf: (language: string) => LanguageRules): TypoIndex {
  const byForm = new Map<string, Stem[]>();
  const tailsOf = tailTests(rulesOf);
  for (const headword of headwords) {
    if (headword.mode === "exact") continue;
    for (const stem of stemsOf(headword, tailsOf(headword.language)))
      for (const form of formsOf(stem.letters)) {
        const others = byForm.get(form);
        if (others === undefined) byForm.set(form, [stem]);
        else others.push(stem);
      }
  }
  return {
    near(word) {
      let best: number = SLIP.wrong;
      const found = new Map<Headword, number>();
      for (let cut = 0; cut <= LONGEST_CUT && word.length - cut >= (cut === 0 ? SHORTEST_TYPO : SHORTEST_STEM); cut += 1) {
        const letters = cut === 0 ? word : word.slice(0, -cut);
        const tail = word.slice(letters.length);
        for (const stem of new Set([...formsOf(letters)].flatMap((form) => byForm.get(form) ?? []))) {
          const slip = slipBetween(letters, stem.letters);
          if (slip === null || slip > best || (stem.isShort && slip > SLIP.swapped) || !stem.follows(tail)) continue;
          best = slip;
          found.set(stem.headword, Math.min(slip, found.get(stem.headword) ?? slip));
        }
      }
      return [...found].flatMap(([headword, slip]) => (slip === best ? [headword] : []));
    },
  };
}

type Tails = readonly (readonly [own: string, follows: TailTest])[];

const NOTHING: Tails = [["", (tail) => tail === ""]];

/** What may follow, by the letters of the dictionary form that it stands in place of. */
function tailTests(rulesOf: (language: string) => LanguageRules): (language: string) => Tails {
  const known = new Map<string, Tails>();
  return (language) => {
    const rules = rulesOf(language);
    const tails = known.get(language) ?? [...rules.endings].map(([own, endings]) => [own, tailTest(endings, rules)] as const);
    known.set(language, tails);
    return tails.length === 0 ? NOTHING : tails;
  };
}

function stemsOf(headword: Headword, tails: Tails): readonly Stem[] {
  const { word, mode } = headword;
  if (word.length < SHORTEST_TYPO) return [];
  const kinds = mode === "stem" ? NOTHING : tails;
  return kinds.flatMap(([own, follows]) => {
    const letters = word.slice(0, word.length - own.length);
    if (!word.endsWith(own) || (own !== "" && letters.length < SHORTEST_STEM)) return [];
    return [{ letters, headword, follows, isShort: own !== "" && letters.length < SHORTEST_SURE }];
  });
}

/** The word, the word without each one of its letters but the first, and its sound. */
function formsOf(word: string): ReadonlySet<string> {
  const forms = new Set([word, `~${soundOf(word)}`]);
  for (let at = 1; at < word.length; at += 1) forms.add(word.slice(0, at) + word.slice(at + 1));
  return forms;
}
