/**
 * Whether a text states a value that it names. Pure; linear in the length of the text.
 *
 * What counts is the clause of the value, and where the word of its topic stands in another, all from there to here. A value is not
 * stated where a denial stands in it (behind the value only up to "and", "but"), a word for the past, before it one that leaves open
 * whether it holds, or where the question that it stands in asks about it. A bound beside it, "at least", makes it no value either.
 * In doubt nothing is stated: a conflict that is none drops facts, one that is missed leaves both.
 */
import { type Extent, extentsIn } from "./extents.ts";
import type { Sentenced } from "./nearest-mark.ts";
import { isAsked } from "./questions.ts";
import type { StatedValue } from "./read-values.ts";
import type { Found } from "./reading.ts";
import type { StatementCue } from "./statement-cue.ts";
import { type Cues, cuesIn } from "./statement-cues.ts";
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
    if (isPast(named.value, cues) || isDenied(named.value, extent, cues) || isAsked({ ...named, extent }, cues, sentenced))
      return "not_stated";
    return isBounded(named.value, cues, sentenced) ? "bounded" : "stated";
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

/** Words, or signs, of the longest bound that counts. */
const MOST_BOUND_WORDS = 12;

type Bounds = readonly [before: readonly StatementCue[], after: readonly StatementCue[]];
const OF_DATES: Bounds = [["bound_dates"], ["bound_dates"]];
const OF_AMOUNTS: Bounds = [["bound_before"], ["bound_after"]];
const OF_NAMES: Bounds = [[], []];

const boundsOf = ({ kind }: Value): Bounds => (kind === "listed" ? OF_NAMES : kind === "date" ? OF_DATES : OF_AMOUNTS);
