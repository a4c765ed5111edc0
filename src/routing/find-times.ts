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

type At = Occurrence<Cue> & { readonly cue: TimeCue };

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
  const place: Place = { words, starting: timesByPlace(cues) };
  if (place.starting.size === 0) return [];
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

function timesByPlace(cues: readonly Occurrence<Cue>[]): ReadonlyMap<number, readonly At[]> {
  const starting = new Map<number, At[]>();
  for (const occurrence of cues) {
    const cue = occurrence.sequence.payload;
    if (cue.kind === "common" || cue.kind === "shade") continue;
    const others = starting.get(occurrence.first);
    const { sequence, first, last, how } = occurrence;
    const one: At = { sequence, first, last, how, cue };
    if (others === undefined) starting.set(first, [one]);
    else others.push(one);
  }
  // Of readings of equal length the first counts: a word as written before one that only ends like another.
  for (const here of starting.values())
    if (here.length > 1) here.sort((a, b) => Number(a.how !== "exact") - Number(b.how !== "exact"));
  return starting;
}

const longest = (reads: readonly Read[]): Read | null =>
  reads.reduce<Read | null>((best, one) => (best === null || one.last > best.last ? one : best), null);

const NONE: readonly Read[] = [];

function readsAt(at: number, place: Place): readonly Read[] {
  const reads = place.starting.get(at)?.flatMap((first) => readsFrom(first, place)) ?? NONE;
  const { folded } = place.words[at] as Word;
  return DIGITS.test(folded) ? [...reads, ...amountReads({ n: numberOf(folded), last: at }, null, place)] : reads;
}

/** The times that begin with this cue. */
function readsFrom(first: At, place: Place): readonly Read[] {
  const { cue, last } = first;
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
      return cue.side === "before" ? next(first, place).flatMap((other) => pointed(other.cue, cue.offset, other.last)) : [];
    case "month_cue":
      return next(first, place).flatMap((other) => (other.cue.kind === "month" ? pointed(other.cue, 0, other.last) : []));
    case "number":
      return amountReads({ n: cue.value, last }, first.sequence.language, place);
    case "ahead":
      return cue.side === "before" ? afterAhead(first, cue.bare, place) : [];
    case "ago":
      return cue.side === "before"
        ? numbersAfter(last, first.sequence.language, place).flatMap((amount) =>
            measured(amount, first.sequence.language, place, "ago"),
          )
        : [];
  }
}

/** A unit, a weekday or a month, alone or with a word after it that says which. */
function named(first: At, cue: TimeCue, place: Place): readonly Read[] {
  const after = next(first, place).flatMap(({ cue: other, last }) =>
    other.kind === "relative" && other.side === "after" ? pointed(cue, other.offset, last) : [],
  );
  const alone = cue.kind === "weekday" || (cue.kind === "month" && cue.alone) || (cue.kind === "unit" && cue.unit === "weekend");
  return alone ? [...after, ...pointed(cue, 0, first.last)] : after;
}

function pointed(cue: TimeCue, offset: number, last: number): readonly Read[] {
  if (cue.kind === "unit") return [{ meaning: spanOf(cue.unit, offset), last }];
  if (cue.kind === "weekday") return [{ meaning: { kind: "weekday", weekday: cue.weekday, offset }, last }];
  return cue.kind === "month" ? [{ meaning: { kind: "month_name", month: cue.month, offset }, last }] : [];
}

const spanOf = (unit: Unit, offset: number): TimeMeaning => ({ kind: unit, offset });

interface Amount {
  readonly n: number;
  readonly last: number;
}

/** Number and unit with a word after them: three weeks ago, 三天后. */
function amountReads(amount: Amount, language: string | null, place: Place): readonly Read[] {
  return unitsAfter(amount.last, language, place).flatMap((unit) =>
    cuesAfter(unit.last, unit.sequence.language, place).flatMap(({ cue, last }): readonly Read[] => {
      if (unit.cue.kind !== "unit" || !("side" in cue) || cue.side !== "after" || cue.kind === "relative") return [];
      return [{ meaning: { kind: cue.kind === "ago" ? "ago" : "in", unit: unit.cue.unit, n: amount.n }, last }];
    }),
  );
}

/** In, within, over the next: number and unit; or a bare unit after a phrase: over the next months. */
function afterAhead({ last, sequence }: At, bare: boolean, place: Place): readonly Read[] {
  const { language } = sequence;
  const counted = numbersAfter(last, language, place).flatMap((amount) => measured(amount, language, place, "in"));
  const few = bare
    ? unitsAfter(last, language, place).flatMap(({ cue, last: end }): readonly Read[] =>
        cue.kind === "unit" ? [{ meaning: { kind: "in", unit: cue.unit, n: A_FEW }, last: end }] : [],
      )
    : [];
  return [...counted, ...few];
}

const measured = (amount: Amount, language: string, place: Place, kind: "in" | "ago"): readonly Read[] =>
  unitsAfter(amount.last, language, place).flatMap(({ cue, last }): readonly Read[] =>
    cue.kind === "unit" ? [{ meaning: { kind, unit: cue.unit, n: amount.n }, last }] : [],
  );

function numbersAfter(last: number, language: string, place: Place): readonly Amount[] {
  const words = cuesAfter(last, language, place).flatMap(({ cue, last: end }) =>
    cue.kind === "number" ? [{ n: cue.value, last: end }] : [],
  );
  const digits = place.words[last + 1]?.clause === place.words[last]?.clause ? (place.words[last + 1]?.folded ?? "") : "";
  return DIGITS.test(digits) ? [...words, { n: numberOf(digits), last: last + 1 }] : words;
}

const unitsAfter = (last: number, language: string | null, place: Place): readonly At[] =>
  cuesAfter(last, language, place).filter(({ cue }) => cue.kind === "unit");

const next = ({ last, sequence }: At, place: Place): readonly At[] => cuesAfter(last, sequence.language, place);

/** The cues that begin right after a word, in its clause and, where one is given, in that language. */
function cuesAfter(last: number, language: string | null, { words, starting }: Place): readonly At[] {
  if (words[last + 1]?.clause !== words[last]?.clause) return [];
  return (starting.get(last + 1) ?? []).filter(({ sequence }) => language === null || sequence.language === language);
}
