/** Finds the durations, prices, percentages, numbers and dates of a text. Pure; linear in the number of words. */
import type { Word } from "../words/words.ts";
import { type Amount, amountAt } from "./amount-at.ts";
import { goesOn, join } from "./join-values.ts";
import { times } from "./locale-units.ts";
import { isDigits } from "./measure-words.ts";
import { shifted } from "./numeral.ts";
import { readDate } from "./read-dates.ts";
import { moneyOf, NO_REACH, type Reach } from "./read-money.ts";
import { cueAt, isAdjacent, type Reading } from "./reading.ts";
import { withSigns } from "./signs-around.ts";
import type { StatedValue } from "./stated-value.ts";
import type { Value } from "./value.ts";

/** In the order of the text; none overlaps another. Every value of a range, "14 to 30 days", is one. */
export function readValues(reading: Reading): readonly StatedValue[] {
  const values: StatedValue[] = [];
  for (let at = 0; at < reading.words.length; ) {
    const { value, last } = valueAt(reading, at, values.at(-1)?.last ?? -1);
    if (value !== null) join(reading, values, withSigns(reading.text, value));
    at = Math.max(last, at) + 1;
  }
  return values.map((value, at) => (goesOn(reading, value, values[at + 1]) ? { ...value, unsure: true } : value));
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
  const amount = isScaled ? shifted(bare, scale.cue.power) : bare;
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
    const { months, seconds } = unit.cue;
    return { value: { ...stated(reading, [first, unit.last], value), unit: months * MONTH_SECONDS + seconds }, last: unit.last };
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

const MONTH_SECONDS = 2_629_746;

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

/** `reach`: UTF-16 units of a sign before and after the words. */
function stated(
  { words }: Reading,
  [first, last]: readonly [number, number],
  value: Value,
  reach: Reach = NO_REACH,
): StatedValue {
  const [start, end] = [(words[first] as Word).start, (words[last] as Word).end];
  return { value, first, last, start: start - reach.before, end: end + reach.after, unsure: false };
}
