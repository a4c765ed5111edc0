/** Everything a question's words say: terms and red flags with their polarity, cues of language, time and polarity. Pure. */

import type { Term, Vocabulary, Wording } from "../policy/snapshot.ts";
import type { Cue } from "../text/lexicon/cues.ts";
import { findPhrases, matchesOf, type Occurrence } from "../text/lexicon/find-phrases.ts";
import type { Languages } from "../text/lexicon/known-languages.ts";
import type { How } from "../text/lexicon/pattern.ts";
import { splitWords, type Word } from "../text/words/words.ts";
import { isDenied } from "./denied-flags.ts";
import { meantTimes } from "./denied-times.ts";
import { findSigns, type SignFound } from "./find-signs.ts";
import { findTimes, type TimeFound } from "./find-times.ts";
import { atHome, bordersOf, cuesAtHome, mayBeCue, mayBeTerm, shownBy } from "./home-words.ts";
import { mendWords } from "./mend-words.ts";
import { type Places, type Polarity, type Shading, shadingsOf } from "./polarity.ts";
import { wholeIn } from "./whole-words.ts";

/** A term where it stands. */
export interface Hit extends Places {
  readonly term: Term;
  /** The alternative of the term that stands there, as written in the file. */
  readonly wording: string;
  readonly how: How;
  readonly polarity: Polarity;
  /** Places of the words that say so; null for positive. */
  readonly cue: Places | null;
  /** Of a sign, its own words; null where all from the first to the last are. */
  readonly parts: readonly Places[] | null;
}

/**
 * Who is spoken of: nobody, which is said only of a careful question that means no time; else whoever asks, in the policy's own
 * language. Untold in other ones, whose verbs often say it, and in those whose words for it are not known.
 */
export type Speaker = "self" | "nobody" | "untold";

export interface Heard {
  readonly words: readonly Word[];
  readonly cues: readonly Occurrence<Cue>[];
  /** Without those that are denied. */
  readonly times: readonly TimeFound[];
  /** Languages that the function words show; empty where none do, and then every language is as likely. */
  readonly shown: ReadonlySet<string>;
  /** More than one function word shows them. */
  readonly surely: boolean;
  /** In the order of the text. */
  readonly hits: readonly Hit[];
  /** Those of them that raise the red flag and are not plainly denied. */
  readonly redFlags: readonly Hit[];
  /** Words that nothing is known of, as places in the list of words. */
  readonly unmatched: readonly number[];
  readonly speaker: Speaker;
  /** Ends in a question mark: whoever types it makes few errors. */
  readonly careful: boolean;
  readonly parted: Parted;
}

export function hear(question: string, vocabulary: Vocabulary, languages: Languages): Heard {
  const words = splitWords(question.includes("\n") ? question.replace(WRAPPED, blanks) : question);
  const careful = isAsked(question);
  const cueMatches = matchesOf(words, languages.lexicon);
  const { languages: shown, surely } = shownBy(words, cueMatches, languages);
  const borders = bordersOf(shown, surely, vocabulary.language);
  const matches = matchesOf(words, vocabulary.lexicon);
  const spoken = shown.size === 0 ? [vocabulary.language] : [...shown];
  const meant = mendWords({ words, terms: matches, cues: cueMatches, vocabulary, languages, spoken, ...borders });
  const told = findPhrases({ words, lexicon: languages.lexicon, matches: meant.cues, ...mayBeCue(borders) });
  const cues = withoutTakenBack(cuesAtHome(told, borders)).filter((cue) => !(careful && isAskedBy(cue, words)));
  const found = findPhrases({ words, lexicon: vocabulary.lexicon, matches: meant.terms, ...mayBeTerm(borders) });
  const isWhole = wholeIn(question, words);
  const whole = found.filter((one) => isWhole(one, one.sequence.payload.term.intent === null));
  const own = atHome({ words, found: whole, cues }, borders);
  const written = hitsOf(own, cues, words);
  const signs = findSigns({
    text: question,
    words,
    signs: vocabulary.signs,
    cues,
    isHome: borders.isHome,
    isWhole: (part) => isWhole(part, true),
  });
  const hits = signs.length === 0 ? written : [...written, ...signs.flatMap(hitsOfSign)].sort(inOrder);
  const redFlags = hits.filter(
    (hit) => hit.term.intent === null && (hit.parts !== null || !isDenied(flagPlaces(hit), cues, words)),
  );
  const times = meantTimes(findTimes(words, cues), words, cues);
  const { speaker, parted } = spokenOf({ words, cues, times, shown, careful }, vocabulary.language, languages);
  const unmatched = unmatchedOf(meant);
  // Member by member: spreading costs a question some microseconds.
  return { words, cues, times, shown, surely, hits, redFlags, unmatched, speaker, parted, careful };
}

/** A line that goes on in a small letter was only wrapped; as many blanks keep all places. */
const WRAPPED = /\r?\n(?=[^\S\r\n]*\p{Ll})/gu;
const blanks = (wrap: string): string => " ".repeat(wrap.length);

type Said = Pick<Heard, "words" | "cues" | "times" | "shown" | "careful">;

