/** Finds the signs of a question: words of several groups that stand together. Pure; linear in the number of words. */
import type { Sign, Signs } from "../policy/snapshot.ts";
import type { Cue } from "../text/lexicon/cues.ts";
import { findPhrases, matchesOf, type Occurrence } from "../text/lexicon/find-phrases.ts";
import { HOWS, type How } from "../text/lexicon/pattern.ts";
import type { Word } from "../text/words/words.ts";
import { isDenied, isSplit } from "./denied-flags.ts";
import type { Places } from "./polarity.ts";

/** A sign where it stands. */
export interface SignFound extends Places {
  readonly sign: Sign;
  /** Its own words, in the order of the text. */
  readonly parts: readonly Places[];
  /** The least sure of them. */
  readonly how: How;
}

export interface SignSearch {
  /** The question; `words` are its words. */
  readonly text: string;
  readonly words: readonly Word[];
  readonly signs: Signs;
  readonly cues: readonly Occurrence<Cue>[];
  /** Languages whose words count. */
  readonly isHome: (language: string) => boolean;
  readonly isWhole: (occurrence: Occurrence<string>) => boolean;
}

type Part = Occurrence<string>;

/** Each sign once, where it stands first. One that is denied, or beside a word that it does not go with, is not found. */
export function findSigns(search: SignSearch): readonly SignFound[] {
  const { words, signs, isHome, isWhole } = search;
  const { lexicon, mayStand, byLanguage } = signs;
  const matches = matchesOf(words, lexicon);
  if (!mayStand(matches, isHome)) return [];
  const parts = findPhrases({ words, lexicon, matches, isHome }).filter(isWhole);
  const found: SignFound[] = [];
  for (const [language, own] of partsByLanguage(parts)) {
    const groups = new Set(own.map(({ sequence }) => sequence.payload));
    for (const group of groups) {
      for (const sign of byLanguage.get(language)?.get(group) ?? []) {
        const stands = sign.clusters.every((cluster) => cluster.every((one) => groups.has(one)));
        const standing = stands ? standingOf(sign, own, search) : null;
        if (standing !== null) found.push(standing);
      }
    }
  }
  return found;
}

function partsByLanguage(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const all = new Map<string, Part[]>();
  for (const part of parts) {
    const others = all.get(part.sequence.language);
    if (others === undefined) all.set(part.sequence.language, [part]);
    else others.push(part);
  }
  return all;
}

function standingOf(sign: Sign, parts: readonly Part[], search: SignSearch): SignFound | null {
  const all: Part[] = [];
  for (const cluster of sign.clusters) {
    const together = firstTogether(cluster, sign.unless, parts, search);
    if (together === null) return null;
    all.push(...together);
  }
  all.sort(byPlace);
  const first = Math.min(...all.map((part) => part.first));
  const last = Math.max(...all.map((part) => part.last));
  const how = HOWS[Math.max(...all.map((part) => HOWS.indexOf(part.how)))] as How;
  return { sign, parts: all.map((part) => ({ first: part.first, last: part.last })), first, last, how };
}

const byPlace = (a: Places, b: Places): number => a.first - b.first || a.last - b.last;

/** The first place where a word of each group stands near enough to the next; of each group the latest before it. */
function firstTogether(
  cluster: readonly string[],
  unless: readonly string[],
  parts: readonly Part[],
  search: SignSearch,
): readonly Part[] | null {
  const { words, cues } = search;
  const barred = new Set(
    parts.flatMap((part) => (unless.includes(part.sequence.payload) ? (words[part.first]?.clause ?? []) : [])),
  );
  const latest = new Map<string, Part>();
  for (const part of parts) {
    if (!cluster.includes(part.sequence.payload)) continue;
    latest.set(part.sequence.payload, part);
    if (latest.size < cluster.length) continue;
    const together = [...latest.values()].sort(byPlace);
    if (!areNear(together, search) || isDenied(together, cues, words) || isSplit(together, cues, words)) continue;
    if (!together.some(({ first }) => barred.has((words[first] as Word).clause))) return together;
  }
  return null;
}

/** Words between two of a sign; a word of a script without spaces has about three characters. */
const REACH = 10;
const REACH_UNSPACED = 30;

/** In one clause or across one comma, none inside another, and no more words between two than `REACH`. A compound may hold two of them. */
function areNear(parts: readonly Part[], search: SignSearch): boolean {
  return parts.every((part, at) => {
    const before = parts[at - 1];
    if (before === undefined) return true;
    const between = part.first - before.last - 1;
    if (between < 0) return before.how === "compound" && part.how === "compound";
    if (between > (search.words[before.last]?.unspaced ? REACH_UNSPACED : REACH)) return false;
    return atMostOneComma(before.last, part.first, search);
  });
}

const COMMA = /^\s*[,，、،]\s*$/u;

/** Whether two words stand in one clause, or in two with nothing but a comma between them: many languages set one where English has "and". */
function atMostOneComma(before: number, after: number, { text, words }: SignSearch): boolean {
  const { clause } = words[before] as Word;
  const step = (words[after] as Word).clause - clause;
  if (step !== 1) return step === 0;
  let last = before;
  while (words[last + 1]?.clause === clause) last += 1;
  return COMMA.test(text.slice(words[last]?.end, words[last + 1]?.start));
}
