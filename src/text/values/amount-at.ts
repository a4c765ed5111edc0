/** Reads the number that begins at a word: in digits, or one that a language file has as a word. Pure. */
import { isDigits } from "./measure-words.ts";
import { isPoint, readDecimals, readNumeral, SEPARATOR } from "./numeral.ts";
import { between, cueAt, type Reading } from "./reading.ts";

/** A number, in digits or as a word, and where it ends. */
export interface Amount {
  /** Null where the digits are no number, as in 1.2.3. */
  readonly amount: string | null;
  readonly first: number;
  readonly last: number;
  readonly inWords: boolean;
}

/** A number in digits, or a number word that is not the end of a longer one: forty-five. */
export function amountAt(reading: Reading, at: number): Amount | null {
  if (isDigits(reading.words[at])) return numeralAt(reading, at);
  const count = cueAt(reading, at, "count");
  if (count === null || isPartOfNumber(reading, at, count.last)) return null;
  return { amount: String(count.cue.value), first: at, last: count.last, inWords: true };
}

/** "And" in numbers: treinta y cinco, vingt et un. */
const AND: ReadonlySet<string> = new Set(["y", "e", "et", "si", "and"]);

/** Whether a number word is only a part of a number: forty-five, treinta y cinco, 十四. */
function isPartOfNumber(reading: Reading, at: number, last: number): boolean {
  const { words } = reading;
  const isUnit = cueAt(reading, last + 1, "unit") !== null;
  if (!isUnit && cueAt(reading, last + 1, "count") !== null && /^[\s-]?$/.test(between(reading, last, last + 1))) return true;
  const before = words[at - 1];
  if (before === undefined) return false;
  const gap = between(reading, at - 1, at);
  if (/^[-‐‑]$/.test(gap)) return true;
  if (!/^\s?$/.test(gap)) return false;
  const earlier = cueAt(reading, at - 1, "count");
  if ((earlier !== null && earlier.cue.value > 1) || isDigits(before)) return true;
  // "One week and three days" begins another amount.
  return AND.has(before.folded) && at > 1 && !endsAmount(reading, at - 2);
}

const endsAmount = (reading: Reading, at: number): boolean =>
  cueAt(reading, at, "unit") !== null || cueAt(reading, at, "currency") !== null || cueAt(reading, at, "percent") !== null;

/** Groups of digits with single signs between them. */
function numeralAt(reading: Reading, first: number): Amount {
  const { text, words, written } = reading;
  const groups = [words[first]?.folded ?? ""];
  const signs: string[] = [];
  let last = first;
  for (;;) {
    const next = words[last + 1];
    const sign = between(reading, last, last + 1);
    if (next === undefined || !isDigits(next) || !SEPARATOR.test(sign)) break;
    if (/\s/.test(sign) && !(next.folded.length === 3 && (groups.at(-1)?.length ?? 0) <= 3)) break;
    groups.push(next.folded);
    signs.push(sign);
    last += 1;
  }
  const amount = isPoint(text.charAt(words[first]?.start ?? 0))
    ? readDecimals(groups)
    : readNumeral(groups, signs, written.decimal);
  return { amount, first, last, inWords: false };
}
