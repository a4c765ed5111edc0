/** Reads the currency around a number, and what the price is for: $9.99, 9,99 €, EUR 12.99, 12.99 dollars a month. Pure. */
import type { Word } from "../words/words.ts";
import { between, cueAt, type Reading } from "./reading.ts";
import type { Value } from "./value.ts";

interface NumberAt {
  readonly first: number;
  readonly last: number;
  readonly amount: string;
  /** The last word that an earlier value has taken. */
  readonly taken: number;
}

/** UTF-16 units that a sign stands before or after the words of a value. */
export interface Reach {
  readonly before: number;
  readonly after: number;
}

export const NO_REACH: Reach = { before: 0, after: 0 };

interface ReadMoney {
  readonly value: Value;
  readonly first: number;
  readonly last: number;
  readonly reach: Reach;
}

interface Currency {
  readonly code: string;
  readonly first: number;
  readonly last: number;
  readonly reach: Reach;
}

export function moneyOf(reading: Reading, at: NumberAt): ReadMoney | null {
  const { first, last, amount } = at;
  const currency = symbolAround(reading, first, last) ?? wordAfter(reading, first, last) ?? wordBefore(reading, at);
  if (currency === null) return null;
  const paid = paidFor(reading, currency);
  const value = { kind: "money", amount, currency: currency.code, per: paid?.per ?? null } as const;
  if (paid === null) return { value, first: currency.first, last: currency.last, reach: currency.reach };
  return { value, first: currency.first, last: paid.last, reach: { ...currency.reach, after: 0 } };
}

const BLANK = /^[ \u00A0\u202F]$/;

/** A symbol directly before or after, or with one blank between. */
function symbolAround(reading: Reading, first: number, last: number): Currency | null {
  const { text, words } = reading;
  const start = (words[first] as Word).start;
  const end = (words[last] as Word).end;
  const before = BLANK.test(text.charAt(start - 1)) ? start - 1 : start;
  const after = BLANK.test(text.charAt(end)) ? end + 1 : end;
  for (let length = reading.topics.longestSymbol; length > 0; length -= 1) {
    const left = before < length ? null : codeOf(reading, text.slice(before - length, before), text.charAt(before - length - 1));
    if (left !== null) return { code: left, first, last, reach: { before: start - before + length, after: 0 } };
    const right = codeOf(reading, text.slice(after, after + length), "");
    if (right !== null) return { code: right, first, last, reach: { before: 0, after: after + length - end } };
  }
  return null;
}

/** US$ begins where a word begins. */
function codeOf({ languages, topics }: Reading, symbol: string, before: string): string | null {
  if (symbol === "" || (/^\p{L}/u.test(symbol) && /\p{L}/u.test(before))) return null;
  for (const language of languages) {
    const code = topics.symbols.get(language)?.get(symbol);
    if (code !== undefined) return code;
  }
  return null;
}

function wordAfter(reading: Reading, first: number, last: number): Currency | null {
  const found = currencyAt(reading, last + 1);
  if (found === null || !/^\s?$/.test(between(reading, last, last + 1))) return null;
  return { code: found.code, first, last: found.last, reach: NO_REACH };
}

/** EUR 12.99; not the end of the price before. */
function wordBefore(reading: Reading, { first, last, taken }: NumberAt): Currency | null {
  const found = first - 1 > taken ? currencyAt(reading, first - 1) : null;
  if (found?.last !== first - 1 || !/^[\s.]{0,2}$/.test(between(reading, first - 1, first))) return null;
  return { code: found.code, first: first - 1, last, reach: NO_REACH };
}

function currencyAt(reading: Reading, at: number): { readonly code: string; readonly last: number } | null {
  const found = cueAt(reading, at, "currency");
  const word = reading.words[at];
  if (found === null || word === undefined) return null;
  const { code, capitals } = found.cue;
  if (capitals && reading.text.slice(word.start, word.end) !== code) return null;
  return { code, last: found.last };
}

const LONGEST_GAP = 24;
const PER = /^\s*\/?\s*(?:\p{L}{1,8}\.?\s+)?$/u;

/** "per month", "/ Monat", "a year": a unit after at most one more word; after a stroke, any word: /seat. */
function paidFor(reading: Reading, { last, reach }: Currency): { readonly per: string; readonly last: number } | null {
  const { text, words } = reading;
  const from = (words[last] as Word).end + reach.after;
  for (const place of [last + 1, last + 2]) {
    const word = words[place];
    const gap = word === undefined ? null : text.slice(from, Math.min(word.start, from + LONGEST_GAP));
    if (word === undefined || gap === null || !PER.test(gap)) return null;
    const unit = cueAt(reading, place, "unit");
    if (unit !== null) return { per: `${unit.cue.months} ${unit.cue.seconds}`, last: unit.last };
    if (/^\s*\/\s*$/.test(gap) && /^\p{L}/u.test(word.folded)) return { per: word.folded, last: place };
  }
  return null;
}
