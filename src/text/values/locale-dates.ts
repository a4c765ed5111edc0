/** Names of months, and how a language writes numbers and dates, from the platform's own locale data. Pure but for that data. */
import type { ValueCue } from "./value-cue.ts";

const YEAR = 2024;
const NOON = 12;

export interface WrittenForms {
  /** What stands before the decimals: "." or ",". */
  readonly decimal: string;
  /** Which of day and month is first in 3/4/2026; null where that depends on the country. */
  readonly dayFirst: boolean | null;
}

/** In the form they have alone, and in the one they have beside a day. */
export function monthNames(language: string): readonly (readonly [string, ValueCue])[] {
  if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return [];
  const formats = (["long", "short"] as const).flatMap((month) =>
    [{ month }, { month, day: "numeric" as const }].map(
      (parts) => new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC", calendar: "gregory" }),
    ),
  );
  return Array.from({ length: 12 }, (_, at) => at).flatMap((at) =>
    formats.flatMap((format): readonly (readonly [string, ValueCue])[] => {
      const name = format.formatToParts(Date.UTC(YEAR, at, 1, NOON)).find(({ type }) => type === "month")?.value ?? "";
      return /\p{N}/u.test(name) || !/\p{L}[\p{L}\p{M}]/u.test(name) ? [] : [[name, { kind: "month", month: at + 1 }]];
    }),
  );
}

/** English is written with either first, so only a tag with a country tells. */
export function writtenForms(language: string): WrittenForms {
  const decimal = new Intl.NumberFormat(language, { numberingSystem: "latn" })
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal");
  const order = new Intl.DateTimeFormat(language, { timeZone: "UTC" }).formatToParts(0).map(({ type }) => type);
  return {
    decimal: decimal?.value === "," ? "," : ".",
    dayFirst: language === "en" ? null : order.indexOf("day") < order.indexOf("month") || order[0] === "year",
  };
}
