/** Reads the times in a question from the cues of the language files: today, next week, in three months. Pure. */
import { type Cue, isTimeCue, type TimeCue, type Unit } from "../text/lexicon/cues.ts";
import type { Occurrence } from "../text/lexicon/find-phrases.ts";
import type { Word } from "../text/words/words.ts";

export type TimeMeaning =
  | { readonly kind: "day"; readonly offset: number }
  | { readonly kind: Exclude<Unit, "day">; readonly offset: number }
  | { readonly kind: "in" | "ago"; readonly unit: Unit; readonly n: number }
  | { readonly kind: "weekday"; readonly weekday: number; readonly offset: number }
  | { readonly kind: "month_name"; readonly month: number; readonly offset: number }
  | { readonly kind: "phrase"; readonly horizon: "day" | "week" | "months" | "past" };

export interface TimeFound {
  readonly meaning: TimeMeaning;
  /** Places of its first and last word. */
  readonly first: number;
  readonly last: number;
  /** UTF-16 offsets into the question. */
  readonly start: number;
  readonly end: number;
}

/** "The next months", without a number, are this many. */
const A_FEW = 3;
const DIGITS = /^\p{Nd}{1,3}$/u;
/** Two UTF-16 units each. */
const LONGEST_DIGITS = 6;

type At = Occurrence<TimeCue>;

/** A meaning and its last word. */
interface Read {
  readonly meaning: TimeMeaning;
  readonly last: number;
}

interface Reading {
  readonly words: readonly Word[];
  /** Cues by the place of their first word. */
  readonly starting: ReadonlyMap<number, readonly At[]>;
  /** Of the place that is being read; one list for all places, since nearly every word begins no time. */
  readonly reads: Read[];
}

const DIGIT = /\p{Nd}/u;

/** The digits of every script stand in runs from zero to nine. */
function numberOf(digits: string): number {
  let number = 0;
  for (const digit of digits) {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
    number = 10 * number + value;
  }
  return number;
}

/** Every time in the question, in order; at each place the reading with the most words wins. */
export function findTimes(words: readonly Word[], cues: readonly Occurrence<Cue>[]): readonly TimeFound[] {
  if (!cues.some(isTime)) return [];
  const reading: Reading = { words, starting: timesByPlace(cues), reads: [] };
  const found: TimeFound[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const read = longestAt(at, reading);
    const [first, last] = [words[at], words[read?.last ?? -1]];
    if (read === null || first === undefined || last === undefined) continue;
    found.push({ meaning: read.meaning, first: at, last: read.last, start: first.start, end: last.end });
    at = read.last;
  }
  return found;
}

const isTime = (one: Occurrence<Cue>): one is At => isTimeCue(one.sequence.payload);

function timesByPlace(cues: readonly Occurrence<Cue>[]): ReadonlyMap<number, readonly At[]> {
  const starting = new Map<number, At[]>();
  for (const one of cues) {
    if (!isTime(one)) continue;
    const others = starting.get(one.first);
    if (others === undefined) starting.set(one.first, [one]);
    else others.push(one);
  }
  // Of readings of equal length the first counts: a word as written before one that only ends like another.
  for (const here of starting.values()) {
    if (here.some(({ how }, at) => how === "exact" && here[at - 1]?.how !== "exact" && at > 0)) here.sort(exactFirst);
  }
  return starting;
}

const exactFirst = (a: At, b: At): number => Number(a.how !== "exact") - Number(b.how !== "exact");

const NOTHING: readonly never[] = [];

function longestAt(at: number, reading: Reading): Read | null {
  const { words, starting, reads } = reading;
  reads.length = 0;
  for (const first of starting.get(at) ?? NOTHING) readFrom(first, reading);
  const { folded } = words[at] as Word;
  if (isNumber(folded)) readAmount({ n: numberOf(folded), last: at, language: null }, reading);
  let best: Read | null = null;
  for (const one of reads) if (best === null || one.last > best.last) best = one;
  return best;
}

const isNumber = (folded: string): boolean => folded.length <= LONGEST_DIGITS && DIGITS.test(folded);

