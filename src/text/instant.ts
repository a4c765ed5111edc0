/** RFC 3339 times as requests and sources give them. Pure. */

const RFC_3339 =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[Tt](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](?<offsetHour>\d{2}):(?<offsetMinute>\d{2}))$/;

/** Calendars and zones work reliably inside these years; nothing a question is about lies outside. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9000;
/** The last day of many databases stands for "no end". */
const OPEN_END_YEAR = 9999;
const OPEN_END_MS = Date.UTC(OPEN_END_YEAR, 11, 31, 23, 59, 59, 999);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Milliseconds since the epoch of a time with its zone, in the years 1000 to 9000; null for anything else. */
export function instantMs(text: string): number | null {
  const canonical = canonicalInstant(text);
  return canonical === null ? null : Date.parse(canonical);
}

/**
 * The time with upper-case letters, or null where it is no RFC 3339 time with a zone in the years 1000 to 9000, or names a
 * day or hour that does not exist.
 * Leap seconds are refused: no clock here can hold one.
 */
export const canonicalInstant = (text: string): string | null => canonical(text, LAST_YEAR);

/** A date as it is, or an instant in its canonical form, in the years 1000 to 9999; null for anything else. */
export function canonicalMoment(text: string): string | null {
  if (DATE.test(text)) return canonical(`${text}T00:00:00Z`, OPEN_END_YEAR) === null ? null : text;
  const instant = canonical(text, OPEN_END_YEAR);
  return instant !== null && Date.parse(instant) <= OPEN_END_MS ? instant : null;
}

function canonical(text: string, lastYear: number): string | null {
  const parts = RFC_3339.exec(text)?.groups;
  if (parts === undefined) return null;
  const number = (name: string): number => Number(parts[name] ?? 0);
  const inRange =
    number("year") >= FIRST_YEAR &&
    number("year") <= lastYear &&
    number("month") >= 1 &&
    number("month") <= 12 &&
    number("day") >= 1 &&
    number("day") <= daysIn(number("year"), number("month")) &&
    number("hour") <= 23 &&
    number("minute") <= 59 &&
    number("second") <= 59 &&
    number("offsetHour") <= 23 &&
    number("offsetMinute") <= 59;
  return inRange ? text.toUpperCase() : null;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
