/** Names of units of time, of percent and of large numbers, from the platform's own locale data. Pure but for that data. */
import type { Span, ValueCue } from "./value-cue.ts";

const DAY_SECONDS = 86_400;

export const SPANS = {
  second: { months: 0, seconds: 1 },
  minute: { months: 0, seconds: 60 },
  hour: { months: 0, seconds: 3_600 },
  day: { months: 0, seconds: DAY_SECONDS },
  week: { months: 0, seconds: 7 * DAY_SECONDS },
  month: { months: 1, seconds: 0 },
  quarter: { months: 3, seconds: 0 },
  year: { months: 12, seconds: 0 },
} as const satisfies Readonly<Record<string, Span>>;
export type SpanUnit = keyof typeof SPANS;

/** The platform has no name for a quarter. */
const NAMED: readonly SpanUnit[] = ["second", "minute", "hour", "day", "week", "month", "year"];
const DISPLAYS = ["long", "short", "narrow"] as const;
/** Between them, every plural form of every language. */
const NUMBERS = [1, 2, 3, 5, 11, 21, 100, 0.5];
const POWERS = [3, 4, 5, 6, 7, 8, 9, 10, 12];
/** 14d and 24h are common; other single letters stand for too much: m is a minute, a month, a metre and a million. */
const BY_LETTER: ReadonlySet<SpanUnit> = new Set(["day", "hour"]);

type Named = readonly [string, ValueCue];

/** `["Tage", …]`. Empty where the platform does not know the language. */
export function unitNames(language: string): readonly Named[] {
  if (Intl.NumberFormat.supportedLocalesOf(language).length === 0) return [];
  return [...NAMED.flatMap((unit) => namesOf(language, unit)), ...percentNames(language), ...scaleNames(language)];
}

function namesOf(language: string, unit: SpanUnit): readonly Named[] {
  return DISPLAYS.flatMap((unitDisplay) => {
    const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay });
    return NUMBERS.flatMap((number): readonly Named[] => {
      const parts = format.formatToParts(number);
      const name = textOf(parts, "unit");
      if (name === "" || (isLetter(name) && !BY_LETTER.has(unit))) return [];
      if (parts.some(({ type }) => type === "integer")) return [[name, { kind: "unit", ...SPANS[unit] }]];
      return number === 1
        ? [[name, { kind: "unit", ...SPANS[unit] }]]
        : [[name, { kind: "amount", ...times(SPANS[unit], number) }]];
    });
  });
}

const isLetter = (name: string): boolean => /^\p{Alphabetic}\.?$/u.test(name) && !/\p{scx=Han}|\p{scx=Hangul}/u.test(name);

/** A span several times over; seconds to the millionth, so that 0.1 and 0.2 add up. */
export const times = ({ months, seconds }: Span, factor: number): Span => ({
  months: rounded(months * factor),
  seconds: rounded(seconds * factor),
});

const rounded = (number: number): number => Math.round(number * 1e6) / 1e6;

function percentNames(language: string): readonly Named[] {
  const format = new Intl.NumberFormat(language, { style: "unit", unit: "percent", unitDisplay: "long" });
  return NUMBERS.flatMap((number): readonly Named[] => {
    const parts = format.formatToParts(number);
    const name = textOf(parts, "unit");
    return /\p{L}/u.test(name) ? [[name, { kind: "percent", before: parts[0]?.type === "unit" }]] : [];
  });
}

function scaleNames(language: string): readonly Named[] {
  return (["long", "short"] as const).flatMap((compactDisplay) => {
    const format = new Intl.NumberFormat(language, { notation: "compact", compactDisplay, numberingSystem: "latn" });
    return POWERS.flatMap((power) =>
      [1, 2, 5].flatMap((number): readonly Named[] => {
        const parts = format.formatToParts(number * 10 ** power);
        const name = textOf(parts, "compact");
        const shown = Number(textOf(parts, "integer"));
        return name === "" || shown === 0
          ? []
          : [[name, { kind: "scale", power: power - Math.round(Math.log10(shown / number)) }]];
      }),
    );
  });
}

const textOf = (parts: readonly Intl.NumberFormatPart[], type: string): string =>
  parts.find((part) => part.type === type)?.value ?? "";
