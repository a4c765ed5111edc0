/** The accents of a word in Latin letters, which its comparing form sets aside. Pure. */

const LATIN = /\p{Script=Latin}/u;
const MARK = /[\u0300-\u036F]/u;
/** A letter that is no other one with a mark, but counts as one: đ is not d. */
const STROKED: Readonly<Record<string, string>> = { đ: "đ", Đ: "đ" };

// By UTF-16 unit: the marks of that letter, or the mark itself. Looked up, because every letter of every accented word is.
const NONE = "";
const marks: (string | undefined)[] = [];

function marksOf(unit: number): string {
  const character = String.fromCharCode(unit);
  const decomposed = LATIN.test(character) || MARK.test(character) ? character.normalize("NFD") : NONE;
  const own = STROKED[character] ?? Array.from(decomposed, (one) => (MARK.test(one) ? one : NONE)).join("");
  marks[unit] = own;
  return own;
}

/**
 * Its marks in one order, whichever letters bear them, so that hoà and hòa are equal, and NFC and NFD; "" where it has none, as most words
 * do.
 */
export function accentsOf(written: string): string {
  const word = composed(written);
  let found = NONE;
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    if (unit < FIRST_ACCENTED) continue;
    found += marks[unit] ?? marksOf(unit);
  }
  return found.length < 2 ? found : sorted(found);
}

/** Whether one of its marks is among others; without putting them in order. */
export function hasAccentOf(written: string, others: string): boolean {
  const word = composed(written);
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    if (unit < FIRST_ACCENTED) continue;
    for (const mark of marks[unit] ?? marksOf(unit)) if (others.includes(mark)) return true;
  }
  return false;
}

const FIRST_ACCENTED = 0xc0;

/** A mark that stands apart is that of the letter before it, which may be Cyrillic or Greek. */
const composed = (word: string): string => (MARK.test(word) ? word.normalize("NFC") : word);

/** Those of words that are written as one. */
export const sorted = (accents: string): string => [...accents].sort().join("");
