/** Turns the meaning of a time into a half-open span of instants in the person's zone, and into a horizon. Pure. */

import { LRUCache } from "lru-cache";
import type { Horizon } from "../policy/schema/scopes-file.ts";
import type { Unit } from "../text/lexicon/cues.ts";
import { addDays, addMonths, type LocalDay, localDay, monthOf, startOf, startOfDayMs } from "../text/zoned.ts";
import type { TimeMeaning } from "./find-times.ts";

export interface TimeSpan {
  /** Null for what is past: it gives no scope. */
  readonly horizon: Horizon | null;
  /** Instants, RFC 3339 UTC; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
}

/** Local dates, `to` exclusive. */
interface Dates {
  readonly from: string;
  readonly to: string;
}

const LONG_UNITS: ReadonlySet<string> = new Set(["month", "quarter", "year", "season", "month_name"]);
const SEASON_MONTHS = 3;

// A span depends on the local date only, so a day's questions about "this week" are worked out once per zone.
const spans = new LRUCache<string, TimeSpan>({ max: 2_000 });

/** Where `meaning` lies, seen at `atMs` in `zone`. */
export function timeSpan(meaning: TimeMeaning, atMs: number, zone: string): TimeSpan {
  const today = localDay(atMs, zone);
  const key = `${today.date} ${zone} ${JSON.stringify(meaning)}`;
  const known = spans.get(key);
  if (known !== undefined) return known;
  const dates = datesOf(meaning, today);
  const instant = (date: string): string => new Date(startOfDayMs(date, zone)).toISOString();
  const span: TimeSpan = { horizon: horizonOf(meaning, dates, today), from: instant(dates.from), to: instant(dates.to) };
  spans.set(key, span);
  return span;
}

function horizonOf(meaning: TimeMeaning, { from, to }: Dates, today: LocalDay): Horizon | null {
  if (meaning.kind === "phrase") return meaning.horizon === "past" ? null : meaning.horizon;
  if (meaning.kind === "ago" || to <= today.date || ("offset" in meaning && meaning.offset < 0)) return null;
  if (LONG_UNITS.has(meaning.kind)) return "months";
  const tomorrow = addDays(today.date, 1);
  if (from >= today.date && to <= tomorrow) return "day";
  return to <= addDays(monday(today), 14) ? "week" : "months";
}

const monday = (day: LocalDay): string => addDays(day.date, 1 - day.weekday);

function datesOf(meaning: TimeMeaning, today: LocalDay): Dates {
  switch (meaning.kind) {
    case "day":
      return span(addDays(today.date, meaning.offset), { days: 1 });
    case "weekend":
      return span(addDays(monday(today), 5 + 7 * meaning.offset), { days: 2 });
    case "week":
      return span(addDays(monday(today), 7 * meaning.offset), { days: 7 });
    case "month":
      return span(addMonths(startOf(today.date, "month"), meaning.offset), { months: 1 });
    case "quarter":
      return span(addMonths(startOf(today.date, "quarter"), 3 * meaning.offset), { months: 3 });
    case "year":
      return span(addMonths(startOf(today.date, "year"), 12 * meaning.offset), { months: 12 });
    case "season":
      return span(addMonths(today.date, SEASON_MONTHS * meaning.offset), { months: SEASON_MONTHS });
    case "weekday":
      return span(weekdayDate(meaning.weekday, meaning.offset, today), { days: 1 });
    case "month_name":
      return span(monthDate(meaning.month, today.date), { months: 1 });
    case "in":
      return { from: today.date, to: addDays(later(today.date, meaning.unit, meaning.n), 1) };
    case "ago":
      return span(later(today.date, meaning.unit, -meaning.n), { days: 1 });
    case "phrase":
      return phraseDates(meaning.horizon, today);
  }
}

const span = (from: string, length: { readonly days: number } | { readonly months: number }): Dates => ({
  from,
  to: "days" in length ? addDays(from, length.days) : addMonths(from, length.months),
});

/** The coming one, today included; with "next" that of next week, with "last" that of last week. */
function weekdayDate(weekday: number, offset: number, today: LocalDay): string {
  if (offset !== 0) return addDays(monday(today), weekday - 1 + 7 * offset);
  return addDays(today.date, (weekday - today.weekday + 7) % 7);
}

/** First day of the coming month of that name, the current one included. */
function monthDate(month: number, date: string): string {
  return addMonths(startOf(date, "month"), (month - monthOf(date) + 12) % 12);
}

function later(date: string, unit: Unit, n: number): string {
  switch (unit) {
    case "day":
      return addDays(date, n);
    case "week":
    case "weekend":
      return addDays(date, 7 * n);
    case "month":
      return addMonths(date, n);
    case "quarter":
    case "season":
      return addMonths(date, 3 * n);
    case "year":
      return addMonths(date, 12 * n);
  }
}

function phraseDates(horizon: Horizon | "past", today: LocalDay): Dates {
  if (horizon === "day") return span(today.date, { days: 1 });
  if (horizon === "week") return span(today.date, { days: 7 });
  if (horizon === "months") return span(today.date, { months: 3 });
  return span(addDays(today.date, -1), { days: 1 });
}
