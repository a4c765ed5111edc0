/** The words of a text, with a number apart from the letters written at it: 14days, 12.99EUR. Pure. */
import { splitWords, type Word } from "../words.ts";
import { plainDigits } from "./numeral.ts";

/** Linear in the length of the text. */
export function measureWords(text: string): readonly Word[] {
  return splitWords(text).flatMap((word) => (startsWithDigit(word.folded) ? apart(word, text) : [word]));
}

const startsWithDigit = (folded: string): boolean => /^\p{Nd}/u.test(folded);

/** Digits in their plain form, then the letters, which may end in digits of their own. */
function apart(word: Word, text: string): readonly Word[] {
  const written = text.slice(word.start, word.end);
  const length = /^\p{Nd}+(?:['’]\p{Nd}{3})*/u.exec(written)?.[0].length ?? written.length;
  const digits = plainDigits(written.slice(0, length).normalize("NFKC").replace(/['’]/g, ""));
  const number = { ...word, folded: digits, end: word.start + length };
  if (length === written.length) return [number];
  return [number, ...splitWords(written.slice(length)).map((rest) => shiftedBy(rest, word, length))];
}

const shiftedBy = (rest: Word, { start, clause }: Word, length: number): Word => ({
  ...rest,
  start: rest.start + start + length,
  end: rest.end + start + length,
  clause,
});

export const isDigits = (word: Word | undefined): boolean => word !== undefined && /^[0-9]+$/.test(word.folded);
