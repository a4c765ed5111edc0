/** Cuts a text into words with their places in it. Pure. */
import { foldWord } from "./fold.ts";

export interface Word {
  /** Comparing form, see `foldWord`. */
  readonly folded: string;
  /** UTF-16 offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  /** Counts up at punctuation that ends a clause; a phrase never crosses it. */
  readonly clause: number;
}

/** Longer runs are no words of any language; looking inside them only costs time. */
export const LONGEST_WORD = 64;

// A word is letters, marks and digits, with apostrophes inside; an emoji with its joiners is a word of its own.
const WORD =
  /[\p{L}\p{M}\p{N}]+(?:['’ʼ＇][\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}]|\u200D\p{Extended_Pictographic})*/gu;
const CLAUSE_END = /[.,;:!?()\n…。、！？；：،؛؟।]/u;

/** The words of `text` in order. Runs over 64 characters are skipped. Linear in the length of the text. */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let clause = 0;
  let last = 0;
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    if (start > last && CLAUSE_END.test(text.slice(last, start))) clause += 1;
    last = start + match[0].length;
    if (match[0].length <= LONGEST_WORD) words.push({ folded: foldWord(match[0]), start, end: last, clause });
  }
  return words;
}
