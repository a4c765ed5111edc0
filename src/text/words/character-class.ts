/** What a character is to the cutting of words; looked up in a table, because every character of every question is. Pure. */

import { UNSPACED } from "./unspaced.ts";

/** From `letter` on, a word begins. */
export const CLASS = {
  other: 0,
  mark: 1,
  apostrophe: 2,
  sign: 3,
  clause: 4,
  letter: 5,
  digit: 6,
  unspaced: 7,
  hangul: 8,
  emoji: 9,
} as const;

const IN_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;
// With what stands inside words without being seen: soft hyphens, joiners, spaces without width; and the sound marks of half-width kana.
const MARK = /\p{M}|\u200D|[\u00AD\u180E\u200B\u200C\u2060\u2063\uFEFF\uFF9E\uFF9F]/u;
const HANGUL = /\p{Script=Hangul}/u;
const EMOJI = /\p{Extended_Pictographic}/u;
const CLAUSE_END = /[.,;:!?()<>\n…。、，．！？；：（）「」،؛؟।]/u;
const APOSTROPHE = /['’ʼ＇´`‘′]/u;
const SIGN = /[+#＋＃]/u;

function classOf(character: string): number {
  if (APOSTROPHE.test(character)) return CLASS.apostrophe;
  if (CLAUSE_END.test(character)) return CLASS.clause;
  if (SIGN.test(character)) return CLASS.sign;
  if (MARK.test(character)) return CLASS.mark;
  const isLetter = LETTER.test(character);
  if (!isLetter && !DIGIT.test(character)) return EMOJI.test(character) ? CLASS.emoji : CLASS.other;
  if (HANGUL.test(character)) return CLASS.hangul;
  if (IN_UNSPACED.test(character)) return CLASS.unspaced;
  return isLetter ? CLASS.letter : CLASS.digit;
}

const UNKNOWN = 255;
const table = new Uint8Array(0x10000).fill(UNKNOWN);

/** The class of the character at a UTF-16 offset; `other` after the end. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return CLASS.other;
  if (unit >= 0xd800 && unit < 0xe000) return classOf(String.fromCodePoint(text.codePointAt(at) ?? 0));
  const known = table[unit] as number;
  if (known !== UNKNOWN) return known;
  const found = classOf(String.fromCharCode(unit));
  table[unit] = found;
  return found;
}
