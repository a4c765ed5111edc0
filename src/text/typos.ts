/** Finds headwords at one typing error from a word: a letter too many, too few, wrong, or two swapped. Pure. */
import type { Headword } from "./headword-trie.ts";
import { type LanguageRules, type TailTest, tailTest } from "./inflection.ts";

/** Shorter words have too many real neighbours (language research: 3 to 12 each below five letters). */
export const SHORTEST_TYPO = 5;
/** One letter for another makes a real word too often in short words: bread, breed. */
const SHORTEST_WRONG = 7;
/** An ending that may be cut off before comparing. */
const LONGEST_CUT = 3;
const NO_ENDINGS: ReadonlySet<string> = new Set();

export interface TypoIndex {
  /** Headwords that `word`, or `word` without an ending of the headword's language, is one error away from. */
  near(word: string): readonly Headword[];
}

/** The index is the deletion neighbourhood of the headwords (SymSpell, Garbe 2012): one look-up for each letter left out. */
export function typoIndex(headwords: Iterable<Headword>, rulesOf: (language: string) => LanguageRules): TypoIndex {
  const byDeletion = new Map<string, Headword[]>();
  for (const headword of headwords) {
    if (headword.word.length < SHORTEST_TYPO || headword.mode === "exact") continue;
    for (const form of deletions(headword.word)) {
      const others = byDeletion.get(form);
      if (others === undefined) byDeletion.set(form, [headword]);
      else others.push(headword);
    }
  }
  const compared = (form: string, keep: (headword: Headword) => boolean): readonly Headword[] => {
    const found = new Set<Headword>();
    for (const deletion of deletions(form))
      for (const headword of byDeletion.get(deletion) ?? [])
        if (oneErrorApart(form, headword.word) && keep(headword)) found.add(headword);
    return [...found];
  };
  const testOf = bareTest(rulesOf);
  return {
    near(word) {
      const found = [...compared(word, () => true)];
      for (let cut = 1; cut <= LONGEST_CUT && word.length - cut >= SHORTEST_TYPO; cut += 1) {
        const tail = word.slice(word.length - cut);
        found.push(...compared(word.slice(0, -cut), ({ language }) => testOf(language)(tail)));
      }
      return [...new Set(found)];
    },
  };
}

/** The test for what may follow a whole dictionary form, by language. */
function bareTest(rulesOf: (language: string) => LanguageRules): (language: string) => TailTest {
  const tests = new Map<string, TailTest>();
  return (language) => {
    const rules = rulesOf(language);
    const test = tests.get(language) ?? tailTest(rules.endings.get("") ?? NO_ENDINGS, rules);
    tests.set(language, test);
    return test;
  };
}

/** The word, and the word without each one of its letters but the first. */
function deletions(word: string): ReadonlySet<string> {
  const forms = new Set([word]);
  for (let at = 1; at < word.length; at += 1) forms.add(word.slice(0, at) + word.slice(at + 1));
  return forms;
}

/** Damerau distance at most one, same first letter; another last letter makes another word (chess, chest). */
function oneErrorApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short[0] !== long[0] || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1))
    return at === short.length || (at < short.length - 1 && short.length >= SHORTEST_WRONG);
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
