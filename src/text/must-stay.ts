/**
 * Whether a sentence holds what leaving it out would turn into its opposite or lose for good: a number in digits or words, a denial, an
 * exception. Pure but for one memo a set of words.
 *
 * Read in every language, whatever the language of the answer: sources are quoted as they are. Where a word denies in one language and is
 * another in a second ("on" is ten in Turkish), the sentence's own small words tell; where they do not, it stays.
 */
import { DENIALS_WITHIN, OWN_SCRIPT } from "./denials.ts";
import { primaryLanguage } from "./primary-language.ts";
import { splitWords, type Word } from "./words/words.ts";

export interface StayWords {
  readonly language: string;
  /** Words and phrases that deny, count, or make an exception. */
  readonly phrases: readonly string[];
  /** Folded function words. */
  readonly common: readonly string[];
}

/** Letters that are written before a denial: "and not". */
const PROCLITIC = /^[وفבהוכלש](?=.{2})/u;

/** Digits of any script, fractions, and numerals of Han beside each other or before what is counted. */
const NUMBER =
  /\p{N}|[一二三四五六七八九十百千万萬億亿兆两兩]{2}|[二三四五六七八九十百千万萬两兩半一](?=[天日月年周週個个元円块回次名時时分秒度倍割%％公])|[半倍]/u;

export interface StayRules {
  /** The answer's; its words always count. */
  readonly language: string;
  /** Folded words whose sentences stay, whatever their language. */
  readonly negators: ReadonlySet<string>;
  readonly stays: readonly StayWords[];
}

/** A test for the sentences of one text. */
export function mustStay({ language, negators, stays }: StayRules): (sentence: string) => boolean {
  const index = indexOf(stays);
  const own = primaryLanguage(language);
  return (sentence) => {
    if (NUMBER.test(sentence)) return true;
    const words = splitWords(sentence);
    const claimed = languagesClaiming(sentence, words, { index, negators });
    if (claimed.has(ANY) || claimed.has(own)) return true;
    return claimed.size > 0 && isShown(claimed, words, index);
  };
}

/** In place of a language: what no word of another can be taken for. */
const ANY = "";

interface Phrase {
  /** Behind the first word. */
  readonly rest: readonly string[];
  readonly language: string;
}

interface Index {
  /** By first word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Languages of a function word. */
  readonly common: ReadonlyMap<string, readonly string[]>;
}

const indexes = new WeakMap<readonly StayWords[], Index>();

function indexOf(stays: readonly StayWords[]): Index {
  const before = indexes.get(stays);
  if (before !== undefined) return before;
  const phrases = new Map<string, Phrase[]>();
  const common = new Map<string, string[]>();
  for (const { language, phrases: written, common: small } of stays) {
    for (const word of new Set(small)) common.set(word, [...(common.get(word) ?? []), language]);
    for (const phrase of written) {
      const [first, ...rest] = splitWords(phrase).map(({ folded }) => folded);
      if (first === undefined) continue;
      const others = phrases.get(first) ?? [];
      others.push({ rest, language: LATIN.test(phrase) ? language : ANY });
      phrases.set(first, others);
    }
  }
  const index = { phrases, common };
  indexes.set(stays, index);
  return index;
}

const LATIN = /\p{Script=Latin}/u;

interface Sought {
  readonly index: Index;
  readonly negators: ReadonlySet<string>;
}

function languagesClaiming(sentence: string, words: readonly Word[], { index, negators }: Sought): ReadonlySet<string> {
  const claimed = new Set<string>();
  for (const [place, { folded }] of words.entries()) {
    for (const word of new Set([folded, folded.replace(PROCLITIC, "")])) {
      if (negators.has(word)) claimed.add(ANY);
      for (const { rest, language } of index.phrases.get(word) ?? []) {
        if (rest.every((further, at) => words[place + 1 + at]?.folded === further)) claimed.add(language);
      }
    }
  }
  for (const [language, within] of DENIALS_WITHIN) {
    if (within.test(sentence)) claimed.add(OWN_SCRIPT.has(language) ? ANY : language);
  }
  return claimed;
}

/** Of a sentence's words at least this share are small ones of its language; with fewer nobody knows which it is. */
const LEAST_SHARE = 1 / 5;
/** Languages with fewer of them than that share of the most are others. */
const AKIN = 2 / 3;

function isShown(claimed: ReadonlySet<string>, words: readonly Word[], { common }: Index): boolean {
  const votes = new Map<string, number>();
  for (const { folded } of words) {
    for (const language of common.get(folded) ?? []) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const most = Math.max(0, ...votes.values());
  if (most < Math.max(1, words.length * LEAST_SHARE)) return true;
  return [...claimed].some((language) => (votes.get(language) ?? 0) >= most * AKIN);
}
