/** Local dates of instants in a time zone. Pure: the clock value always comes in. */
import { Temporal } from "temporal-polyfill";

export interface LocalDay {
  /** YYYY-MM-DD in the zone. */
  readonly date: string;
  /** ISO weekday, Monday 1. */
  readonly weekday: number;
}

/** True for a name that the platform knows as a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** The local date of an instant. `zone` must be known. */
export function localDay(instantMs: number, zone: string): LocalDay {
  const day = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).toPlainDate();
  return { date: day.toString(), weekday: day.dayOfWeek };
}

/** First instant of a local date, in milliseconds; right on days that begin or end daylight saving. */
export function startOfDayMs(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }).startOfDay().epochMilliseconds;
}

/** The date so many days, weeks, months or years later (earlier where negative). */
export function addToDate(
  date: string,
  amount: { readonly days?: number; readonly months?: number; readonly years?: number },
): string {
  return Temporal.PlainDate.from(date).add(amount).toString();
}

/** The first day of the date's month, quarter or year. */
export function startOf(date: string, unit: "month" | "quarter" | "year"): string {
  const day = Temporal.PlainDate.from(date);
  if (unit === "month") return day.with({ day: 1 }).toString();
  const month = unit === "year" ? 1 : Math.floor((day.month - 1) / 3) * 3 + 1;
  return day.with({ day: 1, month }).toString();
}

/** Month of a date, January 1. */
export const monthOf = (date: string): number => Temporal.PlainDate.from(date).month;
