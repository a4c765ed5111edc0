/**
 * Reads one term of a vocabulary. Pure.
 *
 * `a b` stands for adjacent words, `a .. b` for up to three words between, `x|y` for either; `x*` takes any ending, `=x` none,
 * and every other word its language's own. All other signs are letters of a word or part it.
 */
import { splitWords, type Word } from "./words.ts";

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

/** The alternatives of a term as they are written, in the order of `readTerm`. */
export const alternativesOf = (text: string): readonly string[] => text.split("|").map((alternative) => alternative.trim());

/** The alternatives of a term, at least one; or what is wrong with it. */
export function readTerm(text: string): readonly Spelling[] | TermFault {
  if (!text.includes("|")) {
    const spelling = readSpelling(text.trim());
    return typeof spelling === "string" ? spelling : [spelling];
  }
  const spellings: Spelling[] = [];
  for (const alternative of alternativesOf(text)) {
    const spelling = readSpelling(alternative);
    if (typeof spelling === "string") return spelling;
    spellings.push(spelling);
  }
  return spellings;
}

function readSpelling(text: string): Spelling | TermFault {
  const parts: TermPart[] = [];
  if (!text.includes("..")) return readStretch(text, parts, false) ?? parts;
  for (const [index, stretch] of text.split(GAP).entries()) {
    const fault = readStretch(stretch, parts, index > 0);
    if (fault !== null) return fault === "empty" && text !== "" && index > 0 ? "dangling_gap" : fault;
  }
  return parts;
}

/** Adds adjacent words to the parts, or says what is wrong with them. A sign applies to the word it is written at. */
function readStretch(stretch: string, parts: TermPart[], gap: boolean): TermFault | null {
  const words = splitWords(stretch);
  const first = words[0];
  if (first === undefined) return "empty";
  if (words[words.length - 1]?.clause !== first.clause) return "two_clauses";
  for (let at = 0; at < words.length; at += 1) {
    const { folded, start, end } = words[at] as Word;
    parts.push({ word: folded, mode: modeOf(stretch, start, end), gap: gap && at === 0 });
  }
  const only = words.length === 1 ? parts.at(-1) : null;
  return only?.mode === "stem" && only.word.length < SHORTEST_PREFIX && LATIN.test(only.word) ? "short_stem" : null;
}

function modeOf(stretch: string, start: number, end: number): Mode {
  if (stretch.charCodeAt(end) === STAR) return "stem";
  return stretch.charCodeAt(start - 1) === EQUALS ? "exact" : "inflects";
}

const STAR = 0x2a;
const EQUALS = 0x3d;
const LATIN = /^\p{Script=Latin}+$/u;
