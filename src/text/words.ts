/**
 * Cuts a text into words with their places in it. Pure.
 *
 * A word is letters, marks and digits, with apostrophes inside. Two rules go beyond that:
 * - Signs: a run of + or # directly after a single letter, and before no other, belongs to it: `c++`, `c#` and `c` are three words.
 *   After a longer word they are punctuation: `pain++` is `pain`, and so is the dot of `.net`.
 * - Scripts: Han, kana, Hangul and Thai letters stand together; letters of other scripts and digits beside them are other words:
 *   `用docker部署` is `用`, `docker`, `部署`.
 * An emoji with its joiners is a word of its own.
 */
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

// Script extensions, because the ー of kana belongs to several scripts; they hold punctuation too.
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]`;
const LETTER = String.raw`[\p{L}--${UNSPACED}]`;
const PART = String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]+`;
const WORD = new RegExp(
  [
    String.raw`${LETTER}\p{M}*[+#＋＃]+(?!${LETTER}|[+#＋＃])`,
    `${PART}(?:['’ʼ＇]${PART})*`,
    String.raw`[[\p{L}\p{M}\p{N}]&&${UNSPACED}][\p{M}[[\p{L}\p{N}]&&${UNSPACED}]]*`,
    String.raw`\p{Extended_Pictographic}(?:[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}]|\u200D\p{Extended_Pictographic})*`,
  ].join("|"),
  "gv",
);
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
    if (match[0].length > LONGEST_WORD) continue;
    const folded = foldWord(match[0]);
    /** A selector or a lengthening stroke that stands alone is no word. */
    if (folded !== "") words.push({ folded, start, end: last, clause });
  }
  return words;
}