function spokenOf(
  { words, cues, times, shown, careful }: Said,
  own: string,
  languages: Languages,
): Pick<Heard, "speaker" | "parted"> {
  const names = cues.some(({ sequence }) => sequence.payload.kind === "speaker");
  const speaks = !careful || times.length > 0 || names;
  const parted = partedOf(words, shown, languages);
  return { parted, speaker: speakerOf({ names, speaks, shown, parted, own }, languages) };
}

/** Terms as written, with their polarity. */
function hitsOf(own: readonly Occurrence<Wording>[], cues: readonly Occurrence<Cue>[], words: readonly Word[]): readonly Hit[] {
  const shadings = shadingsOf(
    own.map(({ sequence, first, last }) => ({ intent: sequence.payload.term.intent, first, last })),
    cues,
    words,
  );
  return own.map(({ sequence, first, last, how }, at): Hit => {
    const { polarity, cue } = shadings[at] as Shading;
    const { term, text } = sequence.payload;
    return { term, wording: text, first, last, how, polarity, cue, parts: null };
  });
}

function unmatchedOf({ terms, cues }: Pick<ReturnType<typeof mendWords>, "terms" | "cues">): readonly number[] {
  const unmatched: number[] = [];
  for (let at = 0; at < terms.length; at += 1) if (terms[at]?.length === 0 && cues[at]?.length === 0) unmatched.push(at);
  return unmatched;
}

const ONE_GAP = /^\S+ \.\. \S+$/u;

/** Where a denial may stand at a phrase that raises the flag: inside the gap of "calf .. swollen" too. */
const flagPlaces = ({ wording, first, last }: Hit): readonly Places[] =>
  ONE_GAP.test(wording) ? [first, last].map((at) => ({ first: at, last: at })) : [{ first, last }];

/** The flag, and what it says of its intent. */
function hitsOfSign({ sign, first, last, how, parts }: SignFound): readonly Hit[] {
  const hit = { wording: sign.flag.text, first, last, how, parts, polarity: "positive", cue: null } as const;
  return [
    { ...hit, term: sign.flag },
    { ...hit, term: sign.evidence },
  ];
}

/** The order of the words; of those that begin together the order in which they were found. */
const inOrder = (a: Places, b: Places): number => a.first - b.first;

/** "Not only the knee" says the knee. */
function withoutTakenBack(cues: readonly Occurrence<Cue>[]): readonly Occurrence<Cue>[] {
  const only = cues.filter(({ sequence }) => sequence.payload.kind === "only");
  if (only.length === 0) return cues;
  const starts = new Set(only.map(({ sequence, first }) => `${sequence.language} ${first}`));
  const ends = new Set(only.map(({ sequence, last }) => `${sequence.language} ${last}`));
  return cues.filter(({ sequence: { payload, language }, first, last }) => {
    if (payload.kind !== "shade" || payload.shade !== "negated") return true;
    return payload.side === "before" ? !starts.has(`${language} ${last + 1}`) : !ends.has(`${language} ${first - 1}`);
  });
}

/** What the last words of a question seem to set aside is what it asks about: "How many grams of fat are okay?" */
const isAskedBy = ({ sequence: { payload }, last }: Occurrence<Cue>, words: readonly Word[]): boolean =>
  payload.kind === "shade" && payload.shade === "excluded" && payload.side === "after" && last === words.length - 1;

/** Signs that close, exclaim or smile, which may stand behind a question mark; emoji are halves of characters here. */
const BEHIND = /[\s!！.…。"'“”’»›」』)\]）\p{Cf}\p{M}\p{Extended_Pictographic}\p{Cs}]/u;

/** A question mark at the end, the Greek one behind Greek letters among them: who types in a hurry leaves it out, and makes errors that nothing knows. */
function isAsked(question: string): boolean {
  let last = question.length - 1;
  while (last >= 0 && BEHIND.test(question.charAt(last))) last -= 1;
  if (last < 0) return false;
  const mark = question.charAt(last);
  return "?？؟".includes(mark) || (";\u037E".includes(mark) && /\p{Script=Greek}/u.test(question.charAt(last - 1)));
}

/** What stands between spaces: words, syllables, or nothing at all where there are none, and signs are told apart. */
export type Parted = "words" | "syllables" | "signs";

function partedOf(words: readonly Word[], shown: ReadonlySet<string>, { rules }: Languages): Parted {
  if (words.some(({ unspaced }) => unspaced)) return "signs";
  if (shown.size === 0) return "words";
  for (const language of shown) if (rules.get(language)?.syllabic !== true) return "words";
  return "syllables";
}

/** `names`: a word says who speaks; `speaks`: or a time does, or there is no question mark, which between signs tells nothing. */
type Speaking = Pick<Heard, "shown" | "parted"> & { readonly names: boolean; readonly speaks: boolean; readonly own: string };

function speakerOf({ names, speaks, shown, parted, own }: Speaking, { rules }: Languages): Speaker {
  if (shown.size === 0 || ![...shown].every((language) => rules.get(language)?.knowsSpeaker === true)) return "untold";
  if (parted !== "words" && names) return "self";
  if (parted !== "signs" && !speaks) return "nobody";
  return parted === "words" && shown.size === 1 && shown.has(own) ? "self" : "untold";
}
