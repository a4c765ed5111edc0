/** Whether a sentence holds what leaving it out would turn into its opposite or lose for good: a number or a denial. Pure. */
import { denialWithin } from "./denials.ts";
import { splitWords } from "./words.ts";

/** Letters that are written before a denial: "and not". */
const PROCLITIC = /^[وفבהוכלש](?=.{2})/u;

/** Digits of any script, fractions, and numerals of Han beside each other or before what is counted. */
const NUMBER =
  /\p{N}|[一二三四五六七八九十百千万萬億亿兆两兩]{2}|[二三四五六七八九十百千万萬两兩半一](?=[天日月年周週個个元円块回次名時时分秒度倍割%％公])/u;

/** A test for the sentences of one text. `negators` are the words that deny, and whatever else must stay: number words, "unless". */
export function mustStay(language: string, negators: ReadonlySet<string>): (sentence: string) => boolean {
  const within = denialWithin(language);
  const phrases = phrasesOf(negators);
  return (sentence) => NUMBER.test(sentence) || within?.test(sentence) === true || holdsOneOf(phrases, sentence);
}

type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** By first word: a denial may be of several words, or of several characters of a script without spaces. */
function phrasesOf(texts: Iterable<string>): Phrases {
  const phrases = new Map<string, (readonly string[])[]>();
  for (const text of texts) {
    const [first, ...rest] = splitWords(text).map(({ folded }) => folded);
    if (first === undefined) continue;
    const known = phrases.get(first) ?? [];
    known.push(rest);
    phrases.set(first, known);
  }
  return phrases;
}

function holdsOneOf(phrases: Phrases, sentence: string): boolean {
  const words = splitWords(sentence);
  return words.some(({ folded }, place) =>
    [folded, folded.replace(PROCLITIC, "")].some((word) =>
      phrases.get(word)?.some((rest) => rest.every((further, index) => words[place + 1 + index]?.folded === further)),
    ),
  );
}
