/** Which words of a text near duplicates must share: those that make a claim, and those that deny. Pure but for a memo by set. */
import type { Fingerprint } from "./fingerprint.ts";
import { foldWord } from "./fold.ts";
import { hashWord } from "./shingles.ts";
import { splitWords } from "./words.ts";

/** Denials by their first word, as a signed hash, which V8 looks up without making an object: each a row of hashes of folded words. */
type Denials = ReadonlyMap<number, readonly (readonly number[])[]>;

const known = new WeakMap<ReadonlySet<string>, Denials>();

/**
 * 1 for each word of the text that makes a claim or belongs to a denial. `negators` are folded words, or several with blanks or in a
 * script without spaces, as language files list them; other words that turn a statement may be among them (months, weekdays, number
 * words). A set is read once.
 */
export function holdWords(print: Fingerprint, negators: ReadonlySet<string>): Uint8Array {
  const denials = denialsOf(negators);
  const held = print.claimed.slice();
  for (let at = 0; at < held.length; at += 1) {
    const beginning = denials.get((print.folded[at] as number) | 0);
    if (beginning === undefined) continue;
    for (const denial of beginning) {
      if (denial.every((word, index) => print.folded[at + index] === word)) held.fill(1, at, at + denial.length);
    }
  }
  return held;
}

function denialsOf(negators: ReadonlySet<string>): Denials {
  const before = known.get(negators);
  if (before !== undefined) return before;
  const denials = new Map<number, (readonly number[])[]>();
  for (const negator of negators) {
    const row = splitWords(negator).map(({ folded }) => hashWord(foldWord(folded)));
    if (row[0] === undefined) continue;
    const first = row[0] | 0;
    const same = denials.get(first) ?? [];
    same.push(row);
    denials.set(first, same);
  }
  known.set(negators, denials);
  return denials;
}
