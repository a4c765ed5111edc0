/** RFC 3339 times as requests give them. Pure. */

const RFC_3339 =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[Tt](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](?<offsetHour>\d{2}):(?<offsetMinute>\d{2}))$/;

/**
 * The time with upper-case letters, or null where it is no RFC 3339 time with a zone, or names a day or hour that does not exist.
 * Leap seconds are refused: no clock here can hold one.
 */
export function canonicalInstant(text: string): string | null {
  const parts = RFC_3339.exec(text)?.groups;
  if (parts === undefined) return null;
  const number = (name: string): number => Number(parts[name] ?? 0);
  const inRange =
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
