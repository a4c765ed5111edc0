/** The words of a text that may keep its values from being stated, in the languages that the text shows. Pure; linear in its length. */
import { ANY } from "../any-language.ts";
import { pastWithin } from "../denials.ts";
import { findPhrases, matchesOf, type Occurrence } from "../lexicon/find-phrases.ts";
import type { Sequence } from "../lexicon/pattern.ts";
import type { Sentenced } from "./nearest-mark.ts";
import type { Reading } from "./reading.ts";
import type { StatementCue } from "./statement-cue.ts";
import { deniesNextOnly, grants, valueDenials } from "./value-denials.ts";
import { questionEndsOf } from "./word-sentences.ts";

export interface CueFound {
  readonly says: StatementCue;
  /** Its last word. */
  readonly last: number;
}

export interface Cues {
  /** Those that begin at a word. */
  at(word: number): readonly CueFound[];
  /** Whether a denial of the value is written into the words from one to another, the second not included, that stand before or behind it. */
  deniesWithin(from: number, to: number, side: "before" | "after"): boolean;
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
  const without = withoutIn(found, shown);
  for (const { sequence, first, last } of found) {
    if (!shown.has(sequence.language)) continue;
    const others = byWord.get(first);
    const written = text.slice(words[first]?.start, words[last]?.end);
    const one = {
      says: saidBy(sequence, { written, isWithout: without.has(first), isSpaced: words[first]?.unspaced === false }),
      last,
    };
    if (others === undefined) byWord.set(first, [one]);
    else others.push(one);
  }
  const within = [...shown].flatMap((language) => valueDenials(language) ?? []);
  const past = [...shown].flatMap((language) => pastWithin(language) ?? []);
  return {
    at: (word) => byWord.get(word) ?? NONE,
    deniesWithin(from, to, side) {
      if (from >= to || within.length === 0) return false;
      const part = text.slice(words[from]?.start, words[to - 1]?.end);
      return within.some((denials) => denials[side]?.test(part) === true);
    },
    isPast(word) {
      return past.some((pattern) => pattern.test(text.slice(words[word]?.start, words[word]?.end)));
    },
    questionEnds: questionEndsOf(text, words, sentenced.of, shown.has("el")),
    knowsQuestions: [...shown].some((language) => asking.has(language)),
  };
}

/** Words that deny and join: "without" denies what it stands before, and says nothing of what is behind that. */
function withoutIn(found: readonly Occurrence<StatementCue>[], shown: ReadonlySet<string>): ReadonlySet<number> {
  const joining = new Set<string>();
  const key = ({ sequence, first, last }: Occurrence<StatementCue>): string => `${first} ${last} ${sequence.language}`;
  for (const one of found) if (one.sequence.payload === "joins" && shown.has(one.sequence.language)) joining.add(key(one));
  return new Set(found.flatMap((one) => (one.sequence.payload === "denied" && joining.has(key(one)) ? [one.first] : [])));
}

interface CueWriting {
  readonly written: string;
  readonly isWithout: boolean;
  readonly isSpaced: boolean;
}

/** Between words without spaces, what is a denial of the value is told by `valueDenials` alone. */
function saidBy({ payload, language }: Sequence<StatementCue>, { written, isWithout, isSpaced }: CueWriting): StatementCue {
  if (payload === "set_aside") return grants(written) ? "common" : payload;
  if (payload !== "denied") return payload;
  if (!isSpaced && valueDenials(language) !== null) return "common";
  return isWithout || deniesNextOnly(written) ? "denies_next" : payload;
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
