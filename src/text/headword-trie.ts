/** A trie of headwords: which headwords, or stems of them, a word begins with, and what the rest of it must be. Pure. */
import { type LanguageRules, type TailTest, tailTest } from "./inflection.ts";
import { childMade, emptyTrie, type LetterTrie, ROOT } from "./letter-trie.ts";
import type { Mode } from "./term-syntax.ts";

export interface Headword {
  readonly id: number;
  readonly word: string;
  readonly language: string;
  readonly mode: Mode;
  /** May stand at the head or the tail of a longer word. */
  readonly compounds: boolean;
  /** Is also looked for with a typing error. */
  readonly misspelt: boolean;
}

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
  readonly nodes: number[];
  readonly headwords: number[];
  readonly tails: number[];
  readonly tests: TailTest[];
  readonly testsOf: Map<LanguageRules, readonly Tail[]>;
}

/** A kind of ending: what it stands in place of, and its number in `tests`. */
interface Tail {
  readonly own: string;
  readonly test: number;
  /** The same after a doubled last letter, where something must follow. */
  readonly doubled: number;
}

export function headwordTrie(headwords: Iterable<Headword>, rulesOf: (language: string) => LanguageRules): HeadwordTrie {
  const building: Building = {
    letters: emptyTrie(),
    nodes: [],
    headwords: [],
    tails: [],
    tests: [() => false, () => true],
    testsOf: new Map(),
  };
  for (const headword of headwords) addHeadword(building, headword, rulesOf(headword.language));
  return sorted(building);
}

/** Its dictionary form, and what is left of that before each kind of ending. */
function addHeadword(building: Building, { id, word, mode }: Headword, rules: LanguageRules): void {
  const { letters } = building;
  const path: number[] = [];
  let node = ROOT;
  for (let at = 0; at < word.length; at += 1) {
    node = childMade(letters, node, word.charCodeAt(at));
    path.push(node);
  }
  addEnd(building, node, id, mode === "stem" ? ANYTHING : WHOLE);
  if (mode !== "inflects") return;
  for (const { own, test, doubled } of tailsOf(building, rules)) {
    const length = word.length - own.length;
    if (length < Math.max(1, rules.shortestStem) || !word.endsWith(own)) continue;
    const stem = path[length - 1] as number;
    addEnd(building, stem, id, test);
    if (rules.doubling && own === "" && length >= 3) {
      addEnd(building, childMade(letters, stem, word.charCodeAt(length - 1)), id, doubled);
    }
  }
}

function addEnd({ nodes, headwords, tails }: Building, node: number, headword: number, tail: number): void {
  nodes.push(node);
  headwords.push(headword);
  tails.push(tail);
}

/** One test for each kind of ending of a language, whatever the number of its words. */
function tailsOf({ tests, testsOf }: Building, rules: LanguageRules): readonly Tail[] {
  const known = testsOf.get(rules);
  if (known !== undefined) return known;
  const made = [...rules.endings].map(([own, endings]) => {
    const fits = tailTest(endings, rules);
    const test = tests.push(fits) - 1;
    return { own, test, doubled: rules.doubling ? tests.push((tail) => tail !== "" && fits(tail)) - 1 : test };
  });
  testsOf.set(rules, made);
  return made;
}

/** The ends by node; those of one node in the order in which they came. */
function sorted({ letters, nodes, headwords, tails, tests }: Building): HeadwordTrie {
  const starts = new Int32Array(letters.size + 1);
  for (const node of nodes) starts[node + 1] = (starts[node + 1] as number) + 1;
  for (let node = 1; node <= letters.size; node += 1) starts[node] = (starts[node] as number) + (starts[node - 1] as number);
  const free = starts.slice();
  const sortedHeadwords = new Int32Array(nodes.length);
  const sortedTails = new Int32Array(nodes.length);
  for (const [end, node] of nodes.entries()) {
    const place = free[node] as number;
    free[node] = place + 1;
    sortedHeadwords[place] = headwords[end] as number;
    sortedTails[place] = tails[end] as number;
  }
  return { letters, starts, headwords: sortedHeadwords, tails: sortedTails, tests };
}
