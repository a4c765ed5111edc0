/** Finds the patterns of a lexicon in the words of a text. Pure, but for scratch; linear in the number of words. */
import type { Word } from "../words/words.ts";
import type { Lexicon } from "./lexicon.ts";
import { ALONE, HOWS, type How, type PatternTable, type Sequence, type WordMatch } from "./pattern.ts";

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

export interface Search<T> {
  readonly words: readonly Word[];
  readonly lexicon: Lexicon<T>;
  /** Those of `matchesOf`, or more of them. */
  readonly matches: readonly (readonly WordMatch[])[];
  /** Languages of which every pattern is looked for, all where it is not given; a pattern is of one language with its words. */
  readonly isHome?: (language: string) => boolean;
  /** Of the other languages, those to look for; none where it is not given. */
  readonly isGuest?: (sequence: Sequence<T>) => boolean;
  /** By headword, as `beginnings` gives it: others begin nothing that is looked for. */
  readonly from?: Uint8Array;
}

/** By headword: 1 where a pattern that is wanted begins with it. For what is asked of one lexicon again and again. */
export function beginnings<T>(lexicon: Lexicon<T>, wants: (sequence: Sequence<T>) => boolean): Uint8Array {
  const { starts, sequences } = lexicon.patterns();
  const begins = new Uint8Array(starts.length - 1);
  for (let headword = 0; headword < begins.length; headword += 1) {
    const stop = starts[headword + 1] as number;
    for (let at = starts[headword] as number; at < stop && begins[headword] === 0; at += 1) {
      if (wants(sequences[at] as Sequence<T>)) begins[headword] = 1;
    }
  }
  return begins;
}

/** Every occurrence, in the order of the first word. */
export function findPhrases<T>(search: Search<T>): readonly Occurrence<T>[] {
  const found: Occurrence<T>[] = [];
  eachPhrase(search, (sequence, first, last, how) => found.push({ sequence, first, last, how }));
  return found;
}

/** The spellings that occur, each once, in the order of the first word. */
export function spellingsIn<T>(search: Search<T>): readonly Sequence<T>[] {
  const { sequences } = search.lexicon.patterns();
  const found = new Set<number>();
  eachPhrase(search, (_sequence, _first, _last, _how, place) => found.add(place));
  return Array.from(found, (place) => sequences[place] as Sequence<T>);
}

/** `place` is that of the spelling in the lexicon's table. */
type Tell<T> = (sequence: Sequence<T>, first: number, last: number, how: How, place: number) => void;

const all = (): boolean => true;

function eachPhrase<T>({ words, lexicon, matches, isHome = all, isGuest, from }: Search<T>, tell: Tell<T>): void {
  const table = lexicon.patterns();
  const { starts, seconds, sequences } = table;
  // Made when a pattern of several words may begin: many searches meet none.
  let run = UNMARKED;
  // Headwords of one language stand together.
  let language: string | null = null;
  let guests: typeof isGuest;
  for (let first = 0; first < matches.length; first += 1) {
    for (const { headword, how } of matches[first] as readonly WordMatch[]) {
      if (from !== undefined && from[headword] === 0) continue;
      const own = lexicon.languageOf(headword);
      if (own !== language) {
        language = own;
        guests = isHome(own) ? all : isGuest;
      }
      if (guests === undefined) continue;
      const stop = starts[headword + 1] as number;
      for (let at = starts[headword] as number; at < stop; at += 1) {
        const second = seconds[at] as number;
        if (second !== ALONE) {
          if (run === UNMARKED) run = markPresent(matches);
          if (present[second & LAST_BITS] !== run) continue;
        }
        const sequence = sequences[at] as Sequence<T>;
        if (guests !== all && !guests(sequence)) continue;
        if (second === ALONE) {
          if (how !== "compound" || sequence.loose) tell(sequence, first, first, how, at);
          continue;
        }
        if (how === "compound" || (how === "prefixed" && !sequence.loose)) continue;
        const end = follow({ table, words, matches }, at, first, how);
        if (end !== null) tell(sequence, first, end.last, end.how, at);
      }
    }
  }
}

// Scratch: by the last bits of a headword, the last text that it may stand in. Most patterns that begin with "I" or "can" end at their
// second word; one that is let through, because another headword has the same bits, ends when it is followed.
const LAST_BITS = 0xfff;
const present = new Int32Array(LAST_BITS + 1);
let texts = 0;

/** Marks the headwords of a text, and gives the mark. */
function markPresent(matches: readonly (readonly WordMatch[])[]): number {
  if (texts === LAST_MARK) {
    present.fill(0);
    texts = 0;
  }
  texts += 1;
  for (const ways of matches) for (const { headword } of ways) present[headword & LAST_BITS] = texts;
  return texts;
}

const LAST_MARK = 0x7fffffff;
const UNMARKED = 0;

interface Following {
  readonly table: Pick<PatternTable<unknown>, "rests" | "parts">;
  readonly words: readonly Word[];
  readonly matches: readonly (readonly WordMatch[])[];
}

/** The rest of the spelling at a place of the table, whose first word stands at `first`; each further word where it fits first. */
function follow(
  { table: { rests, parts }, words, matches }: Following,
  place: number,
  first: number,
  how: How,
): Pick<Occurrence<unknown>, "last" | "how"> | null {
  let last = first;
  let least: How = how;
  for (let at = rests[place] as number; parts[at] !== ALONE; at += 1) {
    const part = parts[at] as number;
    const headword = part >> 1;
    const next = nextPlace(headword, (part & 1) === 1, last, words, matches);
    if (next === NOWHERE) return null;
    last = next;
    const own = (standing(matches[last] as readonly WordMatch[], headword) as WordMatch).how;
    if (RANK[own] > RANK[least]) least = own;
  }
  return { last, how: least };
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
