/**
 * Reads one term of a vocabulary. Pure.
 *
 * `a b` stands for adjacent words, `a .. b` for up to three words between, `x|y` for either; `x*` takes any ending, `=x` none,
 * and every other word its language's own. All other signs are letters of a word or part it.
 */
import { accentsOf } from "../words/accents.ts";
import { splitWords } from "../words/words.ts";

export type Mode = "inflects" | "exact" | "stem";

export interface TermPart {
  /** Comparing form, see `foldWord`. */
  readonly word: string;
  readonly mode: Mode;
  /** Up to three words may stand before it. */
  readonly gap: boolean;
}

/**
 * One spelling of a term, what must stand in a question in order: its words in their comparing form, a blank between them, each with its
 * sign, `..` for a gap. A text, because a policy has tens of thousands of them; `partsOf` takes it apart.
 */
export type Spelling = string;

export type TermFault = "empty" | "two_clauses" | "dangling_gap" | "short_stem";

/** Shortest beginning that `x*` may stand for: shorter ones are beginnings of too many words. */
const SHORTEST_PREFIX = 3;
const GAP = /\s\.{2,}(?=\s|$)|^\.{2,}(?=\s|$)/u;
const GAP_SIGN = "..";

/** The alternatives of a term as they are written, in the order of `readTerm`. */
export const alternativesOf = (text: string): readonly string[] =>
  text.includes("|") ? text.split("|").map((alternative) => alternative.trim()) : [text.trim()];

/** The alternatives of a term, at least one; or what is wrong with it. */
export function readTerm(text: string): readonly Spelling[] | TermFault {
  const spellings: Spelling[] = [];
  for (const alternative of alternativesOf(text)) {
    const fault = readSpelling(alternative, spellings);
    if (fault !== null) return fault;
  }
  return spellings;
}

/** By alternative, as `accentsOf` gives them: the accents of each word of it, in the order of `partsOf`. */
export const termAccents = (text: string): readonly (readonly string[])[] =>
  alternativesOf(text).map((alternative) => splitWords(alternative).map(({ written }) => accentsOf(written)));

/** Adds what a text spells, or says what is wrong with it. */
function readSpelling(text: string, spellings: Spelling[]): TermFault | null {
  const parts: string[] = [];
  const stretches = text.includes(GAP_SIGN) ? text.split(GAP) : [text];
  for (const [index, stretch] of stretches.entries()) {
    if (index > 0) parts.push(GAP_SIGN);
    const fault = readStretch(stretch, parts);
    if (fault !== null) return fault === "empty" && text !== "" && index > 0 ? "dangling_gap" : fault;
  }
  spellings.push(parts.length === 1 ? (parts[0] as string) : parts.join(" "));
  return null;
}

/** Adds adjacent words to the parts, or says what is wrong with them. A sign applies to the word it is written at. */
function readStretch(stretch: string, parts: string[]): TermFault | null {
  const words = splitWords(stretch);
  const first = words[0];
  if (first === undefined) return "empty";
  if (words[words.length - 1]?.clause !== first.clause) return "two_clauses";
  for (const { folded, start, end } of words) {
    if (stretch.charCodeAt(end) === STAR) {
      if (words.length === 1 && folded.length < SHORTEST_PREFIX && LATIN.test(folded)) return "short_stem";
      parts.push(`${folded}*`);
    } else parts.push(stretch.charCodeAt(start - 1) === EQUALS ? `=${folded}` : folded);
  }
  return null;
}

/** What must stand there, in order, at least one; the first without a gap. */
export function partsOf(spelling: Spelling): readonly TermPart[] {
  if (!spelling.includes(" ")) return [partOf(spelling, false)];
  const parts: TermPart[] = [];
  let gap = false;
  for (const written of spelling.split(" ")) {
    if (written !== GAP_SIGN) parts.push(partOf(written, gap));
    gap = written === GAP_SIGN;
  }
  return parts;
}

function partOf(written: string, gap: boolean): TermPart {
  if (written.charCodeAt(0) === EQUALS) return { word: written.slice(1), mode: "exact", gap };
  if (written.charCodeAt(written.length - 1) === STAR) return { word: written.slice(0, -1), mode: "stem", gap };
  return { word: written, mode: "inflects", gap };
}

/** Equal for terms that match the same words, whatever the order of their alternatives; `accentsTell` as in the rules of the language. */
export function keyOf(text: string, read: readonly Spelling[] | TermFault, accentsTell: boolean): string {
  if (typeof read === "string") return text;
  const accents = accentsTell ? termAccents(text) : [];
  const spellings = accentsTell ? read.map((spelling, at) => `${spelling} ${accents[at]?.join(" ")}`) : read;
  return spellings.length === 1 ? (spellings[0] as string) : spellings.toSorted().join("|");
}

const STAR = 0x2a;
const EQUALS = 0x3d;
const LATIN = /^\p{Script=Latin}+$/u;