/** Adds the times that begin with this cue. */
function readFrom(first: At, reading: Reading): void {
  const { last, sequence } = first;
  const cue = sequence.payload;
  switch (cue.kind) {
    case "day":
      reading.reads.push({ meaning: { kind: "day", offset: cue.offset }, last });
      break;
    case "span":
      reading.reads.push({ meaning: spanOf(cue.unit, cue.offset), last });
      break;
    case "phrase":
      reading.reads.push({ meaning: { kind: "phrase", horizon: cue.horizon }, last });
      break;
    case "unit":
    case "weekday":
    case "month":
      readNamed(first, cue, reading);
      break;
    case "relative":
      if (cue.side === "before") for (const other of cuesAfter(first, reading)) point(other, cue.offset, reading);
      break;
    case "month_cue":
      for (const other of cuesAfter(first, reading)) if (other.sequence.payload.kind === "month") point(other, 0, reading);
      break;
    case "number":
      readAmount({ n: cue.value, last, language: sequence.language }, reading);
      break;
    case "ahead":
      if (cue.side === "before") readAhead(first, cue.bare, reading);
      break;
    case "ago":
      if (cue.side === "before") for (const amount of numbersAfter(first, reading)) measure(amount, "ago", reading);
      break;
  }
}

/** A unit, a weekday or a month, alone or with a word after it that says which. */
function readNamed(first: At, cue: TimeCue, reading: Reading): void {
  for (const { sequence, last } of cuesAfter(first, reading)) {
    const other = sequence.payload;
    if (other.kind === "relative" && other.side === "after") point({ sequence: first.sequence, last }, other.offset, reading);
  }
  const alone = cue.kind === "weekday" || (cue.kind === "month" && cue.alone) || (cue.kind === "unit" && cue.unit === "weekend");
  if (alone) point(first, 0, reading);
}

function point({ sequence: { payload: cue }, last }: Pick<At, "sequence" | "last">, offset: number, { reads }: Reading): void {
  if (cue.kind === "unit") reads.push({ meaning: spanOf(cue.unit, offset), last });
  else if (cue.kind === "weekday") reads.push({ meaning: { kind: "weekday", weekday: cue.weekday, offset }, last });
  else if (cue.kind === "month") reads.push({ meaning: { kind: "month_name", month: cue.month, offset }, last });
}

const spanOf = (unit: Unit, offset: number): TimeMeaning => ({ kind: unit, offset });

interface Amount {
  readonly n: number;
  readonly last: number;
  /** Null for digits, which are of every language. */
  readonly language: string | null;
}

/** Number and unit with a word after them: three weeks ago, 三天后. */
function readAmount(amount: Amount, reading: Reading): void {
  for (const unit of after(amount.last, reading)) {
    if (!isUnitOf(amount.language, unit)) continue;
    for (const { sequence, last } of cuesAfter(unit, reading)) {
      const cue = sequence.payload;
      if (!("side" in cue) || cue.side !== "after" || cue.kind === "relative") continue;
      const kind = cue.kind === "ago" ? "ago" : "in";
      reading.reads.push({ meaning: { kind, unit: unit.sequence.payload.unit, n: amount.n }, last });
    }
  }
}

/** In, within, over the next: number and unit; or a bare unit after a phrase: over the next months. */
function readAhead(first: At, bare: boolean, reading: Reading): void {
  for (const amount of numbersAfter(first, reading)) measure(amount, "in", reading);
  if (bare) measure({ n: A_FEW, last: first.last, language: first.sequence.language }, "in", reading);
}

/** Number and unit. */
function measure({ n, last, language }: Amount, kind: "in" | "ago", reading: Reading): void {
  for (const unit of after(last, reading)) {
    if (isUnitOf(language, unit)) reading.reads.push({ meaning: { kind, unit: unit.sequence.payload.unit, n }, last: unit.last });
  }
}

type UnitAt = Occurrence<Extract<TimeCue, { kind: "unit" }>>;

const isUnitOf = (language: string | null, one: At): one is UnitAt =>
  one.sequence.payload.kind === "unit" && (language === null || one.sequence.language === language);

/** In words or digits, in the language of what is before them. */
function numbersAfter(first: At, reading: Reading): readonly Amount[] {
  const { last, sequence } = first;
  const { language } = sequence;
  const numbers: Amount[] = [];
  for (const other of cuesAfter(first, reading)) {
    const cue = other.sequence.payload;
    if (cue.kind === "number") numbers.push({ n: cue.value, last: other.last, language });
  }
  const next = reading.words[last + 1];
  if (next !== undefined && next.clause === reading.words[last]?.clause && isNumber(next.folded)) {
    numbers.push({ n: numberOf(next.folded), last: last + 1, language });
  }
  return numbers;
}

/** The cues of its language that begin right after a cue, in its clause. */
function cuesAfter({ last, sequence: { language } }: At, reading: Reading): readonly At[] {
  const cues = after(last, reading);
  return cues.length === 0 ? cues : cues.filter(({ sequence }) => sequence.language === language);
}

/** The cues that begin right after a word, in its clause. */
function after(last: number, { words, starting }: Reading): readonly At[] {
  const cues = starting.get(last + 1);
  return cues === undefined || words[last + 1]?.clause !== words[last]?.clause ? NOTHING : cues;
}
