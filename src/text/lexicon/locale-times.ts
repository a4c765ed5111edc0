/** Words for time from the platform's own locale data: today, next week, the names of days and months. Pure but for that data. */
import type { TimeCue, Unit } from "./cues.ts";

const DAY_MS = 86_400_000;
/** A Monday, and a first of January, at noon UTC. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const YEAR = 2024;
const DAYS = [-2, -1, 0, 1, 2] as const;
const UNITS: readonly (Unit & Intl.RelativeTimeFormatUnit)[] = ["week", "month", "quarter", "year"];

/** `alone`: whether the name of a month is a time without a word before it. Empty where the platform does not know the language. */
export function localeCues(language: string, alone: boolean): readonly (readonly [string, TimeCue])[] {
  if (Intl.RelativeTimeFormat.supportedLocalesOf(language).length === 0) return [];
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  const found: (readonly [string, TimeCue])[] = [
    ...DAYS.map((offset) => [relative.format(offset, "day"), { kind: "day", offset }] as const),
    ...UNITS.flatMap((unit) =>
      [-1, 0, 1].map((offset) => [relative.format(offset, unit), { kind: "span", unit, offset }] as const),
    ),
    ...Array.from(
      { length: 7 },
      (_, at) => [weekday.format(MONDAY + at * DAY_MS), { kind: "weekday", weekday: at + 1 }] as const,
    ),
    ...Array.from(
      { length: 12 },
      (_, at) => [month.format(Date.UTC(YEAR, at, 1, 12)), { kind: "month", month: at + 1, alone }] as const,
    ),
  ];
  // Where a language has no word for it, the platform writes "in 2 days".
  return found.filter(([phrase]) => !/\p{N}/u.test(phrase));
}
