/** A trie of headwords: finds every headword that a word begins with, and says what the rest of it must be. Pure. */
import { isTail, type LanguageRules } from "./inflection.ts";
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

/** A headword whose letters, or whose stem, end here. */
export interface End {
  readonly headword: Headword;
  /** Null where nothing may follow: the dictionary form itself. */
  readonly follows: ((tail: string) => boolean) | null;
}

/** Few letters follow most letters, so they are searched in a short string; only the root has a map. */
interface Node {
  letters: string;
  readonly nodes: Node[];
  ends: End[] | null;
}

export interface HeadwordTrie {
  /** Calls `found` for each headword whose letters stand at `from`, with the place after them. */
  walk(word: string, from: number, found: (end: End, at: number) => void): void;
}

export function headwordTrie(headwords: Iterable<Headword>, rulesOf: (language: string) => LanguageRules): HeadwordTrie {
  const root = new Map<string, Node>();
  for (const headword of headwords) {
    for (const { letters, follows } of stemsOf(headword, rulesOf(headword.language))) {
      const node = nodeOf(root, letters);
      node.ends ??= [];
      node.ends.push({ headword, follows });
    }
  }
  return {
    walk(word, from, found) {
      let node = root.get(word[from] ?? "");
      for (let at = from + 1; node !== undefined; at += 1) {
        if (node.ends !== null) for (const end of node.ends) found(end, at);
        if (at >= word.length) return;
        node = node.nodes[node.letters.indexOf(word[at] as string)];
      }
    },
  };
}

function nodeOf(root: Map<string, Node>, letters: string): Node {
  const first = letters[0] as string;
  let node = root.get(first) ?? emptyNode();
  root.set(first, node);
  for (let at = 1; at < letters.length; at += 1) {
    const letter = letters[at] as string;
    const known: Node | undefined = node.nodes[node.letters.indexOf(letter)];
    if (known === undefined) {
      node.letters += letter;
      node.nodes.push(emptyNode());
    }
    node = known ?? (node.nodes.at(-1) as Node);
  }
  return node;
}

const emptyNode = (): Node => ({ letters: "", nodes: [], ends: null });

interface Stem {
  readonly letters: string;
  readonly follows: End["follows"];
}

/** The dictionary form, and what is left of it before each kind of ending. */
function stemsOf({ word, mode }: Headword, rules: LanguageRules): readonly Stem[] {
  if (mode === "stem") return [{ letters: word, follows: ANYTHING }];
  const stems: Stem[] = [{ letters: word, follows: null }];
  if (mode === "exact") return stems;
  for (const [own, follows] of tailsOf(rules)) {
    const stem = word.slice(0, word.length - own.length);
    if (!word.endsWith(own) || stem.length < Math.max(1, rules.shortestStem)) continue;
    stems.push({ letters: stem, follows });
    const last = stem.at(-1) as string;
    if (rules.doubling && own === "" && stem.length >= 3) stems.push({ letters: stem + last, follows });
  }
  return stems;
}

type Tails = ReadonlyMap<string, (tail: string) => boolean>;

// One test for each kind of ending of a language, whatever the number of its words.
const tests = new WeakMap<LanguageRules, Tails>();

function tailsOf(rules: LanguageRules): Tails {
  const known = tests.get(rules);
  if (known !== undefined) return known;
  const made = new Map(
    [...rules.endings].map(([own, endings]) => [own, (tail: string) => isTail(tail, endings, rules)] as const),
  );
  tests.set(rules, made);
  return made;
}

const ANYTHING = (): boolean => true;
