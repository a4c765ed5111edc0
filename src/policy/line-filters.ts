/** The five named filters of a line, and how plain values are written. Cached Intl formatters, no clock. Pure. */
import type { Json } from "../sources/source-result.ts";
import { instantMs } from "../text/instant.ts";
import { isInexactWhole } from "../text/json/exact-numbers.ts";
import { cleanValue, isBlank } from "./clean-value.ts";

export const FILTERS = ["number", "date", "time", "percent", "join"] as const;
export type FilterName = (typeof FILTERS)[number];

/** What a filter takes, by the type the sample has there. */
export const FILTER_TAKES: Readonly<Record<FilterName, "string" | "number" | "array">> = {
  number: "number",
  percent: "number",
  date: "string",
  time: "string",
  join: "array",
};

/** Writes a value for a language; times are local to `zone`. Total: whatever the value, the result is one clean line. */
export type ValueWriter = (value: Json, language: string, zone: string) => string;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** An instant with its zone. A time without one would mean another instant on every machine. */
export const isInstant = (text: string): boolean => instantMs(text) !== null;
const isDate = (text: string): boolean => DATE.test(text) && isInstant(`${text}T00:00:00Z`);

/** Whether a value of the filter's type can be written by it: `date` takes dates and instants, `time` instants. */
export function fitsFilter(filter: FilterName | null, value: Json): boolean {
  if (filter === "date") return typeof value === "string" && (isDate(value) || isInstant(value));
  if (filter === "time") return typeof value === "string" && isInstant(value);
  if (filter === "join") return Array.isArray(value) && value.every((item) => item !== null && typeof item !== "object");
  return true;
}

/** The writer of a filter with its argument: `number` and `percent` take the most decimals, `join` the text between. */
export function writerOf(filter: FilterName | null, argument: number | string | null): ValueWriter {
  switch (filter) {
    case "number":
      return numberWriter({ useGrouping: true, maximumFractionDigits: decimals(argument, 2) });
    case "percent":
      return numberWriter({ style: "percent", maximumFractionDigits: decimals(argument, 0) });
    case "date":
      return dateWriter({ dateStyle: "medium" });
    case "time":
      return dateWriter({ timeStyle: "short" });
    case "join":
      return (value, language) => joined(value, language, String(argument ?? ", "));
    case null:
      return plain;
  }
}

const decimals = (argument: number | string | null, otherwise: number): number => Number(argument ?? otherwise);

/** Four digits are not grouped, so that a year stays a year; six decimals at most, so that 0.1 + 0.2 is 0.3. */
const plainNumber = numberWriter({ useGrouping: "min2", maximumFractionDigits: 6 });

function plain(value: Json, language: string): string {
  if (typeof value === "number") return plainNumber(value, language, "UTC");
  if (typeof value === "string") return cleanValue(value);
  if (Array.isArray(value)) return joined(value, language, ", ");
  return typeof value === "boolean" ? String(value) : "";
}

/** The items of a list that leave something to see, with `between` between them. */
const joined = (value: Json, language: string, between: string): string =>
  (Array.isArray(value) ? value : [value])
    .map((item) => plain(item, language))
    .filter((item) => !isBlank(item))
    .join(between);

function numberWriter(options: Intl.NumberFormatOptions): ValueWriter {
  const formats = cache((language) => new Intl.NumberFormat(language, options));
  return (value, language) => {
    if (typeof value === "number") return spaced(formats(language).format(value));
    const isLong = typeof value === "string" && isInexactWhole(value);
    return isLong ? spaced(formats(language).format(BigInt(value))) : plain(value, language);
  };
}

function dateWriter(options: Intl.DateTimeFormatOptions): ValueWriter {
  const formats = cache((language, zone) => new Intl.DateTimeFormat(language, { ...options, timeZone: zone }));
  return (value, language, zone) => {
    if (typeof value !== "string" || !(isInstant(value) || isDate(value))) return plain(value, language);
    return spaced(formats(language, isDate(value) ? "UTC" : zone).format(Date.parse(value)));
  };
}

/** Which kind of space stands inside a number or a time depends on the platform's release; a plain one is the same for all. */
const spaced = (text: string): string => text.replace(/[\u00A0\u202F]/g, " ");

/** Languages and zones come with requests, so the cache is bounded; an unknown language falls back to English, a zone to UTC. */
const MAX_FORMATS = 64;

function cache<T>(make: (language: string, zone: string) => T): (language: string, zone?: string) => T {
  const made = new Map<string, T>();
  return (language, zone = "UTC") => {
    const key = `${language} ${zone}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= MAX_FORMATS) made.clear();
    const fresh = attempt(() => make(language, zone)) ?? attempt(() => make("en", zone)) ?? make("en", "UTC");
    made.set(key, fresh);
    return fresh;
  };
}

function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
