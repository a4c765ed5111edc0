/** Collects the headwords of many patterns, each once, and the patterns by the headword they begin with. Pure. */
import { CLASS, classAt } from "./character-class.ts";
import type { Headword } from "./headword-trie.ts";
import type { LanguageRules } from "./inflection.ts";
import { ALONE, type Pattern, type PatternTable, type Sequence, type SequencePart } from "./pattern.ts";
import type { Mode, Spelling, TermPart } from "./term-syntax.ts";

export interface Collected<T> {
  /** By id. */
  readonly headwords: readonly Headword[];
  readonly patterns: PatternTable<T>;
}

const MODES: readonly Mode[] = ["inflects", "exact", "stem"];
/** A word that may be part of a compound has at least as many letters. */
export const SHORTEST_COMPOUND = 4;
/** Two words that are written as one have as many letters together. */
const SHORTEST_JOINED = 6;

interface Collecting<T> {
  readonly headwords: Headword[];
  /** By the id of the first headword. */
  readonly sequences: (Sequence<T>[] | undefined)[];
  /** Ids by language, then by mode and whether misspelt, then by word. */
  readonly ids: Map<string, readonly Map<string, number>[]>;
  readonly rulesOf: (language: string) => LanguageRules;
}

export function collectSequences<T>(patterns: Iterable<Pattern<T>>, rulesOf: (language: string) => LanguageRules): Collected<T> {
  const collecting: Collecting<T> = { headwords: [], sequences: [], ids: new Map(), rulesOf };
  for (const pattern of patterns) {
    addSequence(collecting, pattern, pattern.spelling, pattern.misspelt);
    const joined = pattern.loose ? joinedOf(pattern.spelling) : null;
    if (joined !== null) addSequence(collecting, pattern, joined, false);
  }
  return { headwords: collecting.headwords, patterns: tableOf(collecting.sequences) };
}

function tableOf<T>(byFirst: readonly (readonly Sequence<T>[] | undefined)[]): PatternTable<T> {
  const starts = new Int32Array(byFirst.length + 1);
  const sequences: Sequence<T>[] = [];
  for (let headword = 0; headword < byFirst.length; headword += 1) {
    for (const sequence of byFirst[headword] ?? []) sequences.push(sequence);
    starts[headword + 1] = sequences.length;
  }
  return { starts, seconds: Int32Array.from(sequences, ({ second }) => second), sequences };
}

function addSequence<T>(
  collecting: Collecting<T>,
  { language, loose, payload }: Pattern<T>,
  spelling: Spelling,
  misspelt: boolean,
): void {
  const parts: SequencePart[] = [];
  for (const part of spelling) parts.push({ headword: headwordOf(collecting, part, language, misspelt), gap: part.gap });
  const [first, second] = parts;
  if (first === undefined) return;
  const guarded = second === undefined && isOneSign((spelling[0] as TermPart).word);
  const sequence: Sequence<T> = { parts, second: second?.headword ?? ALONE, language, loose, payload, guarded };
  const others = collecting.sequences[first.headword];
  if (others === undefined) collecting.sequences[first.headword] = [sequence];
  else others.push(sequence);
}

function headwordOf<T>(collecting: Collecting<T>, { word, mode }: TermPart, language: string, misspelt: boolean): number {
  const { headwords, sequences, ids, rulesOf } = collecting;
  let ofLanguage = ids.get(language);
  if (ofLanguage === undefined) {
    ofLanguage = Array.from({ length: 2 * MODES.length }, () => new Map<string, number>());
    ids.set(language, ofLanguage);
  }
  const known = ofLanguage[2 * MODES.indexOf(mode) + Number(misspelt)] as Map<string, number>;
  const before = known.get(word);
  if (before !== undefined) return before;
  const compounds = mode === "inflects" && rulesOf(language).compounds && word.length >= SHORTEST_COMPOUND;
  const id = headwords.push({ id: headwords.length, word, language, mode, compounds, misspelt }) - 1;
  sequences.push(undefined);
  known.set(word, id);
  return id;
}

/** "work out" is also written "workout"; null where words are not written so. */
function joinedOf(spelling: Spelling): Spelling | null {
  const [first, second] = spelling;
  if (first === undefined || second === undefined || spelling.length > 2 || second.gap) return null;
  if (first.mode !== "inflects" || second.mode !== "inflects") return null;
  const word = first.word + second.word;
  return word.length >= SHORTEST_JOINED && SPACED.test(word) ? [{ word, mode: "inflects", gap: false }] : null;
}

const SPACED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u;
const ONE_SIGN = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]\p{M}*$/u;
const isOneSign = (word: string): boolean => word.length <= 4 && classAt(word, 0) === CLASS.unspaced && ONE_SIGN.test(word);
