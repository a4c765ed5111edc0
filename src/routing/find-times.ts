/** Finds the words for time in a question: today, next week, in three months. Pure; the words come from the language files. */
import type { LanguageFile, TimeWords } from "../policy/snapshot.ts";
import type { Word } from "../text/words.ts";

export type Unit = "day" | "weekend" | "week" | "month" | "quarter" | "year" | "season";

export type TimeMeaning =
  | { readonly kind: "day"; readonly offset: number }
  | { readonly kind: Exclude<Unit, "day">; readonly offset: number }
  | { readonly kind: "in" | "ago"; readonly unit: Unit; readonly n: number }
  | { readonly kind: "weekday"; readonly weekday: number; readonly offset: number }
  | { readonly kind: "month_name"; readonly month: number; readonly offset: number }
  | { readonly kind: "phrase"; readonly horizon: "day" | "week" | "months" | "past" };

export interface TimeFound {
  readonly meaning: TimeMeaning;
  /** UTF-16 offsets into the question. */
  readonly start: number;
  readonly end: number;
}

/** A meaning and how many words it took. */
interface Read {
  readonly meaning: TimeMeaning;
  readonly size: number;
}

/** "The next months", without a number, are this many. */
const A_FEW = 3;

/** What can begin at a word, so that most words are passed over and the others compared with a handful of phrases. */
interface Openings {
  readonly days: TimeWords["days"];
  readonly phrases: TimeWords["phrases"];
  readonly relative: TimeWords["relative"];
  readonly ahead: TimeWords["ahead"];
  readonly numbers: TimeWords["numbers"];
}

const openings = new WeakMap<TimeWords, ReadonlyMap<string, Openings>>();

function openingsOf(time: TimeWords): ReadonlyMap<string, Openings> {
  const known = openings.get(time);
  if (known !== undefined) return known;
  const phrases = [...time.days, ...time.phrases, ...time.relative, ...time.numbers].map((one) => one.words);
  const alone = [
    ...time.weekdays.keys(),
    ...time.monthCues,
    ...[...time.units].filter(([, unit]) => unit === "weekend").map(([word]) => word),
  ];
  const firsts = new Set([...[...phrases, ...time.ahead].map((words) => words[0] ?? ""), ...alone]);
  const index = new Map<string, Openings>();
  for (const first of firsts) {
    const begins = (one: { readonly words: readonly string[] }): boolean => one.words[0] === first;
    index.set(first, {
      days: time.days.filter(begins),
      phrases: time.phrases.filter(begins),
      relative: time.relative.filter(begins),
      ahead: time.ahead.filter((words) => words[0] === first),
      numbers: time.numbers.filter(begins),
    });
  }
  openings.set(time, index);
  return index;
}

const ONLY_DIGITS: Openings = { days: [], phrases: [], relative: [], ahead: [], numbers: [] };
const DIGITS = /^\d{1,3}$/;
const NONE: readonly Read[] = [];

/** Every time in the question, in order; at each place the reading with the most words wins. */
export function findTimes(words: readonly Word[], languages: Iterable<LanguageFile>): readonly TimeFound[] {
  const found: TimeFound[] = [];
  const all = [...languages];
  for (let at = 0; at < words.length; at += 1) {
    const read = longest(all.flatMap((language) => readAt(words, at, language.time)));
    const last = words[at + (read?.size ?? 0) - 1];
    const first = words[at];
    if (read === null || first === undefined || last === undefined) continue;
    found.push({ meaning: read.meaning, start: first.start, end: last.end });
    at += read.size - 1;
  }
  return found;
}

const longest = (reads: readonly Read[]): Read | null =>
  reads.reduce<Read | null>((best, one) => (best === null || one.size > best.size ? one : best), null);

function readAt(words: readonly Word[], at: number, time: TimeWords): readonly Read[] {
  const here = words[at]?.folded ?? "";
  const opens = openingsOf(time).get(here) ?? (DIGITS.test(here) ? ONLY_DIGITS : null);
  if (opens === null) return NONE;
  const reads = [
    ...fixed(words, at, opens),
    ...relative(words, at, opens, time),
    ...counted(words, at, opens, time),
    ...named(words, at, time),
  ];
  return reads.filter((read) => words[at + read.size - 1]?.clause === words[at]?.clause);
}

