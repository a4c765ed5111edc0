/**
 * Cuts a text into the words and signs by which it is compared with others, without its layout. Pure.
 *
 * The rule, for texts in their plain form: white space, case, the form of quotation marks and dashes, and marks of layout say nothing.
 * All else does: "No. Refunds after May." is not "No refunds after May.", and a blank cell of a table is one.
 * - Marks of layout at the start of a line are skipped, nested ones too: `>` quotes (not `>5` and `>=`), the bullets - * + • ‣ ◦ ▪ ● – —
 *   and the # of headings before a blank, and lines of = ~ - * _ alone. The numbers of a list stay: they may be read as numbers.
 * - Emphasis and code marks around words are gone (emphasis.ts); so is a full stop or exclamation mark at the very end.
 * - Every other sign is a word; a row of one punctuation mark is one, of three at most.
 * - A word with a digit is a number with all it is written with, before it too: 1,000.50 12:30 .5 -5 5kg. How it is written is not
 *   interpreted.
 * - What a hyphen, a stroke, a dot, an at sign or an apostrophe ties together without blanks is one word.
 * - Scripts without spaces: each character with its marks is a word.
 */
import { COMPARE, compareClassAt, unitsAt } from "./character-class.ts";
import { withoutEmphasis } from "./emphasis.ts";
import { plainForm } from "./plain-form.ts";

export const KIND = { word: 0, cell: 1, number: 2, numeral: 3, sign: 4, point: 5 } as const;

export interface ComparedWords {
  readonly words: readonly string[];
  /** A `KIND` for each word. */
  readonly kinds: readonly number[];
}

/** One mark of layout where a line begins; tried again after each. */
const LAYOUT = /[>](?![\d=])|[-*+•‣◦▪●—](?=\s)|#{1,6}(?=\s)|(?:={3,80}|~{3,80}|-{3,80}|\*{3,80}|_{3,80})(?=\s|$)/y;
const IN_NUMBERS = ".,:/-'*^·_٫٬";
const BEFORE_NUMBERS = ".,-'٫";
const IN_WORDS = "-./@_";
const HAN_NUMERALS = "〇零一二三四五六七八九十百千万萬亿億两兩壹贰貳叁參肆伍陆陸柒捌玖拾";
const TEXT_WITHOUT_WORDS = /\s+/gu;
const MOST_POINTS = 3;

/** The words of a text in order; a text without any is one word, itself. Linear in the length of the text. */
export function compareWords(text: string): ComparedWords {
  const plain = plainForm(text);
  const compared = cutPlain(plain);
  if (compared.words.length === 0) return { words: [plain.replace(TEXT_WITHOUT_WORDS, " ").trim()], kinds: [KIND.sign] };
  if (compared.kinds.every((kind) => kind === KIND.point)) return { ...compared, kinds: compared.kinds.map(() => KIND.sign) };
  dropStop(compared);
  return compared;
}

/** The words of a part of a text, none where it has none, joined as in `Fingerprint.normal`, and the stop at its end still there. */
export const normalOfPart = (part: string): string => cutPlain(plainForm(part)).words.join(" ");

/** A normal form, or a part of one, without its punctuation; of nothing but that, itself. */
export const spokenOf = (normal: string): string =>
  normal
    .split(" ")
    .filter((word) => !isPunctuation(word))
    .join(" ") || normal;

function isPunctuation(word: string): boolean {
  const kind = compareClassAt(word, 0);
  return (kind === COMPARE.point || kind === COMPARE.apostrophe) && !hasDigit(word);
}

const STOPS = ".!。।۔";

/** Whether a word is what ends a sentence and says nothing more. */
export const isStop = (word: string): boolean => word.length === 1 && STOPS.includes(word);

/** Takes the stop at the end away; behind a number ! may calculate. */
function dropStop({ words, kinds }: Cut): void {
  const last = words.at(-1) ?? "";
  if (!isStop(last) || (last === "!" && kinds.at(-2) === KIND.number)) return;
  words.pop();
  kinds.pop();
}

