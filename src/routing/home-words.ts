/** Which languages a question shows, and whose words and cues count in it. Pure, but for one memo a lexicon. */
import type { Wording } from "../policy/snapshot.ts";
import { ANY } from "../text/any-language.ts";
import { type Cue, isTimeCue } from "../text/cues.ts";
import { beginnings, type Occurrence, type Search, spellingsIn } from "../text/find-phrases.ts";
import type { Lexicon } from "../text/lexicon.ts";
import type { Sequence } from "../text/pattern.ts";

const isCommon = ({ payload }: Sequence<Cue>): boolean => payload.kind === "common";

const commonWords = new WeakMap<Lexicon<Cue>, Uint8Array>();

/** Worked out once a lexicon. */
function commonOf(lexicon: Lexicon<Cue>): Uint8Array {
  const own = commonWords.get(lexicon) ?? beginnings(lexicon, isCommon);
  commonWords.set(lexicon, own);
  return own;
}

/** Languages by how many different function words show them: those with at least two thirds of the best one's. */
export interface Shown {
  readonly languages: ReadonlySet<string>;
  /** More than a single one tells. */
  readonly surely: boolean;
}

export function shownBy({ words, lexicon, matches }: Pick<Search<Cue>, "words" | "lexicon" | "matches">): Shown {
  const common = spellingsIn({ words, lexicon, matches, from: commonOf(lexicon) }).filter(isCommon);
  const spoken = new Map<string, number>();
  let most = 0;
  for (const { language } of common) {
    const count = (spoken.get(language) ?? 0) + 1;
    spoken.set(language, count);
    most = Math.max(most, count);
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

/**
 * A word of a language that the question does not show counts as written only, and not where a word of a shown language
 * stands: French "pain" is bread. Where any is shown, only words of the policy's own language are borrowed so.
 * What speaks against an intent is never borrowed: English tires say nothing of "mon mollet tire".
 */
export function atHome(
  found: readonly Occurrence<Wording>[],
  cues: readonly Occurrence<Cue>[],
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
    return (
      how === "exact" && payload.term.weightMilli > 0 && mayVisit(language) && !range(first, last).every((at) => taken.has(at))
    );
  });
}

const range = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);
