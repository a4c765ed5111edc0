/** Which words of a text near duplicates must share: those that make a claim, and those that deny. Pure but for a memo by set. */
import type { Fingerprint } from "./fingerprint.ts";
import { foldWord } from "./fold.ts";
import { hashWord } from "./shingles.ts";
import { splitWords } from "./words.ts";

interface Denials {
  /** By their first word, as a signed hash, which V8 looks up without making an object: each a row of hashes of folded words. */
  readonly byFirst: ReadonlyMap<number, readonly (readonly number[])[]>;
  /** 1 at the last bits of the hash of each first word: nearly all words of a text are told from a denial by one look. */
  readonly mayBegin: Uint8Array;
}

const LAST_BITS = 0xffff;

const known = new WeakMap<ReadonlySet<string>, Denials>();

/**
 * 1 for each word of the text that makes a claim or belongs to a denial. `negators` are folded words, or several with blanks or in a
 * script without spaces, as language files list them; other words that turn a statement may be among them (months, weekdays, number
 * words). A set is read once.
 */
export function holdWords(print: Fingerprint, negators: ReadonlySet<string>): Uint8Array {
  const { byFirst, mayBegin } = denialsOf(negators);
  const held = print.claimed.slice();
  for (let at = 0; at < held.length; at += 1) {
    const word = print.folded[at] as number;
    const beginning = mayBegin[word & LAST_BITS] === 0 ? undefined : byFirst.get(word | 0);
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
  const byFirst = new Map<number, (readonly number[])[]>();
  const mayBegin = new Uint8Array(LAST_BITS + 1);
  for (const negator of negators) {
    const row = splitWords(negator).map(({ folded }) => hashWord(foldWord(folded)));
    if (row[0] === undefined) continue;
    const first = row[0] | 0;
    const same = byFirst.get(first) ?? [];
    same.push(row);
    byFirst.set(first, same);
    mayBegin[first & LAST_BITS] = 1;
  }
  const denials = { byFirst, mayBegin };
  known.set(negators, denials);
  return denials;
}
