/** What words stand for where values are read: topics, values of a list, units, months, currencies, number words. Pure types. */

/** An amount of time. One of the two is 0 in every unit: a month has no fixed number of seconds. */
export interface Span {
  readonly months: number;
  readonly seconds: number;
}

/** `topic` is a topic's place in topics.yaml. */
export type ValueCue =
  | { readonly kind: "topic"; readonly topic: number }
  | { readonly kind: "listed"; readonly topic: number; readonly name: string }
  /** What a topic's values may be of: a plan, a region. */
  | { readonly kind: "qualifier"; readonly topic: number; readonly name: string }
  | ({ readonly kind: "unit" } & Span)
  /** A unit with its number in one word, such as the Arabic for two days. */
  | ({ readonly kind: "amount" } & Span)
  | { readonly kind: "month"; readonly month: number }
  /** `capitals`: the code is also an ordinary word, so it counts only in capital letters. */
  | { readonly kind: "currency"; readonly code: string; readonly capitals: boolean }
  /** `before`: it stands before its number, as in Turkish. */
  | { readonly kind: "percent"; readonly before: boolean }
  /** Thousand, million: a power of ten. */
  | { readonly kind: "scale"; readonly power: number }
  | { readonly kind: "count"; readonly value: number };

export type CueKind = ValueCue["kind"];
