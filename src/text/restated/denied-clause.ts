/**
 * Whether a clause denies what it names: "I no longer live in Kyiv". Pure.
 *
 * A denial counts at most five words before what it denies, in the same clause; a few languages put it right behind. Where it is unsure
 * nothing is denied: an outdated fact that comes back is worse than a turn that is missed.
 */
import { DENIALS_WITHIN, OWN_SCRIPT } from "../denials.ts";
import { valueDenials } from "../values/value-denials.ts";
import { UNSPACED_CHARACTER } from "../words/unspaced.ts";
import type { DenialCue, Said } from "./denial-words.ts";

/** A denial in English and Spanish, "in the" in Portuguese: only where nothing of what is denied stands before it. */
const NO = "no";
/** Drawn into the word beside it, which no other language writes so. */
const CONTRACTED = /n't$|^n'\p{L}/u;
const ENDS_CLAUSE: ReadonlySet<string> = new Set(", ; : - — ( ) . ! ? … / |".split(" "));
const REACH = 5;
const REACH_BACK = 2;

/** Wherever they stand: they are written between words without spaces. */
const WITHIN: readonly RegExp[] = DENIALS_WITHIN.flatMap(([language, pattern]) => (OWN_SCRIPT.has(language) ? [pattern] : []));
/** Of languages that write them into words. */
const IN_WORDS = ["cs", "tr"].map((language) => [language, valueDenials(language)?.after ?? null] as const);

/** The last word of a denial that begins at a place; null where none does. */
const denialEnd = (said: Said, at: number): number | null =>
  said.ends(at, "denies") ?? (isContracted(said.words[at] ?? "") ? at : null);

const isContracted = (word: string): boolean => word.includes("'") && CONTRACTED.test(word);

/** Words that deny; and those that come with a denial, where there is one. */
export function denyingWords(said: Said): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (at: number, end: number): void => {
    for (const word of said.words.slice(at, end + 1)) found.add(word);
  };
  for (const at of said.words.keys()) add(at, denialEnd(said, at) ?? at - 1);
  if (found.size > 0) for (const at of said.words.keys()) add(at, said.ends(at, "beside_denial") ?? at - 1);
  return found;
}

/** Places of words, the second not included. */
export type Clause = readonly [from: number, to: number];

/** The clauses of a sentence. A word that denies and joins ("without") begins one. */
export function clausesOf(said: Said): readonly Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  for (const [at, word] of said.words.entries()) {
    if (!endsClause(said, at)) continue;
    clauses.push([from, at]);
    from = ENDS_CLAUSE.has(word) || denialEnd(said, at) === null ? at + 1 : at;
  }
  return [...clauses, [from, said.words.length] as const].filter(([begin, end]) => begin < end);
}

const endsClause = (said: Said, at: number): boolean => ENDS_CLAUSE.has(said.words[at] ?? "") || said.ends(at, "joins") !== null;

/** Whether a clause denies one of the words that are `named`. */
export function denies(said: Said, named: (word: string) => boolean): boolean {
  return clausesOf(said).some((clause) => {
    const places = placesOf(clause).filter((at) => named(said.words[at] ?? "") && denialEnd(said, at) === null);
    return places.length > 0 && (deniesWithin(said, clause) || placesOf(clause).some((at) => reaches(said, at, places)));
  });
}

const placesOf = ([from, to]: Clause): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);

const BETWEEN_CELLS = new RegExp(String.raw`(?<=${UNSPACED_CHARACTER}|\p{M}) (?=${UNSPACED_CHARACTER})`, "gu");

function deniesWithin({ words, isShown }: Said, [from, to]: Clause): boolean {
  const text = words.slice(from, to).join(" ");
  if (IN_WORDS.some(([language, pattern]) => pattern?.test(text) === true && isShown(language))) return true;
  const close = text.replaceAll(BETWEEN_CELLS, "");
  return WITHIN.some((pattern) => pattern.test(close));
}

function reaches(said: Said, at: number, places: readonly number[]): boolean {
  if (said.ends(at, "denies_behind") !== null && places.some((place) => at > place && at - place <= REACH_BACK)) return true;
  const end = forwardEnd(said, at);
  if (end === null || (said.words[at] === NO && places.some((place) => place < at))) return false;
  return places.some((place) => place > end && place - end <= REACH && !letsStand(said, end + 1, place));
}

/** The last word of a denial of what follows. None are "why not", "isn't it", and "not moved". */
function forwardEnd(said: Said, at: number): number | null {
  const end = denialEnd(said, at);
  if (end === null || said.ends(at - 1, "suggests") !== null || said.ends(end + 1, "lets_stand") !== null) return null;
  return isContracted(said.words[at] ?? "") && said.ends(at + 1, "subjects") !== null ? null : end;
}

const letsStand = (said: Said, from: number, to: number): boolean => hasCue(said, [from, to], "lets_stand");

/** Whether a cue begins among the words of a clause. */
export const hasCue = (said: Said, clause: Clause, cue: DenialCue): boolean =>
  placesOf(clause).some((at) => said.ends(at, cue) !== null);

/** Whether words before an offset of a text deny what begins there. "No" alone does not: "no. 12". */
export function deniesBefore(said: Said): boolean {
  const { words } = said;
  const [begin = 0, to = 0] = clausesOf(said).at(-1) ?? [];
  if (to < words.length || endsClause(said, words.length - 1)) return false;
  const clause = placesOf([Math.max(begin, words.length - REACH), words.length]);
  return clause.some((at) => {
    if (words[at] === NO) return words[at + 1] === "longer";
    const end = forwardEnd(said, at);
    return end !== null && !letsStand(said, end + 1, words.length);
  });
}
