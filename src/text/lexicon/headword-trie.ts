/** A trie of headwords: which headwords, or stems of them, a word begins with, and what the rest of it must be. Pure. */
import type { Headwords } from "./headwords.ts";
import { type LanguageRules, type TailTest, tailTest } from "./inflection.ts";
import { childMade, emptyTrie, type LetterTrie, ROOT } from "./letter-trie.ts";
import type { Mode } from "./term-syntax.ts";

/** What may follow the letters of an end: nothing, anything, or from 2 on an ending of `tests`. */
export const WHOLE = 0;
export const ANYTHING = 1;

/** An end is a headword whose letters, or whose stem, end at a node. */
export interface HeadwordTrie {
  readonly letters: LetterTrie;
  /** By node: the place of its first end; those of the next node begin where they stop. */
  readonly starts: Int32Array;
  /** By end, in the order of the headwords. */
  readonly headwords: Int32Array;
  readonly tails: Int32Array;
  /** By the number in `tails`. */
  readonly tests: readonly TailTest[];
}

interface Building {
  readonly letters: LetterTrie;
  /** Node, headword and tail of each end. */
  ends: Int32Array;
  /** Places of `ends` that are taken. */
  taken: number;
  readonly tests: TailTest[];
}

/** A kind of ending: what it stands in place of, and its number in `tests`. */
interface Tail {
  readonly own: string;
  readonly test: number;
  /** The same after a doubled last letter, where something must follow. */
  readonly doubled: number;
}

/** What a language's words may end in. */
interface Tails {
  readonly rules: LanguageRules;
  /** In place of nothing. */
  readonly added: readonly Tail[];
  /** In place of the end of a word, by its last UTF-16 unit. */
  readonly byLast: ReadonlyMap<number, readonly Tail[]>;
}

const FEW = 1_024;

export function headwordTrie({ words, languages, modes }: Headwords, rulesOf: (language: string) => LanguageRules): HeadwordTrie {
  const building: Building = {
    letters: emptyTrie(2 * words.length),
    ends: new Int32Array(3 * FEW),
    taken: 0,
    tests: [() => false, () => true],
  };
  const known = new Map<string, Tails>();
  for (let id = 0; id < words.length; id += 1) {
    const language = languages[id] as string;
    let tails = known.get(language);
    if (tails === undefined) {
      tails = tailsOf(building, rulesOf(language));
      known.set(language, tails);
    }
    addHeadword(building, id, words[id] as string, { mode: modes[id] as Mode, tails });
  }
  return sorted(building);
}

/** Its dictionary form, and what is left of that before each kind of ending. */
function addHeadword(
  building: Building,
  id: number,
  word: string,
  { mode, tails: { rules, added, byLast } }: { readonly mode: Mode; readonly tails: Tails },
): void {
  const { letters } = building;
  let node = ROOT;
  for (let at = 0; at < word.length; at += 1) node = childMade(letters, node, word.charCodeAt(at));
  addEnd(building, node, id, mode === "stem" ? ANYTHING : WHOLE);
  if (mode !== "inflects") return;
  const last = word.charCodeAt(word.length - 1);
  for (const { test, doubled } of added) {
    if (word.length < rules.shortestStem) continue;
    addEnd(building, node, id, test);
    if (rules.doubling && word.length >= 3) addEnd(building, childMade(letters, node, last), id, doubled);
  }
  for (const { own, test } of byLast.get(last) ?? []) {
    const length = word.length - own.length;
    if (length < Math.max(1, rules.shortestStem) || !word.endsWith(own)) continue;
    addEnd(building, ancestor(letters, node, own.length), id, test);
  }
}

/** The node of so many letters less. */
function ancestor({ parents }: LetterTrie, node: number, letters: number): number {
  let above = node;
  for (let step = 0; step < letters; step += 1) above = parents[above] as number;
  return above;
}

function addEnd(building: Building, node: number, headword: number, tail: number): void {
  const { taken } = building;
  if (taken === building.ends.length) {
    const more = new Int32Array(2 * taken);
    more.set(building.ends);
    building.ends = more;
  }
  const { ends } = building;
  ends[taken] = node;
  ends[taken + 1] = headword;
  ends[taken + 2] = tail;
  building.taken = taken + 3;
}

/** One test for each kind of ending of a language, whatever the number of its words. */
function tailsOf({ tests }: Building, rules: LanguageRules): Tails {
  const all = [...rules.endings].map(([own, endings]): Tail => {
    const fits = tailTest(endings, rules);
    const test = tests.push(fits) - 1;
    return { own, test, doubled: rules.doubling ? tests.push((tail) => tail !== "" && fits(tail)) - 1 : test };
  });
  const byLast = new Map<number, Tail[]>();
  for (const tail of all) {
    if (tail.own === "") continue;
    const last = tail.own.charCodeAt(tail.own.length - 1);
    byLast.set(last, [...(byLast.get(last) ?? []), tail]);
  }
  return { rules, added: all.filter(({ own }) => own === ""), byLast };
}

/** The ends by node; those of one node in the order in which they came. */
function sorted({ letters, ends, taken, tests }: Building): HeadwordTrie {
  const starts = new Int32Array(letters.size + 1);
  for (let at = 0; at < taken; at += 3) {
    const next = (ends[at] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let node = 1; node <= letters.size; node += 1) starts[node] = (starts[node] as number) + (starts[node - 1] as number);
  const free = starts.slice();
  const headwords = new Int32Array(taken / 3);
  const tails = new Int32Array(taken / 3);
  for (let at = 0; at < taken; at += 3) {
    const node = ends[at] as number;
    const place = free[node] as number;
    free[node] = place + 1;
    headwords[place] = ends[at + 1] as number;
    tails[place] = ends[at + 2] as number;
  }
  return { letters, starts, headwords, tails, tests };
}