/** Day words and whole phrases. */
function fixed(words: readonly Word[], at: number, opens: Openings): readonly Read[] {
  return [
    ...opens.days
      .filter((day) => stands(words, at, day.words))
      .map((day): Read => ({ meaning: { kind: "day", offset: day.offset }, size: day.words.length })),
    ...opens.phrases
      .filter((phrase) => stands(words, at, phrase.words))
      .map((phrase): Read => ({ meaning: { kind: "phrase", horizon: phrase.horizon }, size: phrase.words.length })),
  ];
}

/** this/next/last before a unit, a weekday or a month. */
function relative(words: readonly Word[], at: number, opens: Openings, time: TimeWords): readonly Read[] {
  return opens.relative.flatMap(({ words: before, offset }): readonly Read[] => {
    const next = words[at + before.length]?.folded;
    if (next === undefined || !stands(words, at, before)) return [];
    const size = before.length + 1;
    const unit = time.units.get(next);
    const weekday = time.weekdays.get(next);
    const month = time.months.get(next);
    if (unit !== undefined) return [{ meaning: { kind: unit, offset }, size }];
    if (weekday !== undefined) return [{ meaning: { kind: "weekday", weekday, offset }, size }];
    return month === undefined ? [] : [{ meaning: { kind: "month_name", month, offset }, size }];
  });
}

/** in/over the next + number + unit, and number + unit + ago. */
function counted(words: readonly Word[], at: number, opens: Openings, time: TimeWords): readonly Read[] {
  const ahead = opens.ahead
    .filter((before) => stands(words, at, before))
    .flatMap((before): readonly Read[] => {
      const amount = amountAt(words, at + before.length, time, before.length > 1);
      return amount === null
        ? []
        : [{ meaning: { kind: "in", unit: amount.unit, n: amount.n }, size: before.length + amount.size }];
    });
  const amount = amountAt(words, at, time, false);
  if (amount === null) return ahead;
  const ago = time.ago.find((after) => stands(words, at + amount.size, after));
  return ago === undefined
    ? ahead
    : [...ahead, { meaning: { kind: "ago", unit: amount.unit, n: amount.n }, size: amount.size + ago.length }];
}

interface Amount {
  readonly n: number;
  readonly unit: Unit;
  readonly size: number;
}

/** "three months", "12 weeks", "a couple of days"; the bare plural "months" only where the words before allow it. */
function amountAt(words: readonly Word[], at: number, time: TimeWords, bare: boolean): Amount | null {
  const here = words[at]?.folded;
  if (here === undefined) return null;
  const numbers = (openingsOf(time).get(here)?.numbers ?? [])
    .filter((number) => stands(words, at, number.words))
    .map((number) => ({ n: number.value, size: number.words.length }));
  if (DIGITS.test(here)) numbers.push({ n: Number(here), size: 1 });
  for (const { n, size } of numbers.sort((a, b) => b.size - a.size)) {
    const unit = time.units.get(words[at + size]?.folded ?? "");
    if (unit !== undefined) return { n, unit, size: size + 1 };
  }
  const unit = bare ? time.units.get(here) : undefined;
  return unit === undefined ? null : { n: A_FEW, unit, size: 1 };
}

/** A weekday or the weekend alone, and a month after a word that makes it a time. */
function named(words: readonly Word[], at: number, time: TimeWords): readonly Read[] {
  const here = words[at]?.folded ?? "";
  const weekday = time.weekdays.get(here);
  if (weekday !== undefined) return [{ meaning: { kind: "weekday", weekday, offset: 0 }, size: 1 }];
  if (time.units.get(here) === "weekend") return [{ meaning: { kind: "weekend", offset: 0 }, size: 1 }];
  const month = time.monthCues.has(here) ? time.months.get(words[at + 1]?.folded ?? "") : undefined;
  return month === undefined ? [] : [{ meaning: { kind: "month_name", month, offset: 0 }, size: 2 }];
}

/** Whether exactly these folded words stand at `at`, within one clause. */
function stands(words: readonly Word[], at: number, expected: readonly string[]): boolean {
  const clause = words[at]?.clause;
  return (
    expected.length > 0 &&
    expected.every((word, offset) => words[at + offset]?.folded === word && words[at + offset]?.clause === clause)
  );
}
