/** What the sample services answer: the files under samples/, with their dates moved to today. Pure. */
import type { Json } from "../sources/source-result.ts";

/** The day for which the samples are written, in each person's and each city's own time zone. */
export const SAMPLE_DAY = "2026-03-10";

export interface Sample {
  readonly payload: Json;
  /** IANA name: whose "today" the dates move to. */
  readonly zone: string;
}

/** By path, such as /athletes/maya/profile. Only what is in here can be asked for. */
export type Samples = ReadonlyMap<string, Sample>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

export interface SampleRequest {
  readonly method: string;
  /** As received: path and query, not decoded. */
  readonly url: string;
}

const METHODS = ["GET", "HEAD"];

/** The answer of one service. `now` in milliseconds since the epoch. */
export function answerOf(samples: Samples, { method, url }: SampleRequest, now: number): Answer {
  if (!METHODS.includes(method)) {
    return { status: 405, headers: { allow: METHODS.join(", ") }, body: { error: "method_not_allowed" } };
  }
  const path = url.split("?", 1)[0] ?? "";
  if (path === "/health/live") return { status: 200, headers: {}, body: { status: "ok" } };
  const sample = samples.get(path);
  if (sample === undefined) return { status: 404, headers: {}, body: { error: "not_found" } };
  return { status: 200, headers: {}, body: shiftDates(sample.payload, SAMPLE_DAY, dayIn(sample.zone, now)) };
}

/** The local date in `zone`, as YYYY-MM-DD. Throws a RangeError for a zone that nobody knows. */
export function dayIn(zone: string, now: number): string {
  const form = { timeZone: zone, calendar: "iso8601", year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("sv-SE", form).format(now);
}

const DAY_MS = 86_400_000;
// A whole value, never a date inside a sentence. The time and its offset stay as they are, so the local hour does too.
const DATED = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Moves every date and timestamp by the days from `fromDay` to `toDay`: what happened on `fromDay` happens on `toDay`,
 * yesterday's stays yesterday's, and a race in nine weeks stays nine weeks away. Both days as YYYY-MM-DD.
 */
export function shiftDates(json: Json, fromDay: string, toDay: string): Json {
  const days = Math.round((Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS);
  const shift = (value: Json): Json => {
    if (typeof value === "string") return shiftText(value, days);
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(shift);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shift(member)]));
  };
  return shift(json);
}

function shiftText(text: string, days: number): string {
  const [, date, time = ""] = DATED.exec(text) ?? [];
  const ms = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(ms) ? text : new Date(ms + days * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length) + time;
}
