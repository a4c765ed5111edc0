/**
 * Cuts a text into the words by which it is compared with others, without its layout. Pure.
 *
 * The rule, for texts in their plain form:
 * - Marks of layout at the start of a line are skipped, nested ones too: `>` quotes (not `>5` and `>=`), the bullets - * + • ‣ ◦ ▪ ● – —
 *   and the # of headings before a blank, and lines of = or ~ alone. The numbers of a list stay: they may be read as numbers.
 * - Punctuation, quotation marks, brackets, emphasis and code marks part words and are gone: "a, b." and **a** `b` are the same text.
 * - Signs with a meaning of their own stay, each as a word: currencies, % & # ^ ? < > = + and other mathematics, emoji; a minus, * or /
 *   where it calculates; ! where it denies; || .
 * - A word with a digit is a number with all it is written with: 1,000.50 12:30 3/4/2025 5kg. How it is written is not interpreted.
 * - Scripts without spaces: each character with its marks is a word.
 */
import { COMPARE, compareClassAt, unitsAt } from "./compare-class.ts";
import { plainForm } from "./plain-form.ts";

export const KIND = { word: 0, cell: 1, number: 2, numeral: 3, sign: 4 } as const;

export interface ComparedWords {
  readonly words: readonly string[];
  /** A `KIND` for each word. */
  readonly kinds: readonly number[];
}

/** One mark of layout where a line begins; tried again after each. */
const LAYOUT = /[>](?![\d=])|[-*+•‣◦▪●–—](?=\s)|#{1,6}(?=\s)|(?:={3,80}|~{3,80})(?=\s|$)/y;
const IN_NUMBERS = ".,:/-–'*^·_٫٬";
const HAN_NUMERALS = "〇零一二三四五六七八九十百千万萬亿億两兩壹贰貳叁參肆伍陆陸柒捌玖拾";
const TEXT_WITHOUT_WORDS = /\s+/gu;

/** The words of a text in order; a text without any is one word, itself. Linear in the length of the text. */
export function compareWords(text: string): ComparedWords {
  const plain = plainForm(text);
  const compared = cutPlain(plain);
  if (compared.words.length > 0) return compared;
  return { words: [plain.replace(TEXT_WITHOUT_WORDS, " ").trim()], kinds: [KIND.sign] };
}

/** The words of a part of a text, none where it has none, joined as in `Fingerprint.normal`. */
export const normalOfPart = (part: string): string => cutPlain(plainForm(part)).words.join(" ");

function cutPlain(plain: string): ComparedWords {
  const words: string[] = [];
  const kinds: number[] = [];
  for (let at = skipLayout(plain, 0); at < plain.length; ) {
    const kind = compareClassAt(plain, at);
    if (kind === COMPARE.line) {
      at = skipLayout(plain, at + 1);
      continue;
    }
    const end = kind >= COMPARE.letter ? endOfWord(plain, at, kind) : at + unitsAt(plain, at);
    if (kind >= COMPARE.letter || isSign(plain, at, kind)) {
      const word = kind === COMPARE.dash ? "-" : plain.slice(at, end);
      words.push(word);
      kinds.push(kindOf(word, kind));
    }
    at = end;
  }
  return { words, kinds };
}

function skipLayout(text: string, start: number): number {
  for (let at = start; ; at = LAYOUT.lastIndex) {
    while (compareClassAt(text, at) === COMPARE.blank) at += 1;
    LAYOUT.lastIndex = at;
    if (!LAYOUT.test(text)) return at;
  }
}

function kindOf(word: string, kind: number): number {
  if (kind < COMPARE.letter) return KIND.sign;
  if (kind === COMPARE.cell) return HAN_NUMERALS.includes(word) ? KIND.numeral : KIND.cell;
  return hasDigit(word) ? KIND.number : KIND.word;
}

function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    if (!isLatin(word.charCodeAt(at)) && compareClassAt(word, at) === COMPARE.digit) return true;
  }
  return false;
}

function endOfWord(text: string, start: number, kind: number): number {
  const first = start + unitsAt(text, start);
  if (kind === COMPARE.cell) return endOfMarks(text, first);
  for (let end = endOfLetters(text, first); ; ) {
    if (!joins(text, end)) return end;
    end = endOfLetters(text, end + 1);
  }
}

function endOfMarks(text: string, start: number): number {
  let at = start;
  while (compareClassAt(text, at) === COMPARE.mark) at += unitsAt(text, at);
  return at;
}

function endOfLetters(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (isLatin(text.charCodeAt(at))) at += 1;
    const kind = compareClassAt(text, at);
    if (kind !== COMPARE.letter && kind !== COMPARE.digit && kind !== COMPARE.mark) return at;
    at += text.charCodeAt(at) >>> 10 === HIGH_SURROGATE ? 2 : 1;
  }
}

/** a to z: most letters of most texts, which need no table. */
const isLatin = (unit: number): boolean => unit >= 0x61 && unit <= 0x7a;

/** The upper bits of the first half of a character of two units. */
const HIGH_SURROGATE = 0xd800 >>> 10;

/** An apostrophe between letters, and what numbers are written with between digits. */
function joins(text: string, at: number): boolean {
  const kind = compareClassAt(text, at);
  if (kind === COMPARE.blank || kind === COMPARE.line) return false;
  const before = compareClassAt(text, at - 1);
  const after = compareClassAt(text, at + 1);
  if (kind === COMPARE.apostrophe && after === COMPARE.letter) return before !== COMPARE.digit;
  return before === COMPARE.digit && after === COMPARE.digit && IN_NUMBERS.includes(text.charAt(at));
}

function isSign(text: string, at: number, kind: number): boolean {
  if (kind === COMPARE.sign) return true;
  const before = compareClassAt(text, at - 1);
  const after = compareClassAt(text, at + 1);
  const isBetweenBlanks = before === COMPARE.blank && after === COMPARE.blank;
  if (kind === COMPARE.operator) return isBetweenBlanks;
  if (kind === COMPARE.bar) return before === COMPARE.bar || after === COMPARE.bar;
  if (kind === COMPARE.dash)
    return isBetweenBlanks ? isBesideDigit(text, at) : after === COMPARE.digit && canPrecedeMinus(before);
  if (kind !== COMPARE.bang) return false;
  if (text.charAt(at + 1) === "=") return true;
  return (
    before < COMPARE.apostrophe &&
    before !== COMPARE.bang &&
    (after === COMPARE.letter || after === COMPARE.digit || text.charAt(at + 1) === "(")
  );
}

const isBesideDigit = (text: string, at: number): boolean =>
  compareClassAt(text, at - 2) === COMPARE.digit || compareClassAt(text, at + 2) === COMPARE.digit;

/** Not after a word, where it joins (covid-19); scripts without spaces have no room for a blank before a minus. */
const canPrecedeMinus = (before: number): boolean =>
  before === COMPARE.cell || (before < COMPARE.apostrophe && before !== COMPARE.dash);
