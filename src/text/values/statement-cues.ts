/** The words of a text that may keep its values from being stated, in the languages that the text shows. Pure; linear in its length. */
import { denialWithin, pastWithin } from "../denials.ts";
import { findPhrases, matchesOf, type Occurrence } from "../find-phrases.ts";
import type { Sentenced } from "./nearest-mark.ts";
import type { Reading } from "./reading.ts";
import type { StatementCue } from "./statement-cue.ts";
import { questionEndsOf } from "./word-sentences.ts";

export interface CueFound {
  readonly says: StatementCue;
  /** Its last word. */
  readonly last: number;
}

export interface Cues {
  /** Those that begin at a word. */
  at(word: number): readonly CueFound[];
  /** Whether a denial is written into the words from one to another, the second not included. */
  deniesWithin(from: number, to: number): boolean;
  /** Whether a word has the ending of something that was. */
  isPast(word: number): boolean;
  /** For each word the last word of the question that it stands in; -1 where it stands in none. */
  readonly questionEnds: Int32Array;
  /** Whether it is known how the text's languages ask. */
  readonly knowsQuestions: boolean;
}

const NONE: readonly CueFound[] = [];

export function cuesIn(sentenced: Sentenced): Cues {
  const { reading } = sentenced;
  const { text, words, topics } = reading;
  const { lexicon, asking } = topics.statements;
  const found = findPhrases({ words, lexicon, matches: matchesOf(words, lexicon) });
  const shown = shownLanguages(found, reading);
  const byWord = new Map<number, CueFound[]>();
  for (const { sequence, first, last } of found) {
    if (!shown.has(sequence.language)) continue;
    const others = byWord.get(first);
    const one = { says: sequence.payload, last };
    if (others === undefined) byWord.set(first, [one]);
    else others.push(one);
  }
  const within = [...shown].flatMap((language) => denialWithin(language) ?? []);
  const past = [...shown].flatMap((language) => pastWithin(language) ?? []);
  return {
    at: (word) => byWord.get(word) ?? NONE,
    deniesWithin(from, to) {
      if (from >= to || within.length === 0) return false;
      const part = text.slice(words[from]?.start, words[to - 1]?.end);
      return within.some((pattern) => pattern.test(part));
    },
    isPast(word) {
      return past.some((pattern) => pattern.test(text.slice(words[word]?.start, words[word]?.end)));
    },
    questionEnds: questionEndsOf(text, words, sentenced.of, shown.has("el")),
    knowsQuestions: [...shown].some((language) => asking.has(language)),
  };
}

/** Languages with fewer of the text's words than that share of the best are not shown by it. */
const SHOWN_SHARE = 2 / 3;
const OWN_LEAD = 0.5;

/** Those of most words, the policy's own ahead of equals. A word is only one, however many ways a language has to read it. */
function shownLanguages(found: readonly Occurrence<StatementCue>[], { found: values, topics }: Reading): ReadonlySet<string> {
  const seen = new Set<string>();
  const votes = new Map([[topics.language, OWN_LEAD]]);
  for (const { sequence, first } of [...found, ...values]) {
    const { language } = sequence;
    const vote = `${first} ${language}`;
    if (language === ANY || seen.has(vote)) continue;
    seen.add(vote);
    votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const most = Math.max(...votes.values());
  return new Set([...votes].filter(([, count]) => count >= most * SHOWN_SHARE).map(([language]) => language));
}

const ANY = "any";
