/** A text made ready for reading values: its words, what they stand for, and which language it is most likely in. Pure. */
import { findPhrases, matchesOf, type Occurrence } from "../lexicon/find-phrases.ts";
import { edgesOf } from "../words/word-edges.ts";
import type { Word } from "../words/words.ts";
import type { WrittenForms } from "./locale-dates.ts";
import { measureWords } from "./measure-words.ts";
import type { Topics } from "./topics.ts";
import type { CueKind, ValueCue } from "./value-cue.ts";

export type Found = Occurrence<ValueCue>;

export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
  readonly found: readonly Found[];
  /** By first word. */
  readonly byFirst: ReadonlyMap<number, readonly Found[]>;
  /** Languages by how many of their words stand in the text; the policy's own first among equals. */
  readonly languages: readonly string[];
  readonly written: WrittenForms;
  readonly topics: Topics;
}

const OTHERWISE: WrittenForms = { decimal: ".", dayFirst: true };

/** Null where nothing in the text tells of a topic; most texts are such. */
export function readingOf(text: string, topics: Topics): Reading | null {
  const words = measureWords(text);
  const all = foundIn(words, topics);
  const hasEdges = edgesOf(text);
  const stands = ({ sequence, first, last }: Found): boolean =>
    sequence.guard !== "sign" ||
    !isOfPolicy(sequence.payload) ||
    hasEdges((words[first] as Word).start, (words[last] as Word).end);
  const found = all.filter(stands);
  if (!found.some(({ sequence }) => tells(sequence.payload))) return null;
  return complete({ text, words, found, topics });
}

/** For a text that is a value itself, such as a claim: read whatever stands in it. */
export function wholeReading(text: string, topics: Topics): Reading {
  const words = measureWords(text);
  return complete({ text, words, found: foundIn(words, topics), topics });
}

const foundIn = (words: Reading["words"], { lexicon }: Topics): readonly Found[] =>
  findPhrases({ words, lexicon, matches: matchesOf(words, lexicon) });

const tells = ({ kind }: ValueCue): boolean => kind === "topic" || kind === "listed";
/** What a topic's values are of says by itself nothing about the topic. */
const isOfPolicy = (payload: ValueCue): boolean => tells(payload) || payload.kind === "qualifier";

function complete(given: Pick<Reading, "text" | "words" | "found" | "topics">): Reading {
  const byFirst = new Map<number, Found[]>();
  for (const one of given.found) {
    const others = byFirst.get(one.first);
    if (others === undefined) byFirst.set(one.first, [one]);
    else others.push(one);
  }
  const languages = languagesOf(given.found, given.topics);
  const [first = given.topics.language] = languages;
  return { ...given, byFirst, languages, written: given.topics.written.get(first) ?? OTHERWISE };
}

function languagesOf(found: readonly Found[], { written, language: own }: Topics): readonly string[] {
  const votes = new Map<string, number>();
  for (const { sequence } of found) votes.set(sequence.language, (votes.get(sequence.language) ?? 0) + 1);
  const rank = (tag: string): number => (votes.get(tag) ?? 0) + (tag === own ? 0.5 : 0);
  return [...written.keys()].sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
}

export type CueOf<K extends CueKind> = Extract<ValueCue, { kind: K }>;

export interface CueAt<K extends CueKind> {
  readonly cue: CueOf<K>;
  readonly last: number;
}

/** What of a kind begins at a word: the longest, and of several the one in the text's likeliest language. */
export function cueAt<K extends CueKind>({ byFirst, languages }: Reading, at: number, kind: K): CueAt<K> | null {
  let best: Found | null = null;
  for (const one of byFirst.get(at) ?? []) {
    if (one.sequence.payload.kind !== kind) continue;
    if (best === null || one.last > best.last || (one.last === best.last && isNearer(one, best, languages))) best = one;
  }
  return best === null ? null : { cue: best.sequence.payload as CueOf<K>, last: best.last };
}

const isNearer = (one: Found, other: Found, languages: readonly string[]): boolean =>
  languages.indexOf(one.sequence.language) < languages.indexOf(other.sequence.language);

/** Of those that overlap, the longest: "canceled pending" is not "canceled". */
export function longestOnly(all: readonly Found[]): readonly Found[] {
  const kept: Found[] = [];
  for (const one of [...all].sort((a, b) => a.first - b.first || b.last - a.last)) {
    if (one.first > (kept.at(-1)?.last ?? -1)) kept.push(one);
  }
  return kept;
}

/** What stands between two words. */
export const between = ({ text, words }: Reading, left: number, right: number): string =>
  text.slice(words[left]?.end ?? 0, words[right]?.start ?? text.length);

const ADJACENT = /^[\s\-‐‑]{0,2}$/;

/** Whether nothing but a blank or a hyphen is between two words: 30-day. */
export const isAdjacent = (reading: Reading, left: number, right: number): boolean =>
  right < reading.words.length && ADJACENT.test(between(reading, left, right));
