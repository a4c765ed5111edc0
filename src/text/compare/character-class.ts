/** What a character is when texts are compared; looked up in a table, because every character of every candidate is. Pure. */

import { UNSPACED } from "../words/unspaced.ts";

/** 0 means not looked up yet. Words are made of what stands from `letter` on. */
export const COMPARE = {
  /** What only parts words. */
  gap: 1,
  blank: 2,
  line: 3,
  /** Punctuation, the dashes and the edges of table cells among it. */
  point: 4,
  /** Says something by itself: $ % + = < ? and emoji. */
  sign: 5,
  apostrophe: 6,
  letter: 7,
  digit: 8,
  mark: 9,
  /** One character of a script that writes no spaces. */
  cell: 10,
} as const;

/** Tests in order; the first that fits decides. */
const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[\n\r\u2028\u2029]/u, COMPARE.line],
  [/[\s\p{Z}]/u, COMPARE.blank],
  [/'/u, COMPARE.apostrophe],
  [/[|`]/u, COMPARE.point],
  [/[©®℗]/u, COMPARE.gap],
  [/[?%‰&#^§*/\p{Sc}\p{Sm}\p{So}]/u, COMPARE.sign],
  [/\p{P}/u, COMPARE.point],
  [/\p{M}/u, COMPARE.mark],
  [new RegExp(String.raw`(?=[\p{L}\p{N}])[${UNSPACED}]`, "u"), COMPARE.cell],
  [/\p{L}/u, COMPARE.letter],
  [/\p{N}/u, COMPARE.digit],
];

// By code point; the system gives memory only to the parts that are written.
const table = new Uint8Array(0x110000);

/** The class of the character at a UTF-16 offset; `line` before the start and after the end. */
export function compareClassAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit >= 0xe000) {
    const known = table[unit] as number;
    if (known !== 0) return known;
  }
  return lookUp(text.codePointAt(at));
}

function lookUp(code: number | undefined): number {
  if (code === undefined) return COMPARE.line;
  const known = table[code] as number;
  if (known !== 0) return known;
  const character = String.fromCodePoint(code);
  const found = CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? COMPARE.gap;
  table[code] = found;
  return found;
}

/** UTF-16 units of the character at a place. */
export const unitsAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
