/** Finds the signs of a question: words of several groups that stand together. Pure; linear in the number of words. */
import type { Sign, Signs } from "../policy/snapshot.ts";
import type { Cue } from "../text/cues.ts";
import { findPhrases, matchesOf, type Occurrence } from "../text/find-phrases.ts";
import { HOWS, type How } from "../text/pattern.ts";
import type { Word } from "../text/words.ts";
import { isDenied } from "./denied-flags.ts";
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
  const { lexicon, byLanguage } = signs;
  if (![...byLanguage.keys()].some(isHome)) return [];
  const wants = ({ language }: Part["sequence"]): boolean => isHome(language);
  const parts = findPhrases({ words, lexicon, matches: matchesOf(words, lexicon), wants }).filter(isWhole);
  if (parts.length === 0) return [];
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
  { text, words, cues }: SignSearch,
): readonly Part[] | null {
  const barred = new Set(
    parts.flatMap((part) => (unless.includes(part.sequence.payload) ? (words[part.first]?.clause ?? []) : [])),
  );
  const latest = new Map<string, Part>();
  for (const part of parts) {
    if (!cluster.includes(part.sequence.payload)) continue;
    latest.set(part.sequence.payload, part);
    if (latest.size < cluster.length) continue;
    const together = [...latest.values()].sort(byPlace);
    if (!areNear(together, words, text) || isDenied(together, cues, words) || isSplit(together, cues, words)) continue;
    if (!together.some(({ first }) => barred.has((words[first] as Word).clause))) return together;
  }
  return null;
}

/** Words between two of a sign; a word of a script without spaces has about three characters. */
const REACH = 10;
const REACH_UNSPACED = 30;

/** In one clause, none inside another, and no more words between two than `REACH`. A compound may hold two of them. */
function areNear(parts: readonly Part[], words: readonly Word[], text: string): boolean {
  return parts.every((part, at) => {
    const before = parts[at - 1];
    if (before === undefined) return true;
    const [from, to] = [words[before.last] as Word, words[part.first] as Word];
    if (from.clause !== to.clause && !isPause(before.last, part.first, words, text)) return false;
    const between = part.first - before.last - 1;
    if (between < 0) return before.how === "compound" && part.how === "compound";
    return between <= (from.unspaced ? REACH_UNSPACED : REACH);
  });
}

const COMMA = /^\s*[,，、،]\s*$/u;

/** One comma stands between two words, and no other mark that ends a clause. */
function isPause(last: number, first: number, words: readonly Word[], text: string): boolean {
  const from = (words[last] as Word).clause;
  if ((words[first] as Word).clause !== from + 1) return false;
  const border = words.slice(last, first + 1).findIndex(({ clause }) => clause > from) + last;
  return COMMA.test(text.slice(words[border - 1]?.end, words[border]?.start));
}

/** Across a comma, where either side denies something: "no pain in my chest, the ankle is sore" is not about a sore chest. */
function isSplit(parts: readonly Part[], cues: SignSearch["cues"], words: readonly Word[]): boolean {
  const clauses = new Set(parts.map(({ first }) => words[first]?.clause));
  if (clauses.size === 1) return false;
  return cues.some(
    ({ sequence: { payload }, first, last }) =>
      payload.kind === "shade" &&
      payload.shade !== "background" &&
      clauses.has(words[first]?.clause) &&
      !parts.some((part) => part.first <= first && part.last >= last),
  );
}
