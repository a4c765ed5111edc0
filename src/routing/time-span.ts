/** Turns the meaning of a time into a half-open span of instants in the person's zone, and into a horizon. Pure. */
import type { Horizon } from "../policy/schema/scopes-file.ts";
import { addToDate, type LocalDay, localDay, monthOf, startOf, startOfDayMs } from "../text/zoned.ts";
import type { TimeMeaning, Unit } from "./find-times.ts";

export interface TimeSpan {
  /** Null for what is past: it gives no scope. */
  readonly horizon: Horizon | null;
  /** Milliseconds since the epoch; `to` is exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Local dates, `to` exclusive. */
interface Dates {
  readonly from: string;
  readonly to: string;
}

const LONG_UNITS: ReadonlySet<string> = new Set(["month", "quarter", "year", "season", "month_name"]);
const SEASON_MONTHS = 3;

/** Where `meaning` lies, seen at `atMs` in `zone`. */
export function timeSpan(meaning: TimeMeaning, atMs: number, zone: string): TimeSpan {
  const today = localDay(atMs, zone);
  const dates = datesOf(meaning, today);
  return {
    horizon: horizonOf(meaning, dates, today),
    fromMs: startOfDayMs(dates.from, zone),
    toMs: startOfDayMs(dates.to, zone),
  };
}

function horizonOf(meaning: TimeMeaning, { from, to }: Dates, today: LocalDay): Horizon | null {
  if (meaning.kind === "phrase") return meaning.horizon === "past" ? null : meaning.horizon;
  if (meaning.kind === "ago" || to <= today.date || ("offset" in meaning && meaning.offset < 0)) return null;
  if (LONG_UNITS.has(meaning.kind)) return "months";
  const tomorrow = addToDate(today.date, { days: 1 });
  if (from >= today.date && to <= tomorrow) return "day";
  return to <= addToDate(monday(today), { days: 14 }) ? "week" : "months";
}

const monday = (day: LocalDay): string => addToDate(day.date, { days: 1 - day.weekday });

function datesOf(meaning: TimeMeaning, today: LocalDay): Dates {
  switch (meaning.kind) {
    case "day":
      return span(addToDate(today.date, { days: meaning.offset }), { days: 1 });
    case "weekend":
      return span(addToDate(monday(today), { days: 5 + 7 * meaning.offset }), { days: 2 });
    case "week":
      return span(addToDate(monday(today), { days: 7 * meaning.offset }), { days: 7 });
    case "month":
      return span(addToDate(startOf(today.date, "month"), { months: meaning.offset }), { months: 1 });
    case "quarter":
      return span(addToDate(startOf(today.date, "quarter"), { months: 3 * meaning.offset }), { months: 3 });
    case "year":
      return span(addToDate(startOf(today.date, "year"), { years: meaning.offset }), { years: 1 });
    case "season":
      return span(addToDate(today.date, { months: SEASON_MONTHS * meaning.offset }), { months: SEASON_MONTHS });
    case "weekday":
      return span(weekdayDate(meaning.weekday, meaning.offset, today), { days: 1 });
    case "month_name":
      return span(monthDate(meaning.month, today.date), { months: 1 });
    case "in":
      return { from: today.date, to: addToDate(later(today.date, meaning.unit, meaning.n), { days: 1 }) };
    case "ago":
      return span(later(today.date, meaning.unit, -meaning.n), { days: 1 });
    case "phrase":
      return phraseDates(meaning.horizon, today);
  }
}

const span = (from: string, length: Parameters<typeof addToDate>[1]): Dates => ({ from, to: addToDate(from, length) });

/** The coming one, today included; with "next" that of next week, with "last" that of last week. */
function weekdayDate(weekday: number, offset: number, today: LocalDay): string {
  if (offset !== 0) return addToDate(monday(today), { days: weekday - 1 + 7 * offset });
  return addToDate(today.date, { days: (weekday - today.weekday + 7) % 7 });
}

/** First day of the coming month of that name, the current one included. */
function monthDate(month: number, date: string): string {
  return addToDate(startOf(date, "month"), { months: (month - monthOf(date) + 12) % 12 });
}

function later(date: string, unit: Unit, n: number): string {
  switch (unit) {
    case "day":
      return addToDate(date, { days: n });
    case "week":
    case "weekend":
      return addToDate(date, { days: 7 * n });
    case "month":
      return addToDate(date, { months: n });
    case "quarter":
    case "season":
      return addToDate(date, { months: 3 * n });
    case "year":
      return addToDate(date, { years: n });
  }
}

function phraseDates(horizon: Horizon | "past", today: LocalDay): Dates {
  if (horizon === "day") return span(today.date, { days: 1 });
  if (horizon === "week") return span(today.date, { days: 7 });
  if (horizon === "months") return span(today.date, { months: 3 });
  return span(addToDate(today.date, { days: -1 }), { days: 1 });
}
