/** Finds the durations, prices, percentages, numbers and dates of a text. Pure; linear in the number of words. */
import type { Word } from "../words.ts";
import { times } from "./locale-units.ts";
import { isDigits } from "./measure-words.ts";
import { readNumeral, SEPARATOR, shifted } from "./numeral.ts";
import { readDate } from "./read-dates.ts";
import { moneyOf, NO_REACH, type Reach } from "./read-money.ts";
import { between, cueAt, isAdjacent, type Reading } from "./reading.ts";
import type { Value } from "./value.ts";

/** Words are places in the reading's list. */
export interface StatedValue {
  readonly value: Value;
  readonly first: number;
  readonly last: number;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** A number, in digits or as a word, and where it ends. */
export interface Amount {
  /** Null where the digits are no number, as in 1.2.3. */
  readonly amount: string | null;
  readonly first: number;
  readonly last: number;
  readonly inWords: boolean;
}

/** In the order of the text; none overlaps another. Every value of a range, "14 to 30 days", is one. */
export function readValues(reading: Reading): readonly StatedValue[] {
  const values: StatedValue[] = [];
  for (let at = 0; at < reading.words.length; ) {
    const { value, last } = valueAt(reading, at, values.at(-1)?.last ?? -1);
    if (value !== null) join(reading, values, value);
    at = Math.max(last, at) + 1;
  }
  return values;
}

interface Step {
  readonly value: StatedValue | null;
  readonly last: number;
}

function valueAt(reading: Reading, at: number, taken: number): Step {
  const nothing = { value: null, last: at };
  if (!isDigits(reading.words[at]) && !reading.byFirst.has(at)) return nothing;
  const date = readDate(reading, at);
  if (date !== null) {
    const value = date.date === null ? null : stated(reading, [at, date.last], { kind: "date", date: date.date });
    return { value, last: date.last };
  }
  const whole = cueAt(reading, at, "amount");
  if (whole !== null) {
    const { months, seconds } = whole.cue;
    return { value: stated(reading, [at, whole.last], { kind: "duration", months, seconds }), last: whole.last };
  }
  const amount = amountAt(reading, at);
  if (amount === null) return nothing;
  if (amount.amount === null) return { value: null, last: amount.last };
  return measured(reading, { ...amount, amount: amount.amount }, taken);
}

function measured(reading: Reading, number: Amount & { readonly amount: string }, taken: number): Step {
  const { first, last: end, inWords, amount: bare } = number;
  const scale = cueAt(reading, end + 1, "scale");
  const isScaled = scale !== null && (inWords || isWrittenScale(reading, end));
  const last = isScaled ? scale.last : end;
  const amount = signed(reading, first, isScaled ? shifted(bare, scale.cue.power) : bare);
  const money = moneyOf(reading, { first, last, amount, taken });
  if (money !== null) return { value: stated(reading, [money.first, money.last], money.value, money.reach), last: money.last };
  const percent = percentAround(reading, first, last);
  if (percent !== null) {
    const value = stated(reading, [percent.first, percent.last], { kind: "percentage", amount }, percent.reach);
    return { value, last: percent.last };
  }
  const unit = isAdjacent(reading, last, last + 1) ? cueAt(reading, last + 1, "unit") : null;
  if (unit !== null) {
    const value = { kind: "duration", ...times(unit.cue, Number(amount)) } as const;
    return { value: stated(reading, [first, unit.last], value), last: unit.last };
  }
  const isNumber = inWords ? Number(bare) > 1 : !isPartOfWord(reading, first, last);
  return { value: isNumber ? stated(reading, [first, last], { kind: "number", amount }) : null, last };
}

/** A single letter is a scale only where it is written at the number: 5M, and not 5 m. */
function isWrittenScale({ words }: Reading, last: number): boolean {
  const [number, scale] = [words[last] as Word, words[last + 1] as Word];
  return scale.end - scale.start > 1 || scale.start === number.end || scale.unspaced;
}

/** 10:30 and 2fa hold no number. */
function isPartOfWord({ text, words }: Reading, first: number, last: number): boolean {
  const after = text.slice(words[last]?.end, (words[last]?.end ?? 0) + 2);
  return /^(\p{L}|[:_]\p{N})/u.test(after) || /[:_#/]/.test(text.slice((words[first]?.start ?? 0) - 1, words[first]?.start));
}

const MINUS = /(^|[\s(])[-−]$/;

function signed({ text, words }: Reading, first: number, amount: string): string {
  const start = words[first]?.start ?? 0;
  return MINUS.test(text.slice(Math.max(0, start - 2), start)) ? `-${amount}` : amount;
}

const PERCENT_AFTER = /^[ \u00A0\u202F]?[%٪％]/;

interface Percent {
  readonly first: number;
  readonly last: number;
  readonly reach: Reach;
}

function percentAround(reading: Reading, first: number, last: number): Percent | null {
  const { text, words } = reading;
  const end = words[last]?.end ?? 0;
  const start = words[first]?.start ?? 0;
  const sign = PERCENT_AFTER.exec(text.slice(end, end + 2));
  if (sign !== null) return { first, last, reach: { before: 0, after: sign[0].length } };
  if (/[%٪]/.test(text.slice(Math.max(0, start - 1), start))) return { first, last, reach: { before: 1, after: 0 } };
  // Turkish: yüzde 14.
  if (cueAt(reading, first - 1, "percent")?.cue.before === true) return { first: first - 1, last, reach: NO_REACH };
  const word = isAdjacent(reading, last, last + 1) ? cueAt(reading, last + 1, "percent") : null;
  return word === null || word.cue.before ? null : { first, last: word.last, reach: NO_REACH };
}

/** A number in digits, or a number word that is not the end of a longer one: forty-five. */
function amountAt(reading: Reading, at: number): Amount | null {
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
  return (earlier !== null && earlier.cue.value > 1) || isDigits(before) || (AND.has(before.folded) && at > 1);
}

/** Groups of digits with single signs between them. */
function numeralAt(reading: Reading, first: number): Amount {
  const { words, written } = reading;
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
  return { amount: readNumeral(groups, signs, written.decimal), first, last, inWords: false };
}

/** `reach`: UTF-16 units of a sign before and after the words. */
function stated(
  { words }: Reading,
  [first, last]: readonly [number, number],
  value: Value,
  reach: Reach = NO_REACH,
): StatedValue {
  const [start, end] = [(words[first] as Word).start, (words[last] as Word).end];
  return { value, first, last, start: start - reach.before, end: end + reach.after };
}

const RANGE_SIGN = /^\s*[-–—~〜～/]\s*[$€£¥₹]?$/;
/** "To" and "or" between the ends of a range. */
const RANGE_WORDS =
  /^(to|or|and|bis|oder|und|à|ou|a|o|y|e|al|tot|of|til|till|eller|do|lub|или|до|ile|veya|から|到|至|または|或)$/u;

/** Adds a value. One directly after another: hours and minutes add up; a bare number takes the kind of the other end of its range. */
function join(reading: Reading, values: StatedValue[], value: StatedValue): void {
  const before = values.at(-1);
  if (before === undefined) return void values.push(value);
  const sum = sumOf(reading, before, value);
  if (sum !== null) return void values.splice(-1, 1, sum);
  if (!isRange(reading, before, value)) return void values.push(value);
  if (before.value.kind === "number") values.splice(-1, 1, { ...before, value: likened(before.value.amount, value.value) });
  values.push(value.value.kind === "number" ? { ...value, value: likened(value.value.amount, before.value) } : value);
}

function sumOf(reading: Reading, before: StatedValue, { value, last, end, first }: StatedValue): StatedValue | null {
  if (before.value.kind !== "duration" || value.kind !== "duration" || first !== before.last + 1) return null;
  if (!/^\s?$/.test(between(reading, before.last, first))) return null;
  const sum = { months: before.value.months + value.months, seconds: before.value.seconds + value.seconds };
  return { ...before, value: { kind: "duration", ...sum }, last, end };
}

function isRange(reading: Reading, before: StatedValue, value: StatedValue): boolean {
  const between = reading.text.slice(before.end, value.start);
  return RANGE_SIGN.test(between.slice(0, 8)) || (between.length < 16 && RANGE_WORDS.test(between.trim().toLowerCase()));
}

/** A number as a value of the kind of another. */
function likened(amount: string, like: Value): Value {
  if (like.kind === "money" || like.kind === "percentage") return { ...like, amount };
  if (like.kind !== "duration") return { kind: "number", amount };
  // Whatever its unit, it is another amount: what matters is that the range does not state one value.
  return { kind: "duration", ...times(like, Number(amount) === 0 ? 0 : 1 / (1 + Number(amount))) };
}
