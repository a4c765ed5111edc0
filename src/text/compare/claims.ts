/** The words of a text that must not differ between near duplicates: numbers with what they count, and signs. Pure. */
import { chain, mix } from "./shingles.ts";
import { KIND } from "./words.ts";

// A unit or a currency in a script without spaces is several characters long: กิโลกรัม, キログラム.
const CELLS_BESIDE_NUMBER = 6;
const CELLS_AFTER_NUMERAL = 2;

/**
 * 1 for each word that makes a claim: a number, a sign, and the word on each side of a number, signs and punctuation between them passed over
 * ("5 mg", "USD 5", "before 3 March", "5 °C"). In scripts without spaces six characters each side, and two after a Han numeral.
 */
export function markClaims(kinds: readonly number[]): Uint8Array {
  const marks = new Uint8Array(kinds.length);
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = kinds[at];
    if (kind === KIND.word || kind === KIND.cell || kind === KIND.point) continue;
    marks[at] = 1;
    if (kind === KIND.numeral) markCells(kinds, marks, { from: at, step: 1, most: CELLS_AFTER_NUMERAL });
    if (kind !== KIND.number) continue;
    markSide(kinds, marks, { from: at, step: 1, most: CELLS_BESIDE_NUMBER });
    markSide(kinds, marks, { from: at, step: -1, most: CELLS_BESIDE_NUMBER });
  }
  return marks;
}

interface Reach {
  readonly from: number;
  readonly step: 1 | -1;
  readonly most: number;
}

/** A number passes over at most this many signs, so that a long row of signs between numbers costs nothing. */
const MOST_SIGNS = 3;

function markSide(kinds: readonly number[], marks: Uint8Array, reach: Reach): void {
  let at = reach.from + reach.step;
  for (let signs = 0; signs < MOST_SIGNS && isSign(kinds[at]); signs += 1) at += reach.step;
  if (kinds[at] === undefined || kinds[at] === KIND.point) return;
  if (isCell(kinds[at])) markCells(kinds, marks, { ...reach, from: at - reach.step });
  else marks[at] = 1;
}

function markCells(kinds: readonly number[], marks: Uint8Array, { from, step, most }: Reach): void {
  for (let count = 1; count <= most; count += 1) {
    const at = from + step * count;
    if (!isCell(kinds[at])) return;
    marks[at] = 1;
  }
}

const isSign = (kind: number | undefined): boolean => kind === KIND.sign || kind === KIND.point;
const isCell = (kind: number | undefined): boolean => kind === KIND.cell || kind === KIND.numeral;

/** Not 0: three marked words would have the hash of the shingle that they are, and a shingle salted with itself is the same in all texts. */
const SEED = 0x9e3779b9;

/** One hash, 32 bits, of the marked words in their order: texts whose marked words differ or changed places have different ones. */
export function hashMarked(words: Uint32Array, marks: Uint8Array): number {
  let hash = SEED;
  for (let at = 0; at < words.length; at += 1) if (marks[at] === 1) hash = chain(hash, words[at] as number);
  return mix(hash);
}
