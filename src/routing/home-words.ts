/** Which languages a question shows, and whose words and cues count in it. Pure, but for one memo a lexicon. */

import type { Wording } from "../policy/snapshot.ts";
import { ANY } from "../text/any-language.ts";
import { type Cue, isTimeCue } from "../text/lexicon/cues.ts";
import { beginnings, type Occurrence, type Search, spellingsIn } from "../text/lexicon/find-phrases.ts";
import type { Languages } from "../text/lexicon/known-languages.ts";
import type { Lexicon } from "../text/lexicon/lexicon.ts";
import type { Sequence } from "../text/lexicon/pattern.ts";
import { accentsOf, hasAccentOf } from "../text/words/accents.ts";
import type { Word } from "../text/words/words.ts";

const isCommon = ({ payload }: Sequence<Cue>): boolean => payload.kind === "common";

const commonWords = new WeakMap<Lexicon<Cue>, Uint8Array>();

/** Worked out once a lexicon. */
function commonOf(lexicon: Lexicon<Cue>): Uint8Array {
  const own = commonWords.get(lexicon) ?? beginnings(lexicon, isCommon);
  commonWords.set(lexicon, own);
  return own;
}

/** Languages by how many different function words, and words with an accent of their own, show them: those with at least two thirds of the best one's. */
export interface Shown {
  readonly languages: ReadonlySet<string>;
  /** More than a single one tells. */
  readonly surely: boolean;
}

/** Votes of a word that no other language can write; short function words are those of many. */
const OWN_ACCENT = 2;

type Accented = Pick<Languages, "lexicon" | "accents">;

export function shownBy(words: readonly Word[], matches: Search<Cue>["matches"], { lexicon, accents }: Accented): Shown {
  const common = spellingsIn({ words, lexicon, matches, from: commonOf(lexicon) }).filter(isCommon);
  const spoken = new Map<string, number>();
  let most = 0;
  const count = (language: string, votes: number): void => {
    const now = (spoken.get(language) ?? 0) + votes;
    spoken.set(language, now);
    most = Math.max(most, now);
  };
  for (const { language } of common) count(language, 1);
  for (const word of words) {
    if (word.written === word.folded || word.unspaced) continue;
    for (const { language, own } of accents) if (hasAccentOf(word.written, own)) count(language, OWN_ACCENT);
  }
  const languages = new Set<string>();
  for (const [language, count] of spoken) if (3 * count >= 2 * most) languages.add(language);
  return { languages, surely: most > 1 };
}

export interface Borders {
  /** Languages whose words count in every form. */
  readonly isHome: (language: string) => boolean;
  /** Languages whose words count as written. */
  readonly mayVisit: (language: string) => boolean;
  /** Whether the words of the shown languages keep others out: a single function word may be any language's. */
  readonly closed: boolean;
  readonly own: string;
}

/** A question that shows no language, or only with one word, may be in the policy's own. */
export function bordersOf(shown: ReadonlySet<string>, surely: boolean, own: string): Borders {
  const homes = new Set(shown).add(ANY);
  if (!surely) homes.add(own);
  return {
    isHome: shown.size === 0 ? () => true : (language) => homes.has(language),
    mayVisit: (language) => shown.size === 0 || language === own,
    closed: surely,
    own,
  };
}

type Wanted<T> = Required<Pick<Search<T>, "isHome" | "isGuest">>;

/** Those that `cuesAtHome` may leave. */
export const mayBeCue = ({ isHome, own }: Borders): Wanted<Cue> => ({
  isHome,
  isGuest: ({ language, payload }) => language === own && isTimeCue(payload),
});

/**
 * The cues of the shown languages. Times of the policy's own language are borrowed as written, where no word of a shown
 * language stands: "Kann ich das auf Friday verschieben?", but French "mon" is no Monday.
 */
export function cuesAtHome(cues: readonly Occurrence<Cue>[], { isHome, closed, own }: Borders): readonly Occurrence<Cue>[] {
  const home = cues.filter(({ sequence }) => isHome(sequence.language));
  if (home.length === cues.length) return cues;
  const taken = new Set(closed ? home.map(({ first }) => first) : []);
  return cues.filter(({ sequence: { language, payload }, how, first }) => {
    if (isHome(language)) return true;
    return isTimeCue(payload) && how === "exact" && language === own && !taken.has(first);
  });
}

/** Those that `atHome` may leave. */
export const mayBeTerm = ({ isHome, mayVisit }: Borders): Wanted<Wording> => ({
  isHome,
  isGuest: ({ language, payload }) => mayVisit(language) && payload.term.weightMilli > 0,
});

/** What stands in a question, before it is known which of it counts. */
interface FoundWords {
  readonly words: readonly Word[];
  readonly found: readonly Occurrence<Wording>[];
  readonly cues: readonly Occurrence<Cue>[];
}

/**
 * A word of a language that the question does not show counts as written only, and not where a word of a shown language
 * stands: French "pain" is bread. Where any is shown, only words of the policy's own language are borrowed so.
 * A word with accents is not borrowed from a term without any: Vietnamese hàm is no ham. What speaks against an intent is never borrowed: English
 * tires say nothing of "mon mollet tire".
 */
export function atHome(
  { words, found, cues }: FoundWords,
  { isHome, mayVisit, closed }: Borders,
): readonly Occurrence<Wording>[] {
  const home = found.filter(({ sequence }) => isHome(sequence.language));
  if (home.length === found.length) return found;
  const taken = new Set(
    [...home, ...cues.filter(({ sequence }) => closed || sequence.payload.kind === "common")].flatMap(({ first, last }) =>
      range(first, last),
    ),
  );
  return found.filter(({ sequence: { language, payload }, how, first, last }) => {
    if (isHome(language)) return true;
    if (how !== "exact" || payload.term.weightMilli <= 0 || !mayVisit(language)) return false;
    const places = range(first, last);
    return (
      places.every((at) => accentsOf(words[at]?.written ?? "") === "" || accentsOf(payload.text) !== "") &&
      !places.every((at) => taken.has(at))
    );
  });
}

const range = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);
