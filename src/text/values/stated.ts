/**
 * Whether a text states a value that it names. Pure; linear in the length of the text.
 *
 * What counts is the clause of the value, and where the word of its topic stands in another, all from there to here. A value is not
 * stated where a denial stands in it (behind the value only up to "and", "but"), a word for the past, before it one that leaves open
 * whether it holds, or where the question that it stands in asks about it. A bound beside it, "at least", makes it no value either.
 * In doubt nothing is stated: a conflict that is none drops facts, one that is missed leaves both.
 */
import { type Extent, endsClause, extentsIn } from "./extents.ts";
import type { Sentenced } from "./nearest-mark.ts";
import { isOfOther } from "./other-matter.ts";
import { isAsked } from "./questions.ts";
import type { Found } from "./reading.ts";
import type { StatedValue } from "./stated-value.ts";
import type { StatementCue } from "./statement-cue.ts";
import { type CueFound, type Cues, cuesIn } from "./statement-cues.ts";
import type { Value } from "./value.ts";

/** `bounded`: what a text says of its topic is no single value, whatever else it says there. */
export type Judgement = "stated" | "bounded" | "not_stated";

export interface Named {
  readonly value: StatedValue;
  /** The word of its topic; null where it tells of that by itself. */
  readonly mark: Found | null;
  /** What a person asks for counts, not what is so: "how far, in metric units?" names a wish. */
  readonly isWish: boolean;
}

/** Looks through a text once, when its first value is judged. */
export function judgeOf(sentenced: Sentenced): (named: Named) => Judgement {
  let cues: Cues | null = null;
  return (named) => {
    cues ??= cuesIn(sentenced);
    const extent = extentsIn(named, sentenced);
    if (isOfOther(named, cues, sentenced)) return "not_stated";
    if (isPast(named.value, cues) || isDenied(named.value, extent, cues) || isAsked({ ...named, extent }, cues, sentenced))
      return "not_stated";
    const isOpen = isBounded(named.value, cues, sentenced) || isPartOrChange(named, cues, sentenced);
    return isOpen ? "bounded" : "stated";
  };
}

/** By the letters of its noun, "14 gündü"; a value of a list is meant as it is written there: "iptal edildi". */
const isPast = ({ value, last }: StatedValue, cues: Cues): boolean => value.kind !== "listed" && cues.isPast(last);

/** Denied, set aside, past or unsure. */
function isDenied({ value, first }: StatedValue, extent: Extent, cues: Cues): boolean {
  for (const [from, to] of extent.before) {
    if (holds(cues, from, to, BEFORE) || cues.deniesWithin(from, to, "before")) return true;
  }
  if (holds(cues, Math.max(0, first - (value.kind === "listed" ? NEXT_TO_NAME : 1)), first, NEXT)) return true;
  const [from, to] = extent.after;
  const end = firstOf(cues, from, to, "joins") ?? to;
  return holds(cues, from, end, AFTER) || cues.deniesWithin(from, end, "after");
}

const BEFORE: readonly StatementCue[] = ["denied", "set_aside", "past", "unsure"];
const AFTER: readonly StatementCue[] = ["denied", "denies_before", "past"];
const NEXT: readonly StatementCue[] = ["denies_next"];
/** From "without" to the name that it denies: "sin unidades imperiales". Before an amount it stands at once, or it is of something else. */
const NEXT_TO_NAME = 2;

/** Whether a cue of some kind lies wholly between two words, the second not included. */
function holds(cues: Cues, from: number, to: number, kinds: readonly StatementCue[]): boolean {
  for (let at = from; at < to; at += 1) {
    for (const { says, last } of cues.at(at)) if (last < to && kinds.includes(says)) return true;
  }
  return false;
}

function firstOf(cues: Cues, from: number, to: number, kind: StatementCue): number | null {
  for (let at = from; at < to; at += 1) if (cues.at(at).some(({ says }) => says === kind)) return at;
  return null;
}

/** What may stand between a bound and its value in a script without spaces. */
const SIGNS_BETWEEN = 2;

function isBounded({ value, first, last }: StatedValue, cues: Cues, { reading: { words }, of }: Sentenced): boolean {
  const [before, after] = boundsOf(value);
  const gap = words[first]?.unspaced || words[first - 1]?.unspaced ? SIGNS_BETWEEN : 0;
  for (let at = Math.max(0, first - gap - MOST_BOUND_WORDS); at < first; at += 1) {
    if (of[at] !== of[first]) continue;
    if (cues.at(at).some(({ says, last: end }) => end < first && end >= first - 1 - gap && before.includes(says))) return true;
  }
  return of[last + 1] === of[last] && cues.at(last + 1).some(({ says }) => after.includes(says));
}

/** From "double" to its amount: double the $10, first of the 14 days. */
const MOST_BETWEEN = 2;

/** Half a year, twice 14 days, five dollars and fifty cents; $5 off, by 14 days. A word that tells of the topic, or a qualifier such as "plus", is none of these. */
function isPartOrChange({ value, mark }: Named, cues: Cues, sentenced: Sentenced): boolean {
  if (value.value.kind === "listed" || value.value.kind === "date") return false;
  const { first, last } = value;
  const { byFirst } = sentenced.reading;
  const stands = (at: number, { last: end }: CueFound): boolean =>
    (mark === null || end < mark.first || at > mark.last) &&
    byFirst.get(at)?.some(({ sequence }) => sequence.payload.kind === "qualifier") !== true;
  for (let at = Math.max(0, first - MOST_BETWEEN - MOST_PART_WORDS); at < first; at += 1) {
    for (const cue of cues.at(at)) {
      if (cue.last >= first || !stands(at, cue) || clauseEndsWithin(cue.last, first, sentenced)) continue;
      if (cue.says === "change" && cue.last === first - 1) return true;
      if (cue.says === "part" && areSmall(cues, cue.last + 1, first)) return true;
    }
  }
  const next = last + 1;
  if (clauseEndsWithin(last, next, sentenced)) return false;
  const behind = cues.at(next).filter((cue) => stands(next, cue));
  if (behind.some(({ says }) => says === "part" || says === "change_after")) return true;
  const isJoined = behind.some(({ says }) => says === "joins") && !clauseEndsWithin(next, next + 1, sentenced);
  return isJoined && cues.at(next + 1).some(({ says }) => says === "part");
}

/** Words of the longest phrase that counts. */
const MOST_PART_WORDS = 4;

/** Whether all between are words such as "of" and "the". */
function areSmall(cues: Cues, from: number, to: number): boolean {
  if (to - from > MOST_BETWEEN) return false;
  for (let at = from; at < to; at += 1) if (!cues.at(at).some(({ says }) => says === "common")) return false;
  return true;
}

function clauseEndsWithin(from: number, to: number, sentenced: Sentenced): boolean {
  for (let at = from; at < to; at += 1) if (endsClause(at, sentenced)) return true;
  return false;
}

/** Words, or signs, of the longest bound that counts. */
const MOST_BOUND_WORDS = 12;

type Bounds = readonly [before: readonly StatementCue[], after: readonly StatementCue[]];
const OF_DATES: Bounds = [["bound_dates"], ["bound_dates"]];
const OF_AMOUNTS: Bounds = [["bound_before"], ["bound_after"]];
const OF_NAMES: Bounds = [[], []];

const boundsOf = ({ kind }: Value): Bounds => (kind === "listed" ? OF_NAMES : kind === "date" ? OF_DATES : OF_AMOUNTS);
