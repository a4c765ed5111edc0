/** The values that texts state, in a form that can be compared. Pure. */

export const VALUE_KINDS = ["duration", "money", "percentage", "number", "date"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export type Value =
  | { readonly kind: "duration"; readonly months: number; readonly seconds: number }
  /** `amount`: a decimal number as text, without zeros at its ends. `per`: what it is paid for, "1 months" for a month. */
  | { readonly kind: "money"; readonly amount: string; readonly currency: string; readonly per: string | null }
  | { readonly kind: "percentage" | "number"; readonly amount: string }
  /** `2026-03-03`, `2026-03`, or `--03-03` without a year. */
  | { readonly kind: "date"; readonly date: string }
  | { readonly kind: "listed"; readonly name: string };

/** Equal for equal values. */
export function valueKey(value: Value): string {
  switch (value.kind) {
    case "duration":
      return `duration ${value.months} ${value.seconds}`;
    case "money":
      return `money ${value.amount} ${value.currency} ${value.per ?? ""}`;
    case "date":
      return `date ${value.date}`;
    case "listed":
      return `listed ${value.name}`;
    default:
      return `${value.kind} ${value.amount}`;
  }
}

/**
 * Whether two values cannot both hold. What may mean the same is no difference: amounts of two currencies, prices for a month and
 * for a year, dates that leave out different parts, and a month against 28 to 31 days.
 */
export function differ(one: Value, other: Value): boolean {
  if (one.kind === "duration" && other.kind === "duration") return durationsDiffer(one, other);
  if (one.kind === "money" && other.kind === "money") {
    if (one.currency !== other.currency) return false;
    if (one.per !== null && other.per !== null && one.per !== other.per) return false;
    return one.amount !== other.amount;
  }
  if (one.kind === "date" && other.kind === "date") return one.date.length === other.date.length && one.date !== other.date;
  return one.kind === other.kind && valueKey(one) !== valueKey(other);
}

type Duration = Extract<Value, { kind: "duration" }>;

const DAY_SECONDS = 86_400;
const MONTH_DAYS = 30.436_875;

/** Months have 28 to 31 days, and twelve of them 365 or 366: their length in days is known to within three. */
function durationsDiffer(one: Duration, other: Duration): boolean {
  if (one.months === other.months) return one.seconds !== other.seconds;
  return longest(one) < shortest(other) || longest(other) < shortest(one);
}

const shortest = ({ months, seconds }: Duration): number =>
  seconds + (months === 0 ? 0 : (Math.floor(months * MONTH_DAYS) - 2) * DAY_SECONDS);
const longest = ({ months, seconds }: Duration): number =>
  seconds + (months === 0 ? 0 : (Math.ceil(months * MONTH_DAYS) + 1) * DAY_SECONDS);
