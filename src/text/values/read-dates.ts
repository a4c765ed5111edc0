/** Reads a date that begins at a word: 2026-03-03, 03.03.2026, 3 March 2026, March 3, 2026年3月3日. Pure. */
import { foldWord } from "../words/fold.ts";
import type { Word } from "../words/words.ts";
import { isDigits } from "./measure-words.ts";
import { between, cueAt, isAdjacent, type Reading } from "./reading.ts";

/** `date` is null where it is a date that cannot be told for sure. */
export interface ReadDate {
  readonly last: number;
  readonly date: string | null;
}

export function readDate(reading: Reading, at: number): ReadDate | null {
  return inDigits(reading, at) ?? inSigns(reading, at) ?? dayAndMonth(reading, at) ?? monthAndDay(reading, at);
}

const digitsAt = ({ words }: Reading, at: number, most: number): string | null => {
  const word = words[at];
  return word !== undefined && isDigits(word) && word.folded.length <= most ? word.folded : null;
};

const SIGN = /^([./-])[ \u00A0]?$/;

/** Three numbers with the same sign between them. */
function inDigits(reading: Reading, at: number): ReadDate | null {
  const [first, second, third] = [digitsAt(reading, at, 4), digitsAt(reading, at + 1, 2), digitsAt(reading, at + 2, 4)];
  if (first === null || second === null || third === null) return null;
  const sign = SIGN.exec(between(reading, at, at + 1))?.[1];
  if (sign === undefined || SIGN.exec(between(reading, at + 1, at + 2))?.[1] !== sign) return null;
  const last = at + 2;
  if (first.length === 4) return third.length > 2 ? null : dated(last, first, second, third);
  if (first.length > 2 || !(third.length === 4 || (third.length === 2 && first.length === 2 && second.length === 2))) return null;
  const year = third.length === 2 ? `20${third}` : third;
  return sign === "/" ? slashed(reading, last, [first, second, year]) : dated(last, year, second, first);
}

/** With strokes the order of day and month depends on the country, unless one of them is above twelve. */
function slashed({ written }: Reading, last: number, [first, second, year]: readonly [string, string, string]): ReadDate | null {
  if (Number(first) > 12) return dated(last, year, second, first);
  if (Number(second) > 12 || written.dayFirst === false) return dated(last, year, first, second);
  if (written.dayFirst === true || Number(first) === Number(second)) return dated(last, year, second, first);
  return { last, date: null };
}

const YEAR_SIGN = /^[年년]$/u;
const MONTH_SIGN = /^[月월]$/u;
const DAY_SIGN = /^[日号號일]$/u;

/** As Chinese, Japanese and Korean write it, with or without the year. */
function inSigns(reading: Reading, at: number): ReadDate | null {
  const { words } = reading;
  const is = (place: number, sign: RegExp): boolean => sign.test((words[place]?.folded ?? "").slice(0, 1));
  const year = is(at + 1, YEAR_SIGN) ? digitsAt(reading, at, 4) : null;
  const from = year === null ? at : at + 2;
  const [month, day] = [digitsAt(reading, from, 2), digitsAt(reading, from + 2, 2)];
  if (month === null || !is(from + 1, MONTH_SIGN)) return null;
  if (day !== null && is(from + 3, DAY_SIGN)) return dated(from + 3, year, month, day);
  return year === null ? null : dated(from + 1, year, month, null);
}

const ORDINAL = /^(st|nd|rd|th|er|e|º|ª|o)$/;
/** Between the parts of a date: "de", "of", "di", a comma, a full stop. */
const JOINED = /^[\s.,º°-]{1,3}(?:\p{L}{1,3}\.?\s)?$/u;

/** Vietnamese counts its months: 3 tháng 3. */
const NUMBERED_MONTH = foldWord("tháng");

function dayAndMonth(reading: Reading, at: number): ReadDate | null {
  const day = digitsAt(reading, at, 2);
  if (day === null) return null;
  const from = pastOrdinal(reading, at) + 1;
  const numbered = reading.words[from]?.folded === NUMBERED_MONTH ? digitsAt(reading, from + 1, 2) : null;
  if (numbered !== null) return withYear(reading, from + 1, numbered, day);
  for (const place of [from, from + 1]) {
    const month = cueAt(reading, place, "month");
    if (month === null || !JOINED.test(between(reading, from - 1, place))) continue;
    return withYear(reading, month.last, String(month.cue.month), day);
  }
  return null;
}

function monthAndDay(reading: Reading, at: number): ReadDate | null {
  const month = cueAt(reading, at, "month");
  if (month === null) return null;
  const next = month.last + 1;
  if (!/^[\s.]{1,2}$/.test(between(reading, month.last, next)))
    return yearAfter(reading, month.last, String(month.cue.month), null);
  const day = digitsAt(reading, next, 2);
  if (day === null) return yearAfter(reading, month.last, String(month.cue.month), null);
  const last = pastOrdinal(reading, next);
  if (cueAt(reading, last + 1, "unit") !== null && isAdjacent(reading, last, last + 1)) return null;
  return withYear(reading, last, String(month.cue.month), day);
}

/** The word after a number is written at it: 3rd. */
const pastOrdinal = ({ words }: Reading, at: number): number => {
  const [number, after] = [words[at] as Word, words[at + 1]];
  return after !== undefined && after.start - number.end <= 1 && ORDINAL.test(after.folded) ? at + 1 : at;
};

const withYear = (reading: Reading, last: number, month: string, day: string): ReadDate | null =>
  yearAfter(reading, last, month, day) ?? dated(last, null, month, day);

function yearAfter(reading: Reading, last: number, month: string, day: string | null): ReadDate | null {
  for (const place of [last + 1, last + 2]) {
    const year = digitsAt(reading, place, 4);
    if (year?.length === 4 && JOINED.test(between(reading, last, place))) return dated(place, year, month, day);
  }
  return null;
}

const BUDDHIST_YEARS = 543;

/** Days of the months in leap years. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const hasDay = (year: number | null, month: number, day: number): boolean =>
  day <= (DAYS[month - 1] ?? 0) &&
  (day < 29 || month !== 2 || year === null || new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29);

/** Null where it is no date; without one where there is no such day, as on 31 February. Years above 2400 are those of the Thai calendar. */
function dated(last: number, year: string | null, month: string, day: string | null): ReadDate | null {
  if (Number(month) < 1 || Number(month) > 12 || (day !== null && (Number(day) < 1 || Number(day) > 31))) return null;
  const [mm, dd] = [month, day].map((part) => part?.padStart(2, "0"));
  const commonYear = year === null ? null : Number(year) > 2400 ? Number(year) - BUDDHIST_YEARS : Number(year);
  if (day !== null && !hasDay(commonYear, Number(month), Number(day))) return { last, date: null };
  if (commonYear === null) return { last, date: `--${mm}-${dd}` };
  const common = String(commonYear).padStart(4, "0");
  return { last, date: dd === undefined ? `${common}-${mm}` : `${common}-${mm}-${dd}` };
}
