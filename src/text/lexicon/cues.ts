/** What the words of a language file stand for: words for time, denials, and words that merely show the language. Pure. */

export const UNITS = ["day", "weekend", "week", "month", "quarter", "year", "season"] as const;
export type Unit = (typeof UNITS)[number];

/** Whether a word stands before or after what it belongs to. */
export type Side = "before" | "after";

/** How words shade a term: negated (not, no), set aside (instead of, not about), or only the circumstance (before, after, during). */
export const SHADES = ["negated", "excluded", "background"] as const;
export type Shade = (typeof SHADES)[number];

export type TimeCue =
  | { readonly kind: "day"; readonly offset: number }
  | { readonly kind: "span"; readonly unit: Unit; readonly offset: number }
  | { readonly kind: "unit"; readonly unit: Unit }
  | { readonly kind: "relative"; readonly side: Side; readonly offset: number }
  | { readonly kind: "weekday"; readonly weekday: number }
  | { readonly kind: "month"; readonly month: number; readonly alone: boolean }
  | { readonly kind: "month_cue" }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "ahead"; readonly side: Side; readonly bare: boolean }
  | { readonly kind: "ago"; readonly side: Side }
  | { readonly kind: "phrase"; readonly horizon: "day" | "week" | "months" | "past" };

export type Cue =
  | { readonly kind: "common" }
  /** By which people speak of themselves. */
  | { readonly kind: "speaker" }
  /** Takes the denial beside it back: not only. */
  | { readonly kind: "only" }
  /** A word that is spelt right, though it is one letter from another. */
  | { readonly kind: "spelt" }
  | { readonly kind: "shade"; readonly side: Side; readonly shade: Shade }
  | TimeCue;

/** Whether a cue belongs to a time. */
export const isTimeCue = (cue: Cue): cue is TimeCue => !NO_TIME.has(cue.kind);

const NO_TIME: ReadonlySet<Cue["kind"]> = new Set(["common", "speaker", "only", "spelt", "shade"]);
