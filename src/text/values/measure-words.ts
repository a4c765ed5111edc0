/** The words of a text, with a number apart from the letters written at it: 14days, 12.99EUR. Pure. */
import { splitWords, type Word } from "../words/words.ts";
import { plainDigits } from "./numeral.ts";

/** Linear in the length of the text. */
export function measureWords(text: string): readonly Word[] {
  return splitWords(text)
    .flatMap((word) => (startsWithDigit(word.folded) ? apart(word, text) : [word]))
    .map((word) =>
      startsWithDigit(word.folded) && !PLAIN.test(word.folded) ? { ...word, folded: NO_NUMBER, written: NO_NUMBER } : word,
    );
}

const PLAIN = /^[0-9]+$/;
/** In place of signs such as ½, whose comparing form only begins like a number. */
const NO_NUMBER = "½";
const [ZERO, NINE, LAST_ASCII] = [48, 57, 127];

const startsWithDigit = (folded: string): boolean => {
  const unit = folded.charCodeAt(0);
  return unit > LAST_ASCII ? /^\p{Nd}/u.test(folded) : unit >= ZERO && unit <= NINE;
};

/** Digits in their plain form, then the letters, which may end in digits of their own. */
function apart(word: Word, text: string): readonly Word[] {
  const written = text.slice(word.start, word.end);
  const length = /^\p{Nd}+(?:['’]\p{Nd}{3})*/u.exec(written)?.[0].length ?? written.length;
  const digits = plainDigits(written.slice(0, length).normalize("NFKC").replace(/['’]/g, ""));
  const number = { ...word, folded: digits, written: digits, start: startOf(text, word.start), end: word.start + length };
  if (length === written.length) return [number];
  return [number, ...splitWords(written.slice(length)).map((rest) => shiftedBy(rest, word, length))];
}

const POINT = /[.,٫]/;
const HELD = /[\p{L}\p{M}\p{Nd}]/u;

/** With a point before it where decimals stand alone: .5 */
const startOf = (text: string, start: number): number =>
  POINT.test(text.charAt(start - 1)) && !HELD.test(text.charAt(start - 2)) && text.charAt(start - 2) !== text.charAt(start - 1)
    ? start - 1
    : start;

const shiftedBy = (rest: Word, { start, clause }: Word, length: number): Word => ({
  ...rest,
  start: rest.start + start + length,
  end: rest.end + start + length,
  clause,
});

/** Of the words of `measureWords`. */
export const isDigits = (word: Word | undefined): boolean => {
  const unit = word?.folded.charCodeAt(0) ?? 0;
  return unit >= ZERO && unit <= NINE;
};
