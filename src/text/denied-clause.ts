/**
 * Whether a clause denies what it names: "I no longer live in Kyiv". Pure.
 *
 * A denial counts at most five words before what it denies, in the same clause; a few languages put it right behind. Where it is unsure
 * nothing is denied: an outdated fact that comes back is worse than a turn that is missed.
 */
import { DENIALS_WITHIN } from "./denials.ts";
import { valueDenials } from "./values/value-denials.ts";

/** In their comparing form. Left out is what is another everyday word next door: "en" (Finnish), "nu" (Romanian), "plus" (French). */
const DENIALS: ReadonlySet<string> = new Set(
  `not never cannot dont doesnt didnt isnt arent wasnt nicht nie niemals kein keine keinen keinem keiner ne pas jamais non mai niet geen
  nooit inte aldrig ikke aldri não nunca jamás ei eivät δεν μην nie не ні нет нема немає никогда ніколи tidak bukan không chẳng değil
  नहीं لا ليس لم לא אין`.split(/\s+/u),
);
/** A denial in English and Spanish, "in the" in Portuguese: only where nothing of what is denied stands before it. */
const NO = "no";
const CONTRACTED = /n't$|^n'\p{L}/u;
/** Between a denial and what it names: it denies something else, or that anything has changed. */
const LETS_STAND: ReadonlySet<string> = new Set(
  "move moved change changed leave left wait except but other than umgezogen ausgezogen geändert переїхав переїхала переехал переехала forget forgotten doubt worry hesitate only just far sure problem vergessen nur oublier oublie seulement solo забудь забувай забывай лише только".split(
    " ",
  ),
);
const LETS_DENY_NOT: ReadonlySet<string> = new Set(["why", "warum", "pourquoi"]);
/** Stand behind what they deny as well. */
const BEHIND: ReadonlySet<string> = new Set(["nicht", "nie", "niet", "inte", "ikke", "değil"]);
const ENDS_CLAUSE: ReadonlySet<string> = new Set(
  [", ; : - — ( ) . ! ? … / |", "and but or und aber oder et mais y pero e ma и но а і й та але en maar och men og"]
    .join(" ")
    .split(" "),
);
const REACH = 5;
const REACH_BACK = 2;

/** Of languages that write denials into words or without spaces. */
const WITHIN: readonly RegExp[] = [
  ...DENIALS_WITHIN.flatMap(([language, pattern]) => (["ja", "zh", "ko", "th"].includes(language) ? [pattern] : [])),
  ...["cs", "tr"].flatMap((language) => valueDenials(language)?.after ?? []),
];

/** Whether a word in its comparing form is one that denies. */
export const isDenial = (word: string): boolean => word === NO || DENIALS.has(word) || CONTRACTED.test(word);

/** The clauses of a sentence, of its words in their comparing form. */
export function clausesOf(words: readonly string[]): readonly (readonly string[])[] {
  const clauses: string[][] = [[]];
  for (const word of words) {
    if (ENDS_CLAUSE.has(word)) clauses.push([]);
    else clauses.at(-1)?.push(word);
  }
  return clauses.filter((clause) => clause.length > 0);
}

/** Whether a clause of `words` denies one of those that are `named`. */
export function denies(words: readonly string[], named: (word: string) => boolean): boolean {
  return clausesOf(words).some((clause) => {
    const places = clause.flatMap((word, at) => (named(word) && !isDenial(word) ? [at] : []));
    if (places.length === 0) return false;
    if (WITHIN.some((pattern) => pattern.test(clause.join(" ").replaceAll(BETWEEN_CELLS, "")))) return true;
    return clause.some((_, at) => deniesAt(clause, at) && reaches(clause, at, places));
  });
}

const BETWEEN_CELLS =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{M}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu;

const deniesAt = (clause: readonly string[], at: number): boolean =>
  isDenial(clause[at] ?? "") && !asksAt(clause, at) && !LETS_STAND.has(clause[at + 1] ?? "");

/** "Why not", "isn't it". */
const asksAt = (clause: readonly string[], at: number): boolean =>
  LETS_DENY_NOT.has(clause[at - 1] ?? "") || (CONTRACTED.test(clause[at] ?? "") && SUBJECTS.has(clause[at + 1] ?? ""));
const SUBJECTS: ReadonlySet<string> = new Set("i you he she it we they this that there".split(" "));

const letsStand = (between: readonly string[]): boolean => between.some((word) => LETS_STAND.has(word));

function reaches(clause: readonly string[], at: number, places: readonly number[]): boolean {
  const word = clause[at] ?? "";
  if (word === NO && places.some((place) => place < at)) return false;
  return places.some((place) =>
    place > at ? place - at <= REACH && !letsStand(clause.slice(at + 1, place)) : BEHIND.has(word) && at - place <= REACH_BACK,
  );
}

/** Whether the words of a text before an offset deny what begins there. "No" alone does not: "no. 12". */
export function deniesBefore(words: readonly string[]): boolean {
  const lastEnd = words.findLastIndex((word) => ENDS_CLAUSE.has(word));
  const clause = words.slice(Math.max(lastEnd + 1, words.length - REACH));
  return clause.some((word, at) =>
    word === NO ? clause[at + 1] === "longer" : deniesAt(clause, at) && !letsStand(clause.slice(at + 1)),
  );
}
