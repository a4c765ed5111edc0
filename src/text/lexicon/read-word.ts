/** Reads one word: which headwords it may be, and how surely. Pure; what it keeps between two words is scratch. */
import { ANYTHING, type HeadwordTrie, WHOLE } from "./headword-trie.ts";
import { type Headwords, SHORTEST_COMPOUND } from "./headwords.ts";
import { childOf, NOWHERE, ROOT } from "./letter-trie.ts";
import { HOWS, type How, type WordMatch } from "./pattern.ts";

/** Letters written before a word. */
export interface Proclitic {
  readonly language: string;
  readonly letters: string;
}

/** The part of a compound that is left over must be a word too. */
const SHORTEST_REST = 3;
/** What may follow an apostrophe at the end of a word: train's, don't. */
const LONGEST_TAIL = 3;
const SHORTEST_AFTER = 2;
/** Behind more letters a short tail is no word of its own: Turkish Ankara'da. */
const LONGEST_PROCLITIC = 3;
/** Letters left after a proclitic; the first letters of shorter words are their own. */
const SHORTEST_BARE = 3;

const [EXACT, INFLECTED, PREFIXED, COMPOUND] = [0, 1, 2, 3] as const;

interface Reading {
  readonly trie: HeadwordTrie;
  readonly headwords: Headwords;
  /** What was found, in order, as ids and as places in `HOWS`. */
  readonly found: number[];
  readonly hows: number[];
  /** By headword: its place in `found`, from 1. */
  readonly places: Int32Array;
  /** By tail: which rest of which word was tested last, and what came of it. */
  readonly tested: Float64Array;
  readonly passed: Uint8Array;
  /** The number of the word's first rest. */
  first: number;
}

export function wordReader(
  trie: HeadwordTrie,
  headwords: Headwords,
  proclitics: readonly Proclitic[],
): (word: string) => readonly WordMatch[] {
  const reading: Reading = {
    trie,
    headwords,
    found: [],
    hows: [],
    places: new Int32Array(headwords.words.length),
    tested: new Float64Array(trie.tests.length),
    passed: new Uint8Array(trie.tests.length),
    first: 1,
  };
  return (word) => {
    readFrom(reading, word, 0, "any");
    readTails(reading, word);
    for (const { language, letters } of proclitics) {
      if (word.length - letters.length < SHORTEST_BARE || !word.startsWith(letters)) continue;
      readFrom(reading, word, letters.length, "prefixed", language);
    }
    const mark = word.indexOf("'");
    if (mark > 0) readAround(reading, word, mark);
    reading.first += word.length + 1;
    return taken(reading);
  };
}

/** Headwords that the word from `from` on is a form of, or begins with as a compound. */
function readFrom(reading: Reading, word: string, from: number, as: "any" | "prefixed" | "alone", language = ""): void {
  const { letters, starts, headwords, tails } = reading.trie;
  let node = ROOT;
  for (let at = from; at < word.length; ) {
    node = childOf(letters, node, word.charCodeAt(at));
    if (node === NOWHERE) return;
    at += 1;
    const rest = word.length - at;
    const stop = starts[node + 1] as number;
    for (let end = starts[node] as number; end < stop; end += 1) {
      const id = headwords[end] as number;
      const tail = tails[end] as number;
      const fits = isTail(reading, tail, word, at);
      if (!fits && (as === "alone" || tail !== WHOLE || rest < SHORTEST_REST)) continue;
      if (!fits && reading.headwords.compounds[id] === false) continue;
      if (as !== "prefixed") note(reading, id, fits ? (rest === 0 ? EXACT : INFLECTED) : COMPOUND);
      else if (reading.headwords.languages[id] === language) note(reading, id, PREFIXED);
    }
  }
}

/** Headwords that stand at the end of a compound. */
function readTails(reading: Reading, word: string): void {
  const { letters, starts, headwords, tails } = reading.trie;
  for (let from = SHORTEST_REST; from <= word.length - SHORTEST_COMPOUND; from += 1) {
    let node = ROOT;
    for (let at = from; at < word.length; ) {
      node = childOf(letters, node, word.charCodeAt(at));
      if (node === NOWHERE) break;
      at += 1;
      const stop = starts[node + 1] as number;
      for (let end = starts[node] as number; end < stop; end += 1) {
        const id = headwords[end] as number;
        if (reading.headwords.compounds[id] === false) continue;
        if (isTail(reading, tails[end] as number, word, at)) note(reading, id, COMPOUND);
      }
    }
  }
}

/** l'entraînement, train's: the word after the apostrophe, or the one before a short tail. */
function readAround(reading: Reading, word: string, mark: number): void {
  const after = word.slice(mark + 1);
  reading.first += word.length + 1;
  const isSuffix = after.length <= LONGEST_TAIL && mark > LONGEST_PROCLITIC;
  if (after.length >= SHORTEST_AFTER && !isSuffix) readFrom(reading, after, 0, "alone");
  reading.first += word.length + 1;
  if (after.length <= LONGEST_TAIL) readFrom(reading, word.slice(0, mark), 0, "alone");
}

/** Whether the rest of the word from `at` on may follow; each rest is tested once for all headwords with that kind of ending. */
function isTail(reading: Reading, tail: number, word: string, at: number): boolean {
  if (tail === WHOLE) return at === word.length;
  if (tail === ANYTHING) return true;
  const rest = reading.first + at;
  if (reading.tested[tail] !== rest) {
    reading.tested[tail] = rest;
    reading.passed[tail] = Number(reading.trie.tests[tail]?.(word.slice(at)));
  }
  return reading.passed[tail] === 1;
}

function note({ found, hows, places }: Reading, headword: number, how: number): void {
  const place = places[headword] as number;
  if (place === 0) {
    places[headword] = found.push(headword);
    hows.push(how);
  } else if (how < (hows[place - 1] as number)) hows[place - 1] = how;
}

const NOTHING: readonly WordMatch[] = [];

function taken({ found, hows, places }: Reading): readonly WordMatch[] {
  if (found.length === 0) return NOTHING;
  const matches = found.map((headword, at) => ({ headword, how: HOWS[hows[at] as number] as How }));
  for (const headword of found) places[headword] = 0;
  found.length = 0;
  hows.length = 0;
  return matches;
}