interface Cut {
  readonly words: string[];
  readonly kinds: number[];
}

function cutPlain(marked: string): Cut {
  const plain = withoutEmphasis(marked);
  const words: string[] = [];
  const kinds: number[] = [];
  for (let at = skipLayout(plain, 0); at < plain.length; ) {
    const kind = compareClassAt(plain, at);
    if (kind === COMPARE.line) {
      at = skipLayout(plain, at + 1);
    } else if (kind < COMPARE.point) {
      at += unitsAt(plain, at);
    } else {
      const end = endOf(plain, at, kind);
      const word = kind === COMPARE.point || kind === COMPARE.apostrophe ? punctuation(plain, at, end) : plain.slice(at, end);
      words.push(word);
      kinds.push(kindOf(word, kind));
      at = end;
    }
  }
  return { words, kinds };
}

function endOf(text: string, at: number, kind: number): number {
  if (kind >= COMPARE.letter) return endOfWord(text, at, kind);
  if (kind === COMPARE.sign) return at + unitsAt(text, at);
  return leadsNumber(text, at) ? endOfWord(text, at + 1, COMPARE.digit) : endOfPoints(text, at);
}

/** .5 and -5: not after a word, where it joins (covid-19); scripts without spaces have no room for a blank before it. */
function leadsNumber(text: string, at: number): boolean {
  if (compareClassAt(text, at + 1) !== COMPARE.digit || !BEFORE_NUMBERS.includes(text.charAt(at))) return false;
  const before = compareClassAt(text, at - 1);
  return (before < COMPARE.letter || before === COMPARE.cell) && text.charAt(at - 1) !== text.charAt(at);
}

/** Bars and brackets are counted one by one: a blank cell is a cell. */
const SINGLE = "|,()[]{}";

function endOfPoints(text: string, at: number): number {
  const units = unitsAt(text, at);
  const one = text.slice(at, at + units);
  let end = at + units;
  if (SINGLE.includes(one)) return end;
  while (text.startsWith(one, end)) end += units;
  return end;
}

function punctuation(text: string, at: number, end: number): string {
  if (end === at + 1) return text.charAt(at) === "—" ? "-" : text.charAt(at);
  const units = unitsAt(text, at);
  return text.slice(at, Math.min(end, compareClassAt(text, end - 1) === COMPARE.point ? at + MOST_POINTS * units : end));
}

function skipLayout(text: string, start: number): number {
  for (let at = start; ; at = LAYOUT.lastIndex) {
    while (compareClassAt(text, at) === COMPARE.blank) at += 1;
    LAYOUT.lastIndex = at;
    if (!LAYOUT.test(text)) return at;
  }
}

function kindOf(word: string, kind: number): number {
  if (kind === COMPARE.sign) return KIND.sign;
  if (kind === COMPARE.cell) return HAN_NUMERALS.includes(word) ? KIND.numeral : KIND.cell;
  if (hasDigit(word)) return KIND.number;
  return kind < COMPARE.letter ? KIND.point : KIND.word;
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

/** An apostrophe before letters, what numbers are written with between digits, and what ties words. */
function joins(text: string, at: number): boolean {
  const kind = compareClassAt(text, at);
  if (kind === COMPARE.blank || kind === COMPARE.line) return false;
  const after = compareClassAt(text, at + 1);
  if (after !== COMPARE.letter && after !== COMPARE.digit) return false;
  const sign = text.charAt(at);
  const isAfterDigit = compareClassAt(text, at - 1) === COMPARE.digit;
  if (kind === COMPARE.apostrophe && after === COMPARE.letter) return !isAfterDigit;
  return IN_WORDS.includes(sign) || (isAfterDigit && after === COMPARE.digit && IN_NUMBERS.includes(sign));
}
