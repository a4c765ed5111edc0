/** Local dates of instants in a time zone. Pure: the clock value always comes in. */
import { LRUCache } from "lru-cache";
import { Temporal } from "temporal-polyfill";

export interface LocalDay {
  /** YYYY-MM-DD in the zone. */
  readonly date: string;
  /** ISO weekday, Monday 1. */
  readonly weekday: number;
}

const DAY_MS = 86_400_000;

// Making one costs a thousand times as much as using it. The platform knows some six hundred zones.
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });

/** Throws a RangeError for a zone the platform does not know. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  // Swedish dates are written as ISO 8601 writes them.
  const formatter = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    calendar: "iso8601",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** True for the name of a time zone; an offset such as +02:00 is no name, and neither is an abbreviation such as PST. */
export function isTimeZone(name: string): boolean {
  const known = names.get(name);
  if (known !== undefined) return known;
  const found = isName(name);
  names.set(name, found);
  return found;
}

const names = new LRUCache<string, boolean>({ max: 2_000 });

function isName(name: string): boolean {
  if (name.length > 64 || /^[+-]/.test(name)) return false;
  try {
    formatterOf(name);
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** The last day asked for in a zone, as the span of its instants: most questions of a day are about that day. */
const lastDays = new LRUCache<string, { readonly fromMs: number; readonly toMs: number; readonly day: LocalDay }>({ max: 1_000 });

/** The local date of an instant. `zone` must be known. */
export function localDay(instantMs: number, zone: string): LocalDay {
  const last = lastDays.get(zone);
  if (last !== undefined && instantMs >= last.fromMs && instantMs < last.toMs) return last.day;
  const date = formatterOf(zone).format(instantMs);
  const sunday0 = new Date(Date.parse(date)).getUTCDay();
  const day = Object.freeze({ date, weekday: sunday0 === 0 ? 7 : sunday0 });
  lastDays.set(zone, { fromMs: startOfDayMs(date, zone), toMs: startOfDayMs(addDays(date, 1), zone), day });
  return day;
}

// The dates of documents are few, and each is asked for again in every request. By zone, then by date: joined, they would make a
// string at each look. All are forgotten when there are too many.
const starts = new Map<string, Map<string, number>>();
const MOST_STARTS = 20_000;
let knownStarts = 0;

/** First instant of a local date, in milliseconds; right on days that begin or end daylight saving. */
export function startOfDayMs(date: string, zone: string): number {
  const known = starts.get(zone)?.get(date);
  if (known !== undefined) return known;
  const start = firstInstant(date, zone);
  keepStart(date, zone, start);
  return start;
}

function keepStart(date: string, zone: string, start: number): void {
  if (knownStarts === MOST_STARTS) {
    starts.clear();
    knownStarts = 0;
  }
  const ofZone = starts.get(zone) ?? new Map<string, number>();
  starts.set(zone, ofZone.set(date, start));
  knownStarts += 1;
}

function firstInstant(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }).startOfDay().epochMilliseconds;
}

/** The date so many days later, earlier where negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The date so many months later; the last day of the month where it has no such day. */
export const addMonths = (date: string, months: number): string => Temporal.PlainDate.from(date).add({ months }).toString();

/** The first day of the date's month, quarter or year. */
export function startOf(date: string, unit: "month" | "quarter" | "year"): string {
  const day = Temporal.PlainDate.from(date);
  if (unit === "month") return day.with({ day: 1 }).toString();
  const month = unit === "year" ? 1 : Math.floor((day.month - 1) / 3) * 3 + 1;
  return day.with({ day: 1, month }).toString();
}

/** Month of a date, January 1. */
export const monthOf = (date: string): number => Number(date.slice(5, 7));
