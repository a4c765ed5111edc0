/**
 * Cuts a text into words with their places in it. Pure.
 *
 * A word is letters, marks and digits, with apostrophes inside. Three rules go beyond that:
 * - Signs: a run of + or # directly after a single letter, and before no other, belongs to it: `c++`, `c#` and `c` are three words.
 *   After a longer word they are punctuation: `pain++` is `pain`, and so is the dot of `.net`.
 * - Scripts without spaces: each character of Han, kana, Thai, Lao, Khmer and Myanmar is a word of its own, with its marks, so that
 *   a term of such a script is found wherever its characters stand: `用docker部署` is `用`, `docker`, `部`, `署`. Hangul is written
 *   with spaces, and its particles follow words of other scripts: `FTP를` is `ftp`, `를`.
 * - An emoji with its joiners is a word.
 */
import { CLASS, classAt } from "./character-class.ts";
import { foldWord } from "./fold.ts";

export interface Word {
  /** Comparing form, see `foldWord`. */
  readonly folded: string;
  /** As it stands in the text. */
  readonly written: string;
  /** UTF-16 offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  /** Counts up at punctuation that ends a clause; a phrase never crosses it. */
  readonly clause: number;
  /** One character of a script that writes no spaces. */
  readonly unspaced: boolean;
}

/** Longer runs are no words of any language; looking inside them only costs time. */
export const LONGEST_WORD = 64;

const EMOJI = /\p{Extended_Pictographic}(?:[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}]|\u200D\p{Extended_Pictographic})*/uy;

/** The words of `text` in order. Runs over 64 characters are skipped. Linear in the length of the text. */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let clause = 0;
  for (let at = 0; at < text.length; ) {
    const kind = classAt(text, at);
    const end = endOf(text, at, kind);
    if (kind === CLASS.clause && !isInNumber(text, at)) clause += 1;
    if (kind >= CLASS.letter && end - at <= LONGEST_WORD) {
      const written = text.slice(at, end);
      const folded = foldWord(written);
      /** A selector or a lengthening stroke that stands alone is no word. */
      if (folded !== "") words.push({ folded, written, start: at, end, clause, unspaced: kind === CLASS.unspaced });
    }
    at = end;
  }
  return words;
}

/** 70.3 and 5:30 are one clause. */
const isInNumber = (text: string, at: number): boolean =>
  classAt(text, at - 1) === CLASS.digit && classAt(text, at + 1) === CLASS.digit;

/** Where what begins at `at` ends. */
function endOf(text: string, at: number, kind: number): number {
  if (kind === CLASS.letter || kind === CLASS.digit) return endOfWord(text, at, kind);
  if (kind === CLASS.hangul) return endOfRun(text, at, CLASS.hangul);
  if (kind === CLASS.unspaced) return endOfRun(text, at + widthAt(text, at), CLASS.mark);
  if (kind !== CLASS.emoji) return at + widthAt(text, at);
  EMOJI.lastIndex = at;
  return EMOJI.test(text) ? EMOJI.lastIndex : at + widthAt(text, at);
}

function endOfWord(text: string, start: number, kind: number): number {
  const first = start + widthAt(text, start);
  const signed = kind === CLASS.letter ? endOfSigns(text, endOfRun(text, first, CLASS.mark)) : 0;
  if (signed > 0) return signed;
  let end = endOfLetters(text, first);
  while (classAt(text, end) === CLASS.apostrophe) {
    const more = endOfLetters(text, end + 1);
    if (more === end + 1) break;
    end = more;
  }
  return end;
}

/** The end of a run of + or # that belongs to the letter before it; 0 where there is none. */
function endOfSigns(text: string, at: number): number {
  const end = endOfRun(text, at, CLASS.sign);
  return end > at && classAt(text, end) !== CLASS.letter ? end : 0;
}

function endOfLetters(text: string, start: number): number {
  let at = start;
  for (;;) {
    const kind = classAt(text, at);
    if (kind !== CLASS.letter && kind !== CLASS.digit && kind !== CLASS.mark) return at;
    at += widthAt(text, at);
  }
}

function endOfRun(text: string, start: number, kind: number): number {
  let at = start;
  while (classAt(text, at) === kind) at += widthAt(text, at);
  return at;
}

/** UTF-16 units of the character at a place. */
function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
