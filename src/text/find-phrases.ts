/** Finds the patterns of a lexicon in the words of a text. Pure, but for scratch; linear in the number of words. */
import type { Lexicon } from "./lexicon.ts";
import { ALONE, HOWS, type How, type Sequence, type SequencePart, type WordMatch } from "./pattern.ts";
import type { Word } from "./words.ts";

export interface Occurrence<T> {
  readonly sequence: Sequence<T>;
  /** First and last word, as places in the list of words. */
  readonly first: number;
  readonly last: number;
  /** The least sure of its words. */
  readonly how: How;
}

/** Words that may stand in a gap; characters of a script without spaces are shorter than words. */
const GAP_WORDS = 3;
const GAP_SIGNS = 6;

/** What each word may be. */
export const matchesOf = <T>(words: readonly Word[], lexicon: Lexicon<T>): readonly (readonly WordMatch[])[] =>
  words.map((word) => lexicon.matches(word));

/** Every occurrence, in the order of the first word. `matches` are those of `matchesOf`, or more of them. */
export function findPhrases<T>(
  words: readonly Word[],
  lexicon: Lexicon<T>,
  matches: readonly (readonly WordMatch[])[],
): readonly Occurrence<T>[] {
  const found: Occurrence<T>[] = [];
  const run = markPresent(matches);
  for (let first = 0; first < matches.length; first += 1) {
    for (const { headword, how } of matches[first] as readonly WordMatch[]) {
      for (const sequence of lexicon.sequences(headword)) {
        if (sequence.second === ALONE) {
          if (how !== "compound" || sequence.loose) found.push({ sequence, first, last: first, how });
          continue;
        }
        if (present[sequence.second] !== run) continue;
        const occurrence = follow(sequence, first, how, words, matches);
        if (occurrence !== null) found.push(occurrence);
      }
    }
  }
  return found;
}

// Scratch: by headword, the last text that it may stand in. Most patterns that begin with "I" or "can" end at their second word.
let present = new Int32Array(1_024);
let texts = 0;

/** Marks the headwords of a text, and gives the mark. */
function markPresent(matches: readonly (readonly WordMatch[])[]): number {
  if (texts === LAST_MARK) {
    present.fill(0);
    texts = 0;
  }
  texts += 1;
  for (const ways of matches) {
    for (const { headword } of ways) {
      if (headword >= present.length) grow(headword);
      present[headword] = texts;
    }
  }
  return texts;
}

const LAST_MARK = 0x7fffffff;

function grow(headword: number): void {
  const larger = new Int32Array(2 * headword);
  larger.set(present);
  present = larger;
}

/** The rest of a pattern whose first word stands at `first`; each further word at the nearest place that fits. */
function follow<T>(
  sequence: Sequence<T>,
  first: number,
  how: How,
  words: readonly Word[],
  matches: readonly (readonly WordMatch[])[],
): Occurrence<T> | null {
  const { parts } = sequence;
  if (how === "compound" || (how === "prefixed" && !sequence.loose)) return null;
  let last = first;
  let least: How = how;
  for (let index = 1; index < parts.length; index += 1) {
    const { headword, gap } = parts[index] as SequencePart;
    const next = nextPlace(headword, gap, last, words, matches);
    if (next === NOWHERE) return null;
    last = next;
    const own = (standing(matches[last] as readonly WordMatch[], headword) as WordMatch).how;
    if (RANK[own] > RANK[least]) least = own;
  }
  return { sequence, first, last, how: least };
}

const RANK = Object.fromEntries(HOWS.map((how, rank) => [how, rank])) as Readonly<Record<How, number>>;
const NOWHERE = -1;

function nextPlace(
  headword: number,
  gap: boolean,
  last: number,
  words: readonly Word[],
  matches: readonly (readonly WordMatch[])[],
): number {
  const { clause, unspaced } = words[last] as Word;
  const most = gap ? (unspaced ? GAP_SIGNS : GAP_WORDS) : 0;
  const stop = Math.min(words.length - 1, last + 1 + most);
  for (let at = last + 1; at <= stop && (words[at] as Word).clause === clause; at += 1) {
    if (standing(matches[at] as readonly WordMatch[], headword) !== null) return at;
  }
  return NOWHERE;
}

function standing(ways: readonly WordMatch[], headword: number): WordMatch | null {
  for (const way of ways) if (way.headword === headword && way.how !== "compound") return way;
  return null;
}
