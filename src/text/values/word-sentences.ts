/**
 * Where sentences end, for telling which value belongs to which topic. Pure; linear in the length of the text.
 *
 * A sentence ends at a full stop, question mark, exclamation mark or semicolon, at an empty line, and at a line break unless the
 * next line goes on with a small letter or a digit. A stop ends nothing before a small letter, nor after a short word or number
 * before a digit (ca. 14, Nr. 5, 3. 4. 2026). A heading and a line that ends in a colon go on into what follows them.
 */
import type { Word } from "../words/words.ts";

const ALWAYS = /[!?！？。।؟;；…•·]/u;
const STOP = /\.["'”’)\]*_]*\s/u;
const SHORT_WORD = 4;

/** The sentence of each word, counted from 0. */
export function sentenceNumbersOf(text: string, words: readonly Word[]): Int32Array {
  const sentences = new Int32Array(words.length);
  let sentence = 0;
  let lineStart = 0;
  for (let at = 1; at < words.length; at += 1) {
    const before = words[at - 1] as Word;
    const { start } = words[at] as Word;
    const gap = text.slice(before.end, start);
    if (endsSentence(gap, before, text, start) || endsLine(gap, text, lineStart, start)) sentence += 1;
    const newline = gap.lastIndexOf("\n");
    if (newline >= 0) lineStart = before.end + newline + 1;
    sentences[at] = sentence;
  }
  return sentences;
}

function endsSentence(gap: string, { folded }: Word, text: string, next: number): boolean {
  if (ALWAYS.test(gap)) return true;
  if (!STOP.test(gap)) return false;
  const following = text.slice(next, next + 2);
  if (/^\p{Ll}/u.test(following)) return false;
  return !(/^\p{Nd}/u.test(following) && folded.length <= SHORT_WORD);
}

const GOES_ON = /^[^\n]*\n[ \t]*$/;
const HEADING = /^\s{0,3}(#|\*\*)/;

function endsLine(gap: string, text: string, lineStart: number, next: number): boolean {
  if (!gap.includes("\n")) return false;
  if (HEADING.test(text.slice(lineStart, lineStart + 6)) && !gap.includes("|")) return isBoldText(gap, text, lineStart);
  if (/^[*_ \t]*[:：][*_ \t]*\r?\n/.test(gap)) return false;
  return !GOES_ON.test(gap) || !/^[\p{Ll}\p{Nd}]/u.test(text.slice(next, next + 2));
}

/** Bold words at the start of a line are a heading only where the line ends with them. */
const isBoldText = (gap: string, text: string, lineStart: number): boolean =>
  text
    .slice(lineStart, lineStart + 6)
    .trimStart()
    .startsWith("**") && !/^[:.]?\*\*/.test(gap);

export const NO_QUESTION = -1;
const QUESTION = /[?？؟\u037E⁇⁈]/u;
/** Greek writes its question mark like a semicolon. */
const GREEK = /[;\u037E?]/u;

/** For each word the last word of its sentence where that is a question, else `NO_QUESTION`. `of`: those of `sentenceNumbersOf`. */
export function questionEndsOf(text: string, words: readonly Word[], of: Int32Array, isGreek: boolean): Int32Array {
  const ends = new Int32Array(words.length).fill(NO_QUESTION);
  const mark = isGreek ? GREEK : QUESTION;
  let end = NO_QUESTION;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    if (of[at] !== of[at + 1])
      end = mark.test(text.slice(words[at]?.end, words[at + 1]?.start ?? text.length)) ? at : NO_QUESTION;
    ends[at] = end;
  }
  return ends;
}
