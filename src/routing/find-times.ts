/** Reads the times in a question from the cues of the language files: today, next week, in three months. Pure. */
import type { Cue, TimeCue, Unit } from "../text/cues.ts";
import type { Occurrence } from "../text/find-phrases.ts";
import type { Word } from "../text/words.ts";

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

interface Place {
  readonly words: readonly Word[];
  /** Cues by the place of their first word. */
  readonly starting: ReadonlyMap<number, readonly At[]>;
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
  const place: Place = { words, starting: timesByPlace(cues) };
  const found: TimeFound[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const read = longest(readsAt(at, place));
    const [first, last] = [words[at], words[read?.last ?? -1]];
    if (read === null || first === undefined || last === undefined) continue;
    found.push({ meaning: read.meaning, first: at, last: read.last, start: first.start, end: last.end });
    at = read.last;
  }
  return found;
}

const isTime = (one: Occurrence<Cue>): one is At =>
  one.sequence.payload.kind !== "common" && one.sequence.payload.kind !== "shade";

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
    if (here.length > 1 && here.some(({ how }) => how !== "exact")) {
      here.sort((a, b) => Number(a.how !== "exact") - Number(b.how !== "exact"));
    }
  }
  return starting;
}

const longest = (reads: readonly Read[]): Read | null =>
  reads.reduce<Read | null>((best, one) => (best === null || one.last > best.last ? one : best), null);

const NOTHING: readonly never[] = [];

/** Nearly every word begins no time and nearly every cue is followed by none: nothing costs no list. */
const readsOf = <T>(all: readonly T[], read: (one: T) => readonly Read[]): readonly Read[] =>
  all.length === 0 ? NOTHING : all.flatMap(read);

const joined = (some: readonly Read[], more: readonly Read[]): readonly Read[] =>
  some.length === 0 ? more : more.length === 0 ? some : [...some, ...more];

function readsAt(at: number, place: Place): readonly Read[] {
  const reads = readsOf(place.starting.get(at) ?? NOTHING, (first) => readsFrom(first, place));
  const { folded } = place.words[at] as Word;
  const isNumber = folded.length <= LONGEST_DIGITS && DIGITS.test(folded);
  return isNumber ? joined(reads, amountReads({ n: numberOf(folded), last: at }, null, place)) : reads;
}

/** The times that begin with this cue. */
function readsFrom(first: At, place: Place): readonly Read[] {
  const { last, sequence } = first;
  const cue = sequence.payload;
  switch (cue.kind) {
    case "day":
      return [{ meaning: { kind: "day", offset: cue.offset }, last }];
    case "span":
      return [{ meaning: spanOf(cue.unit, cue.offset), last }];
    case "phrase":
      return [{ meaning: { kind: "phrase", horizon: cue.horizon }, last }];
    case "unit":
    case "weekday":
    case "month":
      return named(first, cue, place);
    case "relative":
      return cue.side === "before" ? readsOf(next(first, place), (other) => pointed(other, cue.offset)) : NOTHING;
    case "month_cue":
      return readsOf(next(first, place), (other) => (other.sequence.payload.kind === "month" ? pointed(other, 0) : NOTHING));
    case "number":
      return amountReads({ n: cue.value, last }, sequence.language, place);
    case "ahead":
      return cue.side === "before" ? afterAhead(first, cue.bare, place) : NOTHING;
    case "ago":
      return cue.side === "before"
        ? readsOf(numbersAfter(last, sequence.language, place), (amount) => measured(amount, sequence.language, place, "ago"))
        : NOTHING;
  }
}

/** A unit, a weekday or a month, alone or with a word after it that says which. */
function named(first: At, cue: TimeCue, place: Place): readonly Read[] {
  const after = readsOf(next(first, place), ({ sequence: { payload: other }, last }) =>
    other.kind === "relative" && other.side === "after" ? pointed({ ...first, last }, other.offset) : NOTHING,
  );
  const alone = cue.kind === "weekday" || (cue.kind === "month" && cue.alone) || (cue.kind === "unit" && cue.unit === "weekend");
  return alone ? joined(after, pointed(first, 0)) : after;
}

function pointed({ sequence: { payload: cue }, last }: Pick<At, "sequence" | "last">, offset: number): readonly Read[] {
  if (cue.kind === "unit") return [{ meaning: spanOf(cue.unit, offset), last }];
  if (cue.kind === "weekday") return [{ meaning: { kind: "weekday", weekday: cue.weekday, offset }, last }];
  return cue.kind === "month" ? [{ meaning: { kind: "month_name", month: cue.month, offset }, last }] : NOTHING;
}

const spanOf = (unit: Unit, offset: number): TimeMeaning => ({ kind: unit, offset });

interface Amount {
  readonly n: number;
  readonly last: number;
}

/** Number and unit with a word after them: three weeks ago, 三天后. */
function amountReads(amount: Amount, language: string | null, place: Place): readonly Read[] {
  return readsOf(unitsAfter(amount.last, language, place), (unit) =>
    readsOf(next(unit, place), ({ sequence: { payload: cue }, last }) => {
      if (!("side" in cue) || cue.side !== "after" || cue.kind === "relative") return NOTHING;
      return [{ meaning: { kind: cue.kind === "ago" ? "ago" : "in", unit: unit.sequence.payload.unit, n: amount.n }, last }];
    }),
  );
}

/** In, within, over the next: number and unit; or a bare unit after a phrase: over the next months. */
function afterAhead({ last, sequence: { language } }: At, bare: boolean, place: Place): readonly Read[] {
  const counted = readsOf(numbersAfter(last, language, place), (amount) => measured(amount, language, place, "in"));
  return bare ? joined(counted, measured({ n: A_FEW, last }, language, place, "in")) : counted;
}

const measured = (amount: Amount, language: string, place: Place, kind: "in" | "ago"): readonly Read[] =>
  readsOf(unitsAfter(amount.last, language, place), ({ sequence, last }) => [
    { meaning: { kind, unit: sequence.payload.unit, n: amount.n }, last },
  ]);

function numbersAfter(last: number, language: string, place: Place): readonly Amount[] {
  const words = cuesAfter(last, language, place).flatMap(({ sequence: { payload: cue }, last: end }): readonly Amount[] =>
    cue.kind === "number" ? [{ n: cue.value, last: end }] : NOTHING,
  );
  const digits = place.words[last + 1]?.clause === place.words[last]?.clause ? (place.words[last + 1]?.folded ?? "") : "";
  return DIGITS.test(digits) ? [...words, { n: numberOf(digits), last: last + 1 }] : words;
}

type UnitAt = Occurrence<Extract<TimeCue, { kind: "unit" }>>;

const isUnit = (one: At): one is UnitAt => one.sequence.payload.kind === "unit";

function unitsAfter(last: number, language: string | null, place: Place): readonly UnitAt[] {
  const after = cuesAfter(last, language, place);
  return after.length === 0 ? NOTHING : after.filter(isUnit);
}

const next = ({ last, sequence }: At, place: Place): readonly At[] => cuesAfter(last, sequence.language, place);

/** The cues that begin right after a word, in its clause and, where one is given, in that language. */
function cuesAfter(last: number, language: string | null, { words, starting }: Place): readonly At[] {
  const after = starting.get(last + 1);
  if (after === undefined || words[last + 1]?.clause !== words[last]?.clause) return NOTHING;
  return language === null ? after : after.filter(({ sequence }) => sequence.language === language);
}
