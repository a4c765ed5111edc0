/**
 * Reads one term of a vocabulary. Pure.
 *
 * `a b` stands for adjacent words, `a .. b` for up to three words between, `x|y` for either; `x*` takes any ending, `=x` none,
 * and every other word its language's own. All other signs are letters of a word or part it.
 */
import { splitWords } from "./words.ts";

export type Mode = "inflects" | "exact" | "stem";

export interface TermPart {
  /** Comparing form, see `foldWord`. */
  readonly word: string;
  readonly mode: Mode;
  /** Up to three words may stand before it. */
  readonly gap: boolean;
}

/** One spelling of a term: what must stand in a question, in order. */
export type Spelling = readonly TermPart[];

export type TermFault = "empty" | "two_clauses" | "dangling_gap" | "short_stem";

/** Shortest beginning that `x*` may stand for: shorter ones are beginnings of too many words. */
const SHORTEST_PREFIX = 3;
const GAP = /\s\.{2,}(?=\s|$)|^\.{2,}(?=\s|$)/u;

/** The alternatives of a term, at least one; or what is wrong with it. */
export function readTerm(text: string): readonly Spelling[] | TermFault {
  const spellings: Spelling[] = [];
  for (const alternative of text.split("|")) {
    const spelling = readSpelling(alternative.trim());
    if (typeof spelling === "string") return spelling;
    spellings.push(spelling);
  }
  return spellings;
}

function readSpelling(text: string): Spelling | TermFault {
  const parts: TermPart[] = [];
  for (const [index, stretch] of text.split(GAP).entries()) {
    const read = readStretch(stretch);
    if (typeof read === "string") return read === "empty" && text !== "" && index > 0 ? "dangling_gap" : read;
    parts.push(...read.map((part, at) => ({ ...part, gap: index > 0 && at === 0 })));
  }
  return parts;
}

/** Adjacent words. A sign applies to the word it is written at. */
function readStretch(stretch: string): readonly Omit<TermPart, "gap">[] | TermFault {
  const words = splitWords(stretch);
  if (words.length === 0) return "empty";
  if (new Set(words.map((word) => word.clause)).size > 1) return "two_clauses";
  const parts = words.map(({ folded, start, end }) => ({ word: folded, mode: modeOf(stretch, start, end) }));
  const [only, second] = parts;
  const short = second === undefined && only?.mode === "stem" && only.word.length < SHORTEST_PREFIX && LATIN.test(only.word);
  return short ? "short_stem" : parts;
}

function modeOf(stretch: string, start: number, end: number): Mode {
  if (stretch[end] === "*") return "stem";
  return stretch[start - 1] === "=" ? "exact" : "inflects";
}

const LATIN = /^\p{Script=Latin}+$/u;
